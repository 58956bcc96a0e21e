import {
  BarChartOutlined,
  BookOutlined,
  DollarOutlined,
  FileImageOutlined,
  InboxOutlined,
  SolutionOutlined,
} from '@ant-design/icons';
import { anyOf } from '@darkroom/domain/permission/access';
import { badge, portal, portalFigures, portalHome } from './page-pieces.ts';
import type { Screen } from './screen.ts';

const ofPortal = anyOf('npn_customer');

/** The customers' rows of the table of screens. */
export const PORTAL_SCREENS: readonly Screen[] = [
  {
    path: '/customer-portal/job',
    access: ofPortal,
    area: 'portal',
    label: 'job',
    icon: FileImageOutlined,
    load: portalHome,
    words: ['portal'],
  },
  {
    path: '/customer-portal/contact-us',
    access: ofPortal,
    area: 'portal',
    label: 'contact',
    icon: InboxOutlined,
    load: () => portal('contact'),
    words: ['portal'],
    locks: ['request'],
    badge: badge(() => portal('badge')),
  },
  {
    path: '/customer-portal/prices',
    access: ofPortal,
    area: 'portal',
    label: 'own_prices',
    icon: DollarOutlined,
    load: () => portalFigures('prices'),
    words: ['portal'],
  },
  {
    path: '/customer-portal/report',
    access: ofPortal,
    area: 'portal',
    label: 'report',
    icon: BarChartOutlined,
    load: () => portalFigures('report'),
    words: ['portal', 'price'],
  },
  {
    path: '/customer-portal/detail',
    access: ofPortal,
    area: 'portal',
    label: 'own_details',
    icon: SolutionOutlined,
    load: () => portal('detail'),
    words: ['portal', 'customer'],
  },
];

/** Stands in an area of its own, the last one (spec §2, sidebar). */
export const INFO_HUB_SCREEN: Screen = {
  path: '/customer-portal/infohub',
  access: ofPortal,
  area: 'infohub',
  label: 'infohub',
  icon: BookOutlined,
  load: () => portal('infohub'),
  words: ['portal'],
};
