import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, nextMonday, dayOf, daysBetween, daysOfMonth, isDay, startOfDay, weekday } from './day.ts';

describe('days in Bangkok', () => {
  it('a day begins at 17:00 UTC of the day before', () => {
    expect(dayOf('2026-11-19T16:59:59.999Z')).toBe('2026-11-19');
    expect(dayOf('2026-11-19T17:00:00.000Z')).toBe('2026-11-20');
    expect(startOfDay('2026-11-20')).toBe('2026-11-19T17:00:00.000Z');
  });

  it('a day is a real date between 2000 and 2100', () => {
    expect(['2026-02-29', '2026-13-01', '1999-12-31', '2101-01-01', '20-11-2026', ''].filter(isDay)).toEqual([]);
    expect(['2024-02-29', '2000-01-01', '2100-12-31'].every(isDay)).toBe(true);
  });

  it('days are added and subtracted exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: -30_000, max: 30_000 }), (n) => {
        expect(daysBetween('2026-11-20', addDays('2026-11-20', n))).toBe(n);
      }),
    );
    expect(weekday('2026-11-22')).toBe(0);
    expect(daysOfMonth('2024-02')).toHaveLength(29);
  });

  it('the coming Monday is one to seven days ahead', () => {
    expect(['2026-11-22', '2026-11-23', '2026-12-31', '2028-02-29'].map(nextMonday)).toEqual([
      '2026-11-23',
      '2026-11-30',
      '2027-01-04',
      '2028-03-06',
    ]);
  });
});
