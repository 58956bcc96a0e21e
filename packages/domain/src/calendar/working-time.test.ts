import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addWork,
  findHoursError,
  isDayClock,
  isWorkingTime,
  minutesOfWeek,
  workBetween,
  createWorkCalendar,
  type DayHours,
  readDayHours,
  writeDayHours,
} from './working-time.ts';

const WORKDAY: DayHours = [
  { from: '08:00', to: '12:00' },
  { from: '13:30', to: '17:30' },
];
const WEEK = [[], WORKDAY, WORKDAY, WORKDAY, WORKDAY, WORKDAY, WORKDAY];
const plain = createWorkCalendar({ week: WEEK, extra_days: [] }, []);

/** Returns the instant of a time in Bangkok: `2026-11-18 17:00`. */
const toInstant = (local: string) => new Date(`${local.replace(' ', 'T')}:00.000+07:00`).toISOString();
const addLocalWork = (calendar: typeof plain, from: string, minutes: number) => {
  const there = new Date(Date.parse(addWork(calendar, toInstant(from), minutes)) + 7 * 3_600_000).toISOString();
  return there.slice(0, 16).replace('T', ' ');
};

describe('working time', () => {
  // 18 November 2026 is a Wednesday.
  it('work continues the next morning when the day ends', () => {
    expect(addLocalWork(plain, '2026-11-18 17:00', 60)).toBe('2026-11-19 08:30');
    expect(addLocalWork(plain, '2026-11-18 23:59', 30)).toBe('2026-11-19 08:30');
    expect(addLocalWork(plain, '2026-11-19 00:00', 30)).toBe('2026-11-19 08:30');
    // In UTC this is still Wednesday.
    expect(addLocalWork(plain, '2026-11-19 06:59', 480)).toBe('2026-11-19 17:30');
  });

  it('work pauses at lunch', () => {
    expect(addLocalWork(plain, '2026-11-18 11:30', 60)).toBe('2026-11-18 14:00');
    expect(addLocalWork(plain, '2026-11-18 12:15', 30)).toBe('2026-11-18 14:00');
    expect(workBetween(plain, toInstant('2026-11-18 12:00'), toInstant('2026-11-18 13:30'))).toBe(0);
    expect(isWorkingTime(plain, toInstant('2026-11-18 12:00'))).toBe(false);
    expect(isWorkingTime(plain, toInstant('2026-11-18 13:30'))).toBe(true);
  });

  it('work ends at the end of a day, not on the next morning', () => {
    expect(addLocalWork(plain, '2026-11-18 08:00', 480)).toBe('2026-11-18 17:30');
    expect(addLocalWork(plain, '2026-11-18 08:00', 240)).toBe('2026-11-18 12:00');
    expect(addLocalWork(plain, '2026-11-18 19:00', 0)).toBe('2026-11-18 19:00');
  });

  it('work pauses on holidays and Sundays', () => {
    const feast = createWorkCalendar({ week: WEEK, extra_days: [] }, ['2026-11-19', '2026-11-20']);
    expect(addLocalWork(feast, '2026-11-18 16:30', 120)).toBe('2026-11-21 09:00');
    expect(workBetween(feast, toInstant('2026-11-18 08:00'), toInstant('2026-11-24 08:00'))).toBe(3 * 480);
    // An order on a Sunday begins on Monday.
    expect(addLocalWork(plain, '2026-11-22 10:00', 60)).toBe('2026-11-23 09:00');
    expect(isWorkingTime(plain, toInstant('2026-11-22 10:00'))).toBe(false);
  });

  it('an extra day has its own hours, even on a Sunday or a holiday', () => {
    const hours = { week: WEEK, extra_days: [{ date: '2026-11-22', hours: [{ from: '09:00', to: '10:00' }] }] };
    expect(addLocalWork(createWorkCalendar(hours, []), '2026-11-21 17:00', 90)).toBe('2026-11-22 10:00');
    expect(addLocalWork(createWorkCalendar(hours, ['2026-11-22']), '2026-11-21 17:00', 91)).toBe('2026-11-23 08:01');
    // An extra day without hours is a day off.
    const off = createWorkCalendar({ week: WEEK, extra_days: [{ date: '2026-11-23', hours: [] }] }, []);
    expect(addLocalWork(off, '2026-11-21 17:00', 90)).toBe('2026-11-24 09:00');
  });

  it('a shift over midnight is two stretches on two days', () => {
    expect(findHoursError([{ from: '22:00', to: '06:00' }])).toEqual({ at: 0, code: 'not_after' });
    const night = [
      { from: '00:00', to: '06:00' },
      { from: '22:00', to: '24:00' },
    ];
    const nights = createWorkCalendar({ week: Array.from({ length: 7 }, () => night), extra_days: [] }, []);
    expect(addLocalWork(nights, '2026-11-18 22:00', 240)).toBe('2026-11-19 02:00');
    expect(isWorkingTime(nights, toInstant('2026-11-18 23:59'))).toBe(true);
    expect(isWorkingTime(nights, toInstant('2026-11-19 00:00'))).toBe(true);
    expect(isWorkingTime(nights, toInstant('2026-11-19 06:00'))).toBe(false);
  });

  it('a calendar without hours does not hang', () => {
    const none = { week: WEEK.map(() => []), extra_days: [{ date: '2026-11-20', hours: WORKDAY }] };
    const calendar = createWorkCalendar(none, ['2026-12-31']);
    expect(minutesOfWeek(none)).toBe(0);
    expect(addLocalWork(calendar, '2026-11-18 08:00', 480)).toBe('2026-11-20 17:30');
    expect(() => addWork(calendar, toInstant('2026-11-18 08:00'), 481)).toThrow(RangeError);
    expect(workBetween(calendar, toInstant('2020-01-01 00:00'), toInstant('2030-01-01 00:00'))).toBe(480);
    expect(() => addWork(plain, toInstant('2026-11-18 08:00'), -1)).toThrow(RangeError);
    expect(() => addWork(plain, toInstant('2026-11-18 08:00'), Number.NaN)).toThrow(RangeError);
  });

  it('wrong hours of a day are found', () => {
    expect(findHoursError(WORKDAY)).toBe(null);
    expect(findHoursError([...WORKDAY].reverse())).toEqual({ at: 1, code: 'overlaps' });
    expect(findHoursError([{ from: '08:00', to: '08:00' }])).toEqual({ at: 0, code: 'not_after' });
    expect(
      findHoursError([
        { from: '08:00', to: '12:00' },
        { from: '12:00', to: '13:00' },
      ]),
    ).toBe(null);
    expect(['00:00', '23:59', '24:00'].every(isDayClock)).toBe(true);
    expect(['24:01', '8:00', '08:60', '', '08:00:00'].some(isDayClock)).toBe(false);
  });
});

