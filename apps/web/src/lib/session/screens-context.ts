import type { Access } from '@darkroom/domain/permission/access';
import type { ParseKeys } from 'i18next';
import { createContext } from 'react';
import type { KeyUnder } from '../i18n/i18n.ts';

/** The facts of a screen that permissions need. */
export interface ScreenSummary {
  readonly path: string;
  readonly access: Access;
  /** Keys in the namespace `menu`. */
  readonly label: ParseKeys<'menu'>;
  readonly area: 'home' | KeyUnder<'menu', 'areas'>;
}

/** The table of screens, which `app` provides to the layers below. */
export const ScreensContext = createContext<readonly ScreenSummary[]>([]);
