import { addDays, addMonths, mondayOf, monthOf, type Day } from '../calendar/day.ts';

/** First and last day, both included. */
export interface Days {
  readonly from: Day;
  readonly to: Day;
}

/** Spans of one kind by their first days: days themselves, Mondays of weeks, first days of months. */
export interface Spans {
  readonly span: 'day' | 'week' | 'month';
  /** First day of the first span to first day of the last. */
  readonly firsts: Days;
}

/**
 * Splits a period into the saved units: whole months, then whole weeks, then days. A year therefore costs as little
 * as a quarter, on any start day.
 */
export function splitIntoSpans({ from, to }: Days): Spans[] {
  const first = monthOf(addDays(from, -1)) === monthOf(from) ? addMonths(monthOf(from), 1) : monthOf(from);
  const end = monthOf(addDays(to, 1));
  if (first >= end) return splitIntoWeeks({ from, to });
  return [
    ...splitIntoWeeks({ from, to: addDays(`${first}-01`, -1) }),
    { span: 'month', firsts: { from: `${first}-01`, to: `${addMonths(end, -1)}-01` } },
    ...splitIntoWeeks({ from: `${end}-01`, to }),
  ];
}

/** Splits a period into weeks and days, for figures by week. */
export function splitIntoWeeks({ from, to }: Days): Spans[] {
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
