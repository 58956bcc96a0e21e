import {
  AppstoreOutlined,
  BarChartOutlined,
  CheckSquareOutlined,
  DatabaseOutlined,
  DollarOutlined,
  FileImageOutlined,
  HomeOutlined,
  IdcardOutlined,
  InboxOutlined,
  KeyOutlined,
  LockOutlined,
  RedoOutlined,
  SolutionOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import type { LockScreen } from '@darkroom/domain/lock/screens';
import { anyOf, signedIn, viewsTasks, type Access } from '@darkroom/domain/permission/access';
import { lazy, type ComponentType } from 'react';
import { groupSearch } from '../features/access/group-search.ts';
import { permissionSearch } from '../features/access/permission-search.ts';
import { categorySearch } from '../features/category/category-search.ts';
import { customerSearch } from '../features/customer/customer-search.ts';
import { jobSearch } from '../features/job/job-search.ts';
import { priceSearch } from '../features/price/price-search.ts';
import { reportSearch } from '../features/price/report-search.ts';
import { redoSearch } from '../features/redo/redo-search.ts';
import { requestSearch } from '../features/request/request-search.ts';
import { metadataSearch } from '../features/setting/metadata-search.ts';
import { taskSearch } from '../features/task/task-search.ts';
import type { SearchSchema } from '../lib/use-screen-search.ts';

/** The sidebar's areas, in its order (spec §2). */
export const AREAS = ['home', 'job', 'customer', 'staff', 'allowance', 'account', 'setting', 'infohub'] as const;
export type Area = (typeof AREAS)[number];

export interface Screen {
  readonly path: `/${string}`;
  readonly access: Access;
  readonly area: Area;
  /** Key in the namespace `menu`. */
  readonly label: string;
  readonly icon: ComponentType<{ 'aria-hidden'?: boolean }>;
  /** Its letter after `g` (app/go-to-keys.ts). */
  readonly goKey?: string;
  /** The screen's code, loaded when it is first opened. Its default export is the page. */
  readonly load: () => Promise<{ default: ComponentType }>;
  /** What its address may carry; values the schema refuses are taken out of a pasted link. */
  readonly search?: SearchSchema;
  /** The locks that stop what is done here; the layout shows a banner while one of them stands. */
  readonly locks?: readonly LockScreen[];
  /** What waits there, beside its name in the menu: loaded after the page, and left out where it cannot be. */
  readonly badge?: ComponentType;
}

const badge = (load: () => Promise<{ default: ComponentType }>): ComponentType =>
  lazy(() => load().catch(() => ({ default: () => null })));

/**
 * The one table of screens (spec §2): router, guards, sidebar, palette and browser tests read it. Adding a screen is adding
 * a row. Home asks for nothing but a session, because its last line gives everybody a page (docs/decisions/012-home.md).
 */
export const screens: readonly Screen[] = [
  {
    path: '/',
    access: signedIn,
    area: 'home',
    label: 'home',
    icon: HomeOutlined,
    load: () => import('./home-page.tsx'),
  },
  // Rows of the areas follow in the sidebar's order.
  {
    path: '/job',
    access: anyOf('npn_view_job'),
    area: 'job',
    label: 'job',
    icon: FileImageOutlined,
    goKey: 'j',
    load: () => import('../features/job/job-page.tsx'),
    search: jobSearch,
    locks: ['job'],
  },
  {
    path: '/job/task',
    access: viewsTasks,
    area: 'job',
    label: 'task',
    icon: CheckSquareOutlined,
    goKey: 't',
    load: () => import('../features/task/task-page.tsx'),
    search: taskSearch,
    locks: ['task'],
  },
  {
    path: '/job/redo-tasks',
    access: anyOf('npn_view_redo'),
    area: 'job',
    label: 'redo',
    icon: RedoOutlined,
    goKey: 'r',
    load: () => import('../features/redo/redo-page.tsx'),
    search: redoSearch,
    locks: ['redo', 'task'],
  },
  {
    path: '/customer/details',
    access: anyOf('npn_view_customer'),
    area: 'customer',
    label: 'details',
    icon: SolutionOutlined,
    goKey: 'c',
    load: () => import('../features/customer/customer-page.tsx'),
    search: customerSearch,
    locks: ['customer'],
  },
  {
    path: '/customer/prices',
    access: anyOf('npn_view_customer'),
    area: 'customer',
    label: 'prices',
    icon: DollarOutlined,
    load: () => import('../features/price/prices-page.tsx'),
    search: priceSearch,
    locks: ['price'],
  },
  {
    path: '/customer/requests',
    access: anyOf('npn_view_all_customer_request', 'npn_admin_customer_request', 'npn_cs_customer_request'),
    area: 'customer',
    label: 'requests',
    icon: InboxOutlined,
    goKey: 'q',
    load: () => import('../features/request/request-page.tsx'),
    search: requestSearch,
    locks: ['request'],
    badge: badge(() => import('../features/request/request-badge.tsx')),
  },
  {
    path: '/customer/price-report',
    access: anyOf('npn_view_customer'),
    area: 'customer',
    label: 'price_report',
    icon: BarChartOutlined,
    load: () => import('../features/price/report-page.tsx'),
    search: reportSearch,
  },
  {
    path: '/account/information',
    access: signedIn,
    area: 'account',
    label: 'information',
    icon: IdcardOutlined,
    load: () => import('../features/account/account-page.tsx'),
  },
  {
    path: '/setting/category',
    access: anyOf('npn_view_category'),
    area: 'setting',
    label: 'category',
    icon: AppstoreOutlined,
    load: () => import('../features/category/category-page.tsx'),
    search: categorySearch,
    locks: ['category'],
  },
  {
    path: '/setting/permission',
    access: anyOf('npn_view_permission'),
    area: 'setting',
    label: 'permission',
    icon: KeyOutlined,
    load: () => import('./permission-screen.tsx'),
    search: permissionSearch,
  },
  {
    path: '/setting/group',
    access: anyOf('npn_view_group'),
    area: 'setting',
    label: 'group',
    icon: TeamOutlined,
    load: () => import('./group-screen.tsx'),
    search: groupSearch,
  },
  {
    path: '/setting/lock',
    access: anyOf('npn_view_permission'),
    area: 'setting',
    label: 'lock',
    icon: LockOutlined,
    load: () => import('../features/setting/lock-page.tsx'),
  },
  {
    path: '/setting/metadata',
    access: anyOf('npn_view_permission'),
    area: 'setting',
    label: 'metadata',
    icon: DatabaseOutlined,
    load: () => import('../features/setting/metadata-page.tsx'),
    search: metadataSearch,
  },
];

/** The row of a path, if that screen exists. */
export const screenAt = (path: string): Screen | undefined => screens.find((screen) => screen.path === path);
