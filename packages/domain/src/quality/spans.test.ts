import { describe, expect, it } from 'vitest';
import { addDays, addMonths, daysBetween, monthOf, type Day } from '../calendar/day.ts';
import { splitIntoSpans, splitIntoWeeks, type Spans } from './spans.ts';

/** Returns all days of the spans, in order. */
const listDaysIn = (spans: readonly Spans[]): Day[] =>
  spans.flatMap(({ span, firsts: { from, to } }) => {
    const end = span === 'day' ? to : span === 'week' ? addDays(to, 6) : addDays(`${addMonths(monthOf(to), 1)}-01`, -1);
    return Array.from({ length: daysBetween(from, end) + 1 }, (_, n) => addDays(from, n));
  });
const listEveryDay = (from: Day, to: Day) =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, n) => addDays(from, n));

describe('spans of a period', () => {
  it('a period is split into whole months, then weeks, then days', () => {
    expect(splitIntoSpans({ from: '2026-01-15', to: '2026-03-10' })).toEqual([
      { span: 'day', firsts: { from: '2026-01-15', to: '2026-01-18' } },
      { span: 'week', firsts: { from: '2026-01-19', to: '2026-01-19' } },
      { span: 'day', firsts: { from: '2026-01-26', to: '2026-01-31' } },
      { span: 'month', firsts: { from: '2026-02-01', to: '2026-02-01' } },
      { span: 'day', firsts: { from: '2026-03-01', to: '2026-03-01' } },
      { span: 'week', firsts: { from: '2026-03-02', to: '2026-03-02' } },
      { span: 'day', firsts: { from: '2026-03-09', to: '2026-03-10' } },
    ]);
    expect(splitIntoSpans({ from: '2026-01-01', to: '2026-12-31' })).toEqual([
      { span: 'month', firsts: { from: '2026-01-01', to: '2026-12-01' } },
    ]);
  });

  it('each day of a period is in exactly one span', () => {
    for (let start = 0; start < 40; start += 3)
      for (const length of [1, 2, 6, 7, 8, 13, 14, 29, 31, 60, 92, 366]) {
        const from = addDays('2026-01-20', start);
        const to = addDays(from, length - 1);
        expect(listDaysIn(splitIntoSpans({ from, to })), `${from} ${to}`).toEqual(listEveryDay(from, to));
        expect(listDaysIn(splitIntoWeeks({ from, to })), `${from} ${to}`).toEqual(listEveryDay(from, to));
      }
  });
});
