import { countedBy, day, id } from '@darkroom/contract/fields';
import type { Day } from '@darkroom/domain/calendar/day';
import { listSearch, type SearchOf } from '../../../lib/list-search.ts';
import { periodIn } from '../../../entities/price/period-filter.tsx';

/** The own price report. Its period is no filter: without days it is this month. */
export const ownReportList = listSearch(
  { counted_by: countedBy(), cus_id1: id().optional() },
  { beside: { from: day().optional(), to: day().optional() } },
);

/** The report this address asks for, seen from a day. */
export function ownReportInput(search: SearchOf<typeof ownReportList>, today: Day) {
  const { from, to } = periodIn(search, today);
  return { date_from: from, date_to: to, ...ownReportList.input(search) };
}
