import { addDays, daysOfMonth, monthOf, weekday, type Day } from './day.ts';

/** Ranges of days relative to today, which filter a list of work. */
export const DAY_RANGES = ['today', 'yesterday', 'this_week', 'last_week', 'this_month', 'last_month'] as const;
export type DayRangeName = (typeof DAY_RANGES)[number];

/** First and last day, both included. */
export interface DayRange {
  readonly from: Day;
  readonly to: Day;
}

function getMonthRange(day: Day): DayRange {
  const days = daysOfMonth(monthOf(day));
  return { from: days[0] ?? day, to: days.at(-1) ?? day };
}

/** Returns the days of a named range, relative to `today`. Weeks begin on Monday. */
export function getDayRange(name: DayRangeName, today: Day): DayRange {
  const monday = addDays(today, -((weekday(today) + 6) % 7));
  switch (name) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'this_week':
      return { from: monday, to: addDays(monday, 6) };
    case 'last_week':
      return { from: addDays(monday, -7), to: addDays(monday, -1) };
    case 'this_month':
      return getMonthRange(today);
    case 'last_month':
      return getMonthRange(addDays(getMonthRange(today).from, -1));
    default: {
      const never: never = name;
      return never;
    }
  }
}
