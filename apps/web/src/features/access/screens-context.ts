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

/** The screens there are; whoever composes the page hands them in, for features do not know the others. */
export const ScreensContext = createContext<readonly ScreenInShort[]>([]);
