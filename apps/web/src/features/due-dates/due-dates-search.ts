import { month, oneOf } from '@darkroom/contract/fields';
import { FORECAST_GROUPS, dueDateFilter } from '@darkroom/contract/due-date/report';
import { addMonths, monthOf, type Day, type Month } from '@darkroom/domain/calendar/day';
import { listSearch, type SearchOf } from '../../lib/list-search.ts';

export const TABS = ['on_time', 'forecasts'] as const;
const { month_from: _from, month_to: _to, ...groups } = dueDateFilter;

/** Report of due dates. Its months are not a filter: the default is the last three, including the current month. */
export const dueDateList = listSearch(groups, {
  beside: { from: month().optional(), to: month().optional(), tab: oneOf(TABS).default('on_time') },
});

export type DueDateSearch = SearchOf<typeof dueDateList>;

export interface Months {
  readonly month_from: Month;
  readonly month_to: Month;
}

/** The last `count` months, including the current month. */
export const lastMonths = (count: number, today: Day): Months => ({
  month_from: addMonths(monthOf(today), 1 - count),
  month_to: monthOf(today),
});

/** The same number of months directly before. */
export function monthsBefore({ month_from, month_to }: Months): Months {
  const [from, to] = [month_from, month_to].map((one) => Number(one.slice(0, 4)) * 12 + Number(one.slice(5)));
  const count = to! - from! + 1;
  return { month_from: addMonths(month_from, -count), month_to: addMonths(month_from, -1) };
}

export const monthsIn = ({ from, to }: Pick<DueDateSearch, 'from' | 'to'>, today: Day): Months =>
  from && to && from <= to ? { month_from: from, month_to: to } : lastMonths(3, today);

/** Input of the calls for the URL parameters on a day. */
export const dueDateInput = (search: DueDateSearch, today: Day) => ({
  ...monthsIn(search, today),
  ...dueDateList.input(search),
});

/** Forecasts have no grouping by customer, so they fall back to months. */
export const forecastInput = (search: DueDateSearch, today: Day) => ({
  ...monthsIn(search, today),
  by: FORECAST_GROUPS.find((group) => group === search.by) ?? 'month',
});