const formatClock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
/** Hours of any day: of the ordered cuts, every other piece is worked. */
const dayHours = fc.uniqueArray(fc.integer({ min: 0, max: 1440 }), { maxLength: 6 }).map((cuts): DayHours => {
  const sorted = cuts.toSorted((a, b) => a - b);
  return Array.from({ length: Math.floor(sorted.length / 2) }, (_, k) => ({
    from: formatClock(sorted[2 * k]!),
    to: formatClock(sorted[2 * k + 1]!),
  }));
});
const day = fc.integer({ min: 0, max: 60 }).map((n) => new Date(Date.UTC(2026, 10, 1 + n)).toISOString().slice(0, 10));
const calendars = fc
  .record({
    week: fc.array(dayHours, { minLength: 7, maxLength: 7 }),
    extra_days: fc.uniqueArray(fc.record({ date: day, hours: dayHours }), {
      maxLength: 5,
      selector: (entry) => entry.date,
    }),
    holidays: fc.array(day, { maxLength: 8 }),
  })
  .filter((hours) => minutesOfWeek(hours) >= 60)
  .map(({ holidays, ...hours }) => createWorkCalendar(hours, holidays));
const instants = fc
  .integer({ min: 0, max: 60 * 86_400_000 })
  .map((ms) => new Date(Date.UTC(2026, 10, 1) + ms).toISOString());
const minutes = fc.integer({ min: 0, max: 5000 });

describe('adding and measuring work', () => {
  it('measuring reverses adding, and no earlier instant has the same work', () => {
    fc.assert(
      fc.property(calendars, instants, minutes, (calendar, from, work) => {
        const to = addWork(calendar, from, work);
        expect(workBetween(calendar, from, to)).toBeCloseTo(work, 6);
        if (work > 0) {
          const before = new Date(Date.parse(to) - 1).toISOString();
          expect(workBetween(calendar, from, before)).toBeLessThan(work);
        }
      }),
    );
  });

  it('the parts of a time add up to the whole, and backwards is negative', () => {
    fc.assert(
      fc.property(calendars, instants, instants, instants, (calendar, a, b, c) => {
        const [first, second, third] = [a, b, c].sort() as [string, string, string];
        const whole = workBetween(calendar, first, third);
        expect(workBetween(calendar, first, second) + workBetween(calendar, second, third)).toBeCloseTo(whole, 6);
        expect(workBetween(calendar, third, first)).toBeCloseTo(-whole, 6);
      }),
    );
  });

  it('more work or a later start never ends earlier', () => {
    fc.assert(
      fc.property(calendars, instants, instants, minutes, minutes, (calendar, a, b, some, more) => {
        const [earliest, latest] = [a, b].sort() as [string, string];
        const [less, larger] = [Math.min(some, more), Math.max(some, more)];
        expect(addWork(calendar, earliest, less) <= addWork(calendar, latest, less)).toBe(true);
        expect(addWork(calendar, earliest, less) <= addWork(calendar, earliest, larger)).toBe(true);
      }),
    );
  });

  it('an instant is working time when the next moment is worked', () => {
    fc.assert(
      fc.property(calendars, instants, (calendar, instant) => {
        const next = new Date(Date.parse(instant) + 1).toISOString();
        expect(isWorkingTime(calendar, instant)).toBe(workBetween(calendar, instant, next) > 0);
      }),
    );
  });
});

describe('hours of a day as text', () => {
  it('hours are read in each usual notation', () => {
    const workday = [
      { from: '08:00', to: '12:00' },
      { from: '13:30', to: '17:30' },
    ];
    for (const text of [
      '8-12, 13:30-17:30',
      '08:00–12:00; 13.30 – 17.30',
      '8h-12h, 1330-1730',
      '800-1200,13h30-17h30',
      '08:00–\u206012:00, 13:30–\u206017:30',
    ])
      expect([text, readDayHours(text)]).toEqual([text, workday]);
    expect(readDayHours(writeDayHours(workday))).toEqual(workday);
    expect(readDayHours('22-24')).toEqual([{ from: '22:00', to: '24:00' }]);
    expect(readDayHours('  ')).toEqual([]);
  });

  it('hours are refused when one part is unreadable', () => {
    for (const text of ['8', '8-', 'off', '8-12, noon', '8-25', '8:61-9', '24:01-24:02'])
      expect([text, readDayHours(text)]).toEqual([text, null]);
  });
});
