import { addDays, addMonths, mondayOf, monthOf, type Day } from '../calendar/day.ts';

/** Days from the first to the last, both included. */
export interface Days {
  readonly from: Day;
  readonly to: Day;
}

/** Spans of one kind by their first days: the days themselves, the Mondays of weeks, the first of months. */
export interface Spans {
  readonly span: 'day' | 'week' | 'month';
  /** From the first day of the first of them to that of the last. */
  readonly firsts: Days;
}

/**
 * A period as it is read of what is kept by months, weeks and days: the whole months in it, the whole weeks beside them, and the days beside
 * those. Hence a year costs what a quarter does, whatever day it begins.
 */
export function spansOf({ from, to }: Days): Spans[] {
  const first = monthOf(addDays(from, -1)) === monthOf(from) ? addMonths(monthOf(from), 1) : monthOf(from);
  const end = monthOf(addDays(to, 1));
  if (first >= end) return weeksOf({ from, to });
  return [
    ...weeksOf({ from, to: addDays(`${first}-01`, -1) }),
    { span: 'month', firsts: { from: `${first}-01`, to: `${addMonths(end, -1)}-01` } },
    ...weeksOf({ from: `${end}-01`, to }),
  ];
}

/** The same without months: what is told apart by weeks. */
export function weeksOf({ from, to }: Days): Spans[] {
  if (from > to) return [];
  const first = mondayOf(addDays(from, 6));
  const end = mondayOf(addDays(to, 1));
  if (first >= end) return [{ span: 'day', firsts: { from, to } }];
  const spans: Spans[] = [];
  if (from < first) spans.push({ span: 'day', firsts: { from, to: addDays(first, -1) } });
  spans.push({ span: 'week', firsts: { from: first, to: addDays(end, -7) } });
  if (end <= to) spans.push({ span: 'day', firsts: { from: end, to } });
  return spans;
}
