import { describe, expect, it } from 'vitest';
import { hasFixedDays, toMovingSearch, findNamedRanges, resolveDays } from './moving-days.ts';

const FRIDAY = '2026-11-20';

describe('the days of a saved view', () => {
  it('a named range moves with the current day', () => {
    const search = { job_priority: 'Urgent', job_date_from: '2026-11-16', job_date_to: '2026-11-22' };
    expect([...findNamedRanges(search, FRIDAY)]).toEqual([['job_date', 'this_week']]);
    const movingSearch = toMovingSearch(search, FRIDAY);
    expect(movingSearch).toEqual({ job_priority: 'Urgent', job_date_days: 'this_week' });
    expect(resolveDays(movingSearch, FRIDAY)).toEqual(search);
    expect(resolveDays(movingSearch, '2026-12-31')).toMatchObject({
      job_date_from: '2026-12-28',
      job_date_to: '2027-01-03',
    });
    expect(hasFixedDays(movingSearch)).toBe(false);
  });

  it('other days stay, with one end open or not', () => {
    const search = { created_from: '2026-11-03', created_to: '2026-11-05', due_from: FRIDAY };
    expect(toMovingSearch(search, FRIDAY)).toEqual(search);
    expect(resolveDays(search, '2026-12-31')).toEqual(search);
    expect(hasFixedDays(search)).toBe(true);
  });

  it('a view with unknown values stays unchanged', () => {
    expect(resolveDays({ job_date_days: 'next_year', text: 'x' }, FRIDAY)).toEqual({
      job_date_days: 'next_year',
      text: 'x',
    });
  });
});
