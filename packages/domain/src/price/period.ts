import { addDays, daysBetween, monthAt, monthOf, type Day, type Month } from '../calendar/day.ts';

/** Days from the first to the last, both included. */
export interface Period {
  readonly from: Day;
  readonly to: Day;
}

/** What the days of a period are: those of the jobs, or those on which their tasks were first completed (decision 151). */
export const COUNTED_BY = ['job_date', 'delivered'] as const;
export type CountedBy = (typeof COUNTED_BY)[number];

/** Periods that follow from the day it is. */
export const PERIODS = ['this_month', 'last_month', 'this_quarter', 'last_quarter', 'this_year', 'last_year'] as const;
export type PeriodName = (typeof PERIODS)[number];

/** `count` months from the first one, whole. */
function months(year: number, month: number, count: number): Period {
  return { from: `${monthAt(year, month)}-01`, to: addDays(`${monthAt(year, month + count)}-01`, -1) };
}

/** The month before the one a day is in. */
export const monthBefore = (day: Day): Month => monthAt(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1);

/** The first and the last day of a month. */
export const monthPeriod = (month: Month): Period => months(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 1);

/** The days of a named period, seen from a day. */
export function periodOf(name: PeriodName, today: Day): Period {
  const year = Number(today.slice(0, 4));
  const month = Number(monthOf(today).slice(5));
  const quarter = month - ((month - 1) % 3);
  switch (name) {
    case 'this_month':
      return months(year, month, 1);
    case 'last_month':
      return months(year, month - 1, 1);
    case 'this_quarter':
      return months(year, quarter, 3);
    case 'last_quarter':
      return months(year, quarter - 3, 3);
    case 'this_year':
      return months(year, 1, 12);
    case 'last_year':
      return months(year - 1, 1, 12);
    default: {
      const never: never = name;
      return never;
    }
  }
}

/** The period before one, as long as it: as many months where it is whole months, else as many days. */
export function periodBefore({ from, to }: Period): Period {
  const [start, end] = [monthOf(from), monthOf(to)];
  const whole = from === `${start}-01` && to === monthPeriod(end).to;
  if (!whole) return { from: addDays(from, -1 - daysBetween(from, to)), to: addDays(from, -1) };
  const count =
    (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(end.slice(5)) - Number(start.slice(5)) + 1;
  return months(Number(start.slice(0, 4)), Number(start.slice(5)) - count, count);
}

/** The name of a period, where it has one; null for any other. */
export const nameOfPeriod = ({ from, to }: Period, today: Day): PeriodName | null =>
  PERIODS.find((name) => {
    const period = periodOf(name, today);
    return period.from === from && period.to === to;
  }) ?? null;
