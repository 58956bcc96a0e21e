import type { LockScreen } from '@darkroom/domain/lock/screens';
import type { Access, Subject } from '@darkroom/domain/permission/access';
import type { FlatNamespace, ParseKeys } from 'i18next';
import type { ComponentType, ReactNode } from 'react';
import type { KeyId } from '../lib/keys.ts';
import type { KeyUnder } from '../lib/words/i18n.ts';
import type { FirstReads } from '../lib/call/first-reads.ts';

/** The sidebar's areas in its order: those of spec §2, then the bureau's own (decision 083). */
export const AREAS = [
  'home',
  'job',
  'customer',
  'staff',
  'allowance',
  'account',
  'setting',
  'infohub',
  'floor',
  'quality',
  'connections',
] as const;
export type Area = (typeof AREAS)[number];

/** A screen's code. */
export interface ScreenModule {
  readonly default: () => ReactNode;
  readonly firstReads?: FirstReads;
}

export interface Screen {
  readonly path: `/${string}`;
  /** Another row of the same page (`?by=`): the page's own row, which stands before it, makes the route. */
  readonly by?: string;
  readonly access: Access;
  readonly area: Area;
  /** Key in the namespace `menu`. */
  readonly label: ParseKeys<'menu'>;
  readonly icon: ComponentType<{ 'aria-hidden'?: boolean }>;
  /** Only customers have it in their menu: to the bureau a page of its own goes by that name. */
  readonly menuOf?: 'customer';
  /** Parts of the page that are looked for by their own names: keys under `parts` in the namespace `menu` (`?at=`). */
  readonly parts?: readonly KeyUnder<'menu', 'parts'>[];
  /** The key that goes there (app/go-to-keys.ts). */
  readonly goKey?: KeyId;
  /** The screen's code, loaded when it is first opened. Its default export is the page. */
  readonly load: () => Promise<ScreenModule>;
  /** The dictionaries it is written with besides those that come before every screen: fetched together with its code. */
  readonly words?: readonly FlatNamespace[];
  /** The locks that stop what is done here; the layout shows a banner while one of them stands. */
  readonly locks?: readonly LockScreen[];
  /** What waits there, beside its name in the menu: loaded after the page, and left out where it cannot be. */
  readonly badge?: ComponentType;
}

/** Whether a screen is in the menu and the palette of those who can open it. */
export const isListed = ({ menuOf }: Pick<Screen, 'menuOf'>, account: Subject['account']): boolean =>
  menuOf === undefined || menuOf === account;

/** Looking at a customer's portal, nothing else can be opened (decision 104). */
export const isOfPortal = (path: string): boolean => path === '/' || path.startsWith('/customer-portal/');
