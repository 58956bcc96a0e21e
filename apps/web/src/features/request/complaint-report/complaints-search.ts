import { complaintFilter } from '@darkroom/contract/request/complaint';
import { day } from '@darkroom/contract/fields';
import type { Day } from '@darkroom/domain/calendar/day';
import { listSearch, type SearchOf } from '../../../lib/list-search.ts';
import type { SetSearch } from '../../../lib/use-screen-search.ts';
import { readPeriod } from '../../../entities/price/period-filter.tsx';

const { date_from: _from, date_to: _to, ...groupFilters } = complaintFilter;

/** The list of complaints. Without days in the URL, the period is the current month. */
export const complaintList = listSearch(groupFilters, {
  screenState: { from: day().optional(), to: day().optional() },
});

export type ComplaintSearch = SearchOf<typeof complaintList>;
export type SetComplaintSearch = SetSearch<ComplaintSearch>;

/** Returns the input for these URL parameters and the current day. */
export function toComplaintInput(search: ComplaintSearch, today: Day) {
  const period = readPeriod(search, today);
  return { date_from: period.from, date_to: period.to, ...complaintList.input(search) };
}
