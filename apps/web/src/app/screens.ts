import {
  AppstoreOutlined,
  ApartmentOutlined,
  AuditOutlined,
  BarChartOutlined,
  BookOutlined,
  CarOutlined,
  CheckSquareOutlined,
  CoffeeOutlined,
  DatabaseOutlined,
  DollarOutlined,
  FileImageOutlined,
  FrownOutlined,
  HomeOutlined,
  IdcardOutlined,
  InboxOutlined,
  KeyOutlined,
  LockOutlined,
  RedoOutlined,
  SolutionOutlined,
  UnorderedListOutlined,
  TeamOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { LOOKS_AGAIN } from '@darkroom/domain/appeal/appeal';
import { anyOf, signedIn, viewsTasks } from '@darkroom/domain/permission/access';
import { SEES_REQUESTS } from '@darkroom/domain/request/access';
import type { ComponentType } from 'react';
import { afterRows } from '../ui/after-rows.ts';
import { lateExtra, type Load } from '../ui/late/late.ts';
import { own, portal, setting } from './page-pieces.ts';
import type { Screen } from './screen.ts';

const badge = (load: Load): ComponentType => lateExtra(afterRows(load));

const ofPortal = anyOf('npn_customer');
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
    path: '/customer-portal/job',
    access: ofPortal,
    area: 'portal',
    label: 'job',
    icon: FileImageOutlined,
    load: () => portal('job'),
  },
  {
    path: '/customer-portal/contact-us',
    access: ofPortal,
    area: 'portal',
    label: 'contact',
    icon: InboxOutlined,
    load: () => portal('contact'),
    locks: ['request'],
    badge: badge(() => portal('badge')),
  },
  {
    path: '/customer-portal/prices',
    access: ofPortal,
    area: 'portal',
    label: 'prices',
    icon: DollarOutlined,
    load: () => portal('prices'),
  },
  {
    path: '/customer-portal/report',
    access: ofPortal,
    area: 'portal',
    label: 'report',
    icon: BarChartOutlined,
    load: () => portal('report'),
  },
  {
    path: '/customer-portal/detail',
    access: ofPortal,
    area: 'portal',
    label: 'details',
    icon: SolutionOutlined,
    load: () => portal('detail'),
  },
  {
    path: '/job',
    access: anyOf('npn_view_job'),
    area: 'job',
    label: 'job',
    icon: FileImageOutlined,
    goKey: 'go_job',
    load: () => import('../features/job/list/job-page.tsx'),
    locks: ['job'],
  },
  {
    path: '/job/task',
    access: viewsTasks,
    area: 'job',
    label: 'task',
    icon: CheckSquareOutlined,
    goKey: 'go_task',
    load: () => import('../features/task/list/task-page.tsx'),
    locks: ['task', 'redo'],
  },
  {
    path: '/job',
    by: 'detail',
    access: anyOf('npn_view_job'),
    area: 'job',
    label: 'detail',
    icon: UnorderedListOutlined,
    goKey: 'go_detail',
    load: () => import('../features/job/list/job-page.tsx'),
    locks: ['job'],
  },
  {
    path: '/job/redo-tasks',
    access: anyOf('npn_view_redo'),
    area: 'job',
    label: 'redo',
    icon: RedoOutlined,
    goKey: 'go_redo',
    load: () => import('../features/redo/redo-page.tsx'),
    locks: ['redo', 'task'],
  },
  {
    path: '/job/second-look',
    access: LOOKS_AGAIN,
    area: 'job',
    label: 'second_look',
    icon: AuditOutlined,
    load: () => import('../features/second-look/second-look-page.tsx'),
    locks: ['task', 'redo'],
    badge: badge(() => import('../features/second-look/second-look-badge.tsx')),
  },
  {
    path: '/customer/details',
    access: anyOf('npn_view_customer'),
    area: 'customer',
    label: 'details',
    icon: SolutionOutlined,
    goKey: 'go_customer',
    load: () => import('../features/customer/customer-page.tsx'),
    locks: ['customer'],
  },
  {
    path: '/customer/prices',
    access: anyOf('npn_view_customer'),
    area: 'customer',
    label: 'prices',
    icon: DollarOutlined,
    load: () => import('../features/price/prices-page.tsx'),
    locks: ['price'],
  },
  {
    path: '/customer/requests',
    access: SEES_REQUESTS,
    area: 'customer',
    label: 'requests',
    icon: InboxOutlined,
    goKey: 'go_request',
    load: () => import('../features/request/request-page.tsx'),
    locks: ['request'],
    badge: badge(() => import('../features/request/request-badge.tsx')),
  },
  {
    path: '/customer/complaints',
    access: SEES_REQUESTS,
    area: 'customer',
    label: 'complaints',
    icon: FrownOutlined,
    load: () => import('../features/request/complaints/complaints-page.tsx'),
  },
  {
    path: '/customer/price-report',
    access: anyOf('npn_view_customer'),
    area: 'customer',
    label: 'price_report',
    icon: BarChartOutlined,
    load: () => import('../features/price/report/report-page.tsx'),
  },
  {
    path: '/staff/member',
    access: anyOf('npn_view_member'),
    area: 'staff',
    label: 'member',
    icon: UserOutlined,
    goKey: 'go_member',
    load: () => import('../features/staff/member/member-page.tsx'),
    locks: ['staff'],
  },
  {
    path: '/staff/team',
    access: anyOf('npn_view_team'),
    area: 'staff',
    label: 'team',
    icon: ApartmentOutlined,
    load: () => import('../features/staff/team/team-page.tsx'),
    locks: ['team'],
  },
  {
    path: '/allowance/meal',
    access: anyOf('npn_view_allowance'),
    area: 'allowance',
    label: 'meal',
    icon: CoffeeOutlined,
    load: () => import('../features/allowance/sheet/sheet-page.tsx'),
    locks: ['allowance'],
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
    path: '/account/allowance',
    access: anyOf('npn_view_allowance'),
    area: 'account',
    label: 'allowance',
    icon: CarOutlined,
    load: () => own('allowance'),
    locks: ['allowance'],
  },
  {
    path: '/account/work',
    access: viewsTasks,
    area: 'account',
    label: 'work',
    icon: BarChartOutlined,
    load: () => own('work'),
  },
  {
    path: '/setting/category',
    access: anyOf('npn_view_category'),
    area: 'setting',
    label: 'category',
    icon: AppstoreOutlined,
    load: () => import('../features/category/category-page.tsx'),
    locks: ['category'],
  },
  {
    path: '/setting/permission',
    access: anyOf('npn_view_permission'),
    area: 'setting',
    label: 'permission',
    icon: KeyOutlined,
    load: () => setting('permission'),
  },
  {
    path: '/setting/group',
    access: anyOf('npn_view_group'),
    area: 'setting',
    label: 'group',
    icon: TeamOutlined,
    load: () => setting('group'),
  },
  {
    path: '/setting/lock',
    access: anyOf('npn_view_permission'),
    area: 'setting',
    label: 'lock',
    icon: LockOutlined,
    load: () => setting('lock'),
  },
  {
    path: '/setting/metadata',
    access: anyOf('npn_view_permission'),
    area: 'setting',
    label: 'metadata',
    icon: DatabaseOutlined,
    load: () => setting('metadata'),
  },
  {
    path: '/customer-portal/infohub',
    access: ofPortal,
    area: 'infohub',
    label: 'infohub',
    icon: BookOutlined,
    load: () => portal('infohub'),
  },
];

/** What a row adds to its path's address. */
export const searchOf = ({ by }: Pick<Screen, 'by'>): { by?: string } => (by === undefined ? {} : { by });

/** A row's whole address. */
export const addressOf = ({ path, by }: Pick<Screen, 'path' | 'by'>): string => (by ? `${path}?by=${by}` : path);

/** The rows as they are told to features, which know addresses only. */
export const screensByAddress = screens.map((screen) => ({ ...screen, path: addressOf(screen) }));

/** The row of a path, if that screen exists. */
export const screenAt = (path: string): Screen | undefined => screens.find((screen) => screen.path === path);
