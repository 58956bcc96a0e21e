import { describe, expect, it } from 'vitest';
import { DAY_RANGES, getDayRange } from './day-range.ts';

const listRanges = (today: string) =>
  Object.fromEntries(DAY_RANGES.map((name) => [name, Object.values(getDayRange(name, today)).join(' ')]));

describe('ranges of days', () => {
  it('ranges are calculated from a day in the middle of a week', () => {
    expect(listRanges('2026-11-18')).toEqual({
      today: '2026-11-18 2026-11-18',
      yesterday: '2026-11-17 2026-11-17',
      this_week: '2026-11-16 2026-11-22',
      last_week: '2026-11-09 2026-11-15',
      this_month: '2026-11-01 2026-11-30',
      last_month: '2026-10-01 2026-10-31',
    });
  });

  it('a Sunday belongs to the week that began six days before, across a year', () => {
    expect(listRanges('2028-01-02')).toMatchObject({
      this_week: '2027-12-27 2028-01-02',
      last_week: '2027-12-20 2027-12-26',
      last_month: '2027-12-01 2027-12-31',
    });
    expect(getDayRange('last_month', '2028-03-31')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  });
});
