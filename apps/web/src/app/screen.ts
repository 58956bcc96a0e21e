import type { LockScreen } from '@darkroom/domain/lock/screens';
import type { Access } from '@darkroom/domain/permission/access';
import type { FlatNamespace, ParseKeys } from 'i18next';
import type { ComponentType, ReactNode } from 'react';
import type { KeyId } from '../lib/keys.ts';
import type { FirstReads } from '../lib/call/first-reads.ts';

/** The sidebar's areas, in its order (spec §2). */
export const AREAS = [
  'home',
  'portal',
  'job',
  'floor',
  'customer',
  'staff',
  'allowance',
  'account',
  'setting',
  'infohub',
] as const;
export type Area = (typeof AREAS)[number];
/** What is a customer's own: to a superuser, who may open everything, it would stand empty in the menu. */
export const OF_CUSTOMERS: readonly Area[] = ['portal', 'infohub'];

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
