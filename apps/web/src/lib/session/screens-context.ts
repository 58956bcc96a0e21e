import type { Access } from '@darkroom/domain/permission/access';
import type { ParseKeys } from 'i18next';
import { createContext } from 'react';
import type { KeyUnder } from '../words/i18n.ts';

/** What the table of screens says of a screen, as far as rights are concerned. */
export interface ScreenInShort {
  readonly path: string;
  readonly access: Access;
  /** Keys in the namespace `menu`. */
  readonly label: ParseKeys<'menu'>;
  readonly area: 'home' | KeyUnder<'menu', 'areas'>;
}

/** The table of screens, told by `app` to whatever stands below it. */
export const ScreensContext = createContext<readonly ScreenInShort[]>([]);
