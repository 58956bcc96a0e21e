import { addDays, daysBetween, monthAt, monthOf, type Day, type Month } from '../calendar/day.ts';

/** First and last day, both included. */
export interface PricePeriod {
  readonly from: Day;
  readonly to: Day;
}

/** Date by which a period selects work: the date of the job, or the first completion of its task (decision 151). */
export const COUNTED_BY = ['job_date', 'delivered'] as const;
export type CountedBy = (typeof COUNTED_BY)[number];

/** Periods relative to today. */
export const PERIODS = ['this_month', 'last_month', 'this_quarter', 'last_quarter', 'this_year', 'last_year'] as const;
export type PeriodName = (typeof PERIODS)[number];

/** Creates a period of `count` whole months from a month on. */
function createPeriod(year: number, month: number, count: number): PricePeriod {
  return { from: `${monthAt(year, month)}-01`, to: addDays(`${monthAt(year, month + count)}-01`, -1) };
}

/** Returns the month before the month of a day. */
export const getPreviousMonth = (day: Day): Month => monthAt(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1);

/** Returns the first and last day of a month. */
export const getMonthPeriod = (month: Month): PricePeriod =>
  createPeriod(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 1);

/** Returns the days of a named period, relative to `today`. */
export function getPeriod(name: PeriodName, today: Day): PricePeriod {
  const year = Number(today.slice(0, 4));
  const month = Number(monthOf(today).slice(5));
  const quarter = month - ((month - 1) % 3);
  switch (name) {
    case 'this_month':
      return createPeriod(year, month, 1);
    case 'last_month':
      return createPeriod(year, month - 1, 1);
    case 'this_quarter':
      return createPeriod(year, quarter, 3);
    case 'last_quarter':
      return createPeriod(year, quarter - 3, 3);
    case 'this_year':
      return createPeriod(year, 1, 12);
    case 'last_year':
      return createPeriod(year - 1, 1, 12);
    default: {
      const never: never = name;
      return never;
    }
  }
}

/** Returns the previous period of the same length: as many whole months, otherwise as many days. */
export function getPreviousPeriod({ from, to }: PricePeriod): PricePeriod {
  const [start, end] = [monthOf(from), monthOf(to)];
  const isWholeMonths = from === `${start}-01` && to === getMonthPeriod(end).to;
  if (!isWholeMonths) return { from: addDays(from, -1 - daysBetween(from, to)), to: addDays(from, -1) };
  const count =
    (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(end.slice(5)) - Number(start.slice(5)) + 1;
  return createPeriod(Number(start.slice(0, 4)), Number(start.slice(5)) - count, count);
}

export const findPeriodName = ({ from, to }: PricePeriod, today: Day): PeriodName | null =>
  PERIODS.find((name) => {
    const period = getPeriod(name, today);
    return period.from === from && period.to === to;
  }) ?? null;
