import { month, oneOf } from '@darkroom/contract/fields';
import { FORECAST_GROUPS, dueDateFilter } from '@darkroom/contract/due-date/report';
import { addMonths, monthOf, type Day, type Month } from '@darkroom/domain/calendar/day';
import { listSearch, type SearchOf } from '../../lib/list-search.ts';

export const DUE_DATE_TABS = ['on_time', 'forecasts'] as const;
const { month_from: _from, month_to: _to, ...listFilter } = dueDateFilter;

/** Report of due dates. Its months are not a filter: the default is the last three, including the current month. */
export const dueDateList = listSearch(listFilter, {
  screenState: { from: month().optional(), to: month().optional(), tab: oneOf(DUE_DATE_TABS).default('on_time') },
});

export type DueDateSearch = SearchOf<typeof dueDateList>;

export interface MonthRange {
  readonly month_from: Month;
  readonly month_to: Month;
}

/** Returns the last `count` months, up to the current month. */
export const lastMonths = (count: number, today: Day): MonthRange => ({
  month_from: addMonths(monthOf(today), 1 - count),
  month_to: monthOf(today),
});

/** Returns the period of equal length directly before the selected months. */
export function previousMonths({ month_from, month_to }: MonthRange): MonthRange {
  const [from, to] = [month_from, month_to].map((item) => Number(item.slice(0, 4)) * 12 + Number(item.slice(5)));
  const count = to! - from! + 1;
  return { month_from: addMonths(month_from, -count), month_to: addMonths(month_from, -1) };
}

export const readMonthRange = ({ from, to }: Pick<DueDateSearch, 'from' | 'to'>, today: Day): MonthRange =>
  from && to && from <= to ? { month_from: from, month_to: to } : lastMonths(3, today);

/** Converts the URL parameters to the input of the endpoints on a day. */
export const toDueDateInput = (search: DueDateSearch, today: Day) => ({
  ...readMonthRange(search, today),
  ...dueDateList.input(search),
});

/** Returns the input of the forecasts. They have no grouping by customer, so months are used instead. */
export const toForecastInput = (search: DueDateSearch, today: Day) => ({
  ...readMonthRange(search, today),
  by: FORECAST_GROUPS.find((group) => group === search.by) ?? 'month',
});
