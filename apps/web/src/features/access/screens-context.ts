import type { Access } from '@darkroom/domain/permission/access';
import { createContext } from 'react';

/** What the table of screens says of a screen, as far as rights are concerned. */
export interface ScreenInShort {
  readonly path: string;
  readonly access: Access;
  /** Keys in the namespace `menu`. */
  readonly label: string;
  readonly area: string;
}

/** The table of screens, passed in by `app`, for features do not import each other. */
export const ScreensContext = createContext<readonly ScreenInShort[]>([]);
