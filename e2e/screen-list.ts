import { addMonths, dayOf, daysOfMonth, monthOf } from '@darkroom/domain/calendar/day';
import { toScreenUrl, screens } from '../apps/web/src/app/screens.ts';

/** Returns the viewer of a screen: a superuser for the bureau, a customer for their own portal. */
const getViewer = (path: string) => (path.startsWith('/customer-portal') ? 'customer.lumen-sydney' : 'admin');
const month = monthOf(dayOf(Date.now()));
const LAST_MONTH = addMonths(month, -1);
/** Two whole months and the current one as URL parameters of a report. The days of the demo bureau move with today. */
export const QUARTER = `from=${addMonths(month, -2)}-01&to=${daysOfMonth(month).at(-1)}`;
/** Long lists are checked with twenty rows, because more rows show nothing new. */
export const SCREENS: readonly { who: string | null; path: string }[] = [
  // Home leads each person to one of the other screens.
  ...screens
    .filter(({ path }) => path !== '/')
    .map((screen) => ({
      who: getViewer(screen.path),
      path: `${toScreenUrl(screen)}${screen.by ? '&' : '?'}page_size=20`,
    })),
  { who: 'editor.pte', path: '/job/task' },
  { who: 'qc.pte', path: '/job/task?tab=pool&page_size=20' },
  { who: 'leader.ots', path: '/job/task?assign=true&page_size=20' },
  { who: 'leader.pte', path: '/floor' },
  { who: 'leader.pte', path: '/floor/shift-handover' },
  { who: 'cs', path: '/job?form=new&page_size=20' },
  { who: 'cs', path: '/job?bulk=1&page_size=20' },
  { who: 'cs', path: '/job?imports=1&page_size=20' },
  { who: 'cs', path: '/customer/requests?show=list&page_size=20' },
  { who: 'boss', path: '/setting/metadata?tab=INFO_HUB&article=sending-files' },
  { who: 'boss', path: '/floor/due-dates?tab=forecasts&by=category' },
  { who: 'admin', path: '/setting/webhook?webhook=1' },
  { who: 'admin', path: '/setting/webhook?form=new' },
  { who: 'accountant', path: '/customer/prices?cus=1' },
  { who: 'accountant', path: `/customer/price-report?${QUARTER}` },
  { who: 'customer.lumen-sydney', path: '/customer-portal/contact-us?form=new' },
  { who: 'customer.lumen-sydney', path: `/customer-portal/report?${QUARTER}` },
  { who: 'customer0.lumen', path: '/' },
  { who: 'customer0.lumen', path: '/customer-portal/prices' },
  { who: 'editor.pte', path: `/account/allowance?month=${LAST_MONTH}` },
  { who: 'accountant', path: '/account/allowance' },
  { who: 'editor.pte', path: '/account/work' },
  { who: 'leader.pte', path: `/floor/quality?${QUARTER}` },
  { who: 'editor.pte', path: `/floor/quality?${QUARTER}&task_figure=qc1_yield&part=denominator` },
  { who: 'leader.pte', path: '/job/blind-checks?list=decided' },
  { who: 'qc.pte', path: '/job/blind-checks?tab=checks' },
  { who: 'leader.pte', path: '/job/blind-checks?tab=agreement&span=year' },
  { who: 'qc.pte', path: '/job/blind-checks?tab=agreement' },
  { who: 'leader.ots', path: '/job/blind-checks?tab=advice&span=year' },
  { who: null, path: '/login' },
  { who: null, path: '/forgot-password' },
  { who: 'cs', path: '/forbidden' },
  { who: 'cs', path: '/internal-server-error' },
  { who: 'cs', path: '/no/such/page' },
];
