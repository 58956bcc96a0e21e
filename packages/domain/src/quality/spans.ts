import { addDays, mondayOf, type Day } from '../calendar/day.ts';

/** Days from the first to the last, both included. */
export interface Days {
  readonly from: Day;
  readonly to: Day;
}

/**
 * A period as it is read of what is kept by weeks and by days: the whole weeks in it (their Mondays, from the first to the last), and
 * the days before and after them. Hence a year costs what a quarter does, whatever day it begins.
 */
export function spansOf({ from, to }: Days): { weeks: Days | null; days: Days[] } {
  const first = mondayOf(addDays(from, 6));
  const end = mondayOf(addDays(to, 1));
  if (first >= end) return { weeks: null, days: [{ from, to }] };
  const days: Days[] = [];
  if (from < first) days.push({ from, to: addDays(first, -1) });
  if (end <= to) days.push({ from: end, to });
  return { weeks: { from: first, to: addDays(end, -7) }, days };
}
