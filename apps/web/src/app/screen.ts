import type { LockScreen } from '@darkroom/domain/lock/screens';
import type { Access, Subject } from '@darkroom/domain/permission/access';
import type { FlatNamespace, ParseKeys } from 'i18next';
import type { ComponentType, ReactNode } from 'react';
import type { KeyId } from '../lib/keys.ts';
import type { KeyUnder } from '../lib/i18n/i18n.ts';
import type { FirstReads } from '../lib/api/first-reads.ts';

/** The areas in the order of the sidebar: those of spec §2, then the bureau's own (decision 083). */
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

export interface ScreenModule {
  readonly default: () => ReactNode;
  readonly firstReads?: FirstReads;
}

export interface Screen {
  readonly path: `/${string}`;
  /** Another row of the same page (`?by=`). The page's own row comes first and defines the route. */
  readonly by?: string;
  readonly access: Access;
  readonly area: Area;
  /** Key in the namespace `menu`. */
  readonly label: ParseKeys<'menu'>;
  readonly icon: ComponentType<{ 'aria-hidden'?: boolean }>;
  /** Only in the customers' menu. The bureau has another page with this name. */
  readonly menuOf?: 'customer';
  /** Parts of the page that the palette finds by name: keys under `parts` in the namespace `menu` (`?at=`). */
  readonly parts?: readonly KeyUnder<'menu', 'parts'>[];
  /** The key that opens the screen (app/go-to-keys.ts). */
  readonly goKey?: KeyId;
  /** Loads the code of the screen on the first visit. The default export is the page. */
  readonly load: () => Promise<ScreenModule>;
  /** Dictionaries in addition to those of every screen, fetched together with the code. */
  readonly words?: readonly FlatNamespace[];
  /** Locks that stop changes on this screen. The layout shows a banner while one is set. */
  readonly locks?: readonly LockScreen[];
  /** Count of waiting items next to the menu entry. It is loaded after the page and left out on failure. */
  readonly badge?: ComponentType;
}

/** True if the menu and the palette list a screen for this kind of account. */
export const isListed = ({ menuOf }: Pick<Screen, 'menuOf'>, account: Subject['account']): boolean =>
  menuOf === undefined || menuOf === account;

/** True for the paths that a member can open while they view a customer's portal (decision 104). */
export const isPortalPath = (path: string): boolean => path === '/' || path.startsWith('/customer-portal/');
