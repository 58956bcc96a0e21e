import type { ComponentType } from 'react';
import type { FIGURES } from '../features/portal/figures.ts';
import type { PORTAL } from '../features/portal/pages.ts';
import type { OWN } from './own-pages.ts';
import type { SETTING } from './setting-pages.ts';
import { afterRows } from '../ui/after-rows.ts';
import { lateExtra, type Load } from '../ui/late/late.ts';

// Pages that share nearly all of their parts are one piece of code, and one goes from one to the other: each piece more cuts what
// all screens share into smaller ones, which the first visit then fetches one by one.

/** A customer's home: it comes alone. */
export const portalHome = () => import('../features/portal/job/own-job-page.tsx');
/** What customers choose figures of: what they choose days and categories with is a quarter of the code of such a screen. */
export const portalFigures = <P extends keyof typeof FIGURES>(page: P): Promise<(typeof FIGURES)[P]> =>
  import('../features/portal/figures.ts').then(({ FIGURES: pages }) => pages[page]);
/** A customer's other screens. */
export const portal = <P extends keyof typeof PORTAL>(page: P): Promise<(typeof PORTAL)[P]> =>
  import('../features/portal/pages.ts').then(({ PORTAL: pages }) => pages[page]);
/** A person's own, month by month. */
export const own = (page: keyof typeof OWN) =>
  import('./own-pages.ts').then(({ OWN: pages }) => ({ default: pages[page] }));
/** What the office sets for the bureau. */
export const setting = (page: keyof typeof SETTING) =>
  import('./setting-pages.ts').then(({ SETTING: pages }) => ({ default: pages[page] }));

/** A count beside a row of the menu; its code comes after the first rows. */
export const badge = (load: Load): ComponentType => lateExtra(afterRows(load));
