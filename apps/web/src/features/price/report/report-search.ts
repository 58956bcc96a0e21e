import { day, oneOf } from '@darkroom/contract/fields';
import { priceReportFilter } from '@darkroom/contract/price/price';
import type { Day } from '@darkroom/domain/calendar/day';
import { listSearch, type SearchOf } from '../../../lib/list-search.ts';
import type { SetSearch } from '../../../lib/use-screen-search.ts';
import { periodIn } from '../../../entities/price/period-filter.tsx';

const { date_from: _from, date_to: _to, ...customers } = priceReportFilter;

/** The price report. Its period is no filter: without days it is this month. */
export const reportList = listSearch(
  { ...customers, sort: oneOf(['customer', 'amount', 'quantity']).default('customer') },
  { beside: { from: day().optional(), to: day().optional() } },
);

export type ReportSearch = SearchOf<typeof reportList>;
export type SetReportSearch = SetSearch<ReportSearch>;

/** The report this address asks for, seen from a day. */
export function reportInput(search: ReportSearch, today: Day) {
  const period = periodIn(search, today);
  const { sort: _sort, ...levels } = reportList.input(search);
  return { date_from: period.from, date_to: period.to, ...levels };
}
