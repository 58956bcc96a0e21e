import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addWork,
  hoursTrouble,
  isDayClock,
  isWorking,
  minutesOfWeek,
  workBetween,
  workCalendar,
  type DayHours,
  readDayHours,
  writeDayHours,
} from './working-time.ts';

const WORKDAY: DayHours = [
  { from: '08:00', to: '12:00' },
  { from: '13:30', to: '17:30' },
];
const WEEK = [[], WORKDAY, WORKDAY, WORKDAY, WORKDAY, WORKDAY, WORKDAY];
const plain = workCalendar({ week: WEEK, extra_days: [] }, []);

/** An instant as Bangkok’s clocks show it: `2026-11-18 17:00`. */
const at = (local: string) => new Date(`${local.replace(' ', 'T')}:00.000+07:00`).toISOString();
const added = (calendar: typeof plain, from: string, minutes: number) => {
  const there = new Date(Date.parse(addWork(calendar, at(from), minutes)) + 7 * 3_600_000).toISOString();
  return there.slice(0, 16).replace('T', ' ');
};

describe('working time', () => {
  // 18 November 2026 is a Wednesday.
  it('goes on the next morning where the day ends, whatever midnight lies between', () => {
    expect(added(plain, '2026-11-18 17:00', 60)).toBe('2026-11-19 08:30');
    expect(added(plain, '2026-11-18 23:59', 30)).toBe('2026-11-19 08:30');
    expect(added(plain, '2026-11-19 00:00', 30)).toBe('2026-11-19 08:30');
    // Seven hours before, it was still Wednesday in UTC.
    expect(added(plain, '2026-11-19 06:59', 480)).toBe('2026-11-19 17:30');
  });

  it('stands still at lunch', () => {
    expect(added(plain, '2026-11-18 11:30', 60)).toBe('2026-11-18 14:00');
    expect(added(plain, '2026-11-18 12:15', 30)).toBe('2026-11-18 14:00');
    expect(workBetween(plain, at('2026-11-18 12:00'), at('2026-11-18 13:30'))).toBe(0);
    expect(isWorking(plain, at('2026-11-18 12:00'))).toBe(false);
    expect(isWorking(plain, at('2026-11-18 13:30'))).toBe(true);
  });

  it('is done when its last minute is over, not the next morning', () => {
    expect(added(plain, '2026-11-18 08:00', 480)).toBe('2026-11-18 17:30');
    expect(added(plain, '2026-11-18 08:00', 240)).toBe('2026-11-18 12:00');
    expect(added(plain, '2026-11-18 19:00', 0)).toBe('2026-11-18 19:00');
  });

  it('leaves out holidays and Sundays', () => {
    const feast = workCalendar({ week: WEEK, extra_days: [] }, ['2026-11-19', '2026-11-20']);
    expect(added(feast, '2026-11-18 16:30', 120)).toBe('2026-11-21 09:00');
    expect(workBetween(feast, at('2026-11-18 08:00'), at('2026-11-24 08:00'))).toBe(3 * 480);
    // An order on a Sunday begins on Monday.
    expect(added(plain, '2026-11-22 10:00', 60)).toBe('2026-11-23 09:00');
    expect(isWorking(plain, at('2026-11-22 10:00'))).toBe(false);
  });

  it('has the hours of an extra day, be it a Sunday or a holiday', () => {
    const hours = { week: WEEK, extra_days: [{ date: '2026-11-22', hours: [{ from: '09:00', to: '10:00' }] }] };
    expect(added(workCalendar(hours, []), '2026-11-21 17:00', 90)).toBe('2026-11-22 10:00');
    expect(added(workCalendar(hours, ['2026-11-22']), '2026-11-21 17:00', 91)).toBe('2026-11-23 08:01');
    // An extra day without hours is a day off.
    const off = workCalendar({ week: WEEK, extra_days: [{ date: '2026-11-23', hours: [] }] }, []);
    expect(added(off, '2026-11-21 17:00', 90)).toBe('2026-11-24 09:00');
  });

  it('knows a shift over midnight as the end of one day and the beginning of the next', () => {
    expect(hoursTrouble([{ from: '22:00', to: '06:00' }])).toEqual({ at: 0, code: 'not_after' });
    const night = [
      { from: '00:00', to: '06:00' },
      { from: '22:00', to: '24:00' },
    ];
    const nights = workCalendar({ week: Array.from({ length: 7 }, () => night), extra_days: [] }, []);
    expect(added(nights, '2026-11-18 22:00', 240)).toBe('2026-11-19 02:00');
    expect(isWorking(nights, at('2026-11-18 23:59'))).toBe(true);
    expect(isWorking(nights, at('2026-11-19 00:00'))).toBe(true);
    expect(isWorking(nights, at('2026-11-19 06:00'))).toBe(false);
  });

  it('never hangs on a calendar without hours', () => {
    const none = { week: WEEK.map(() => []), extra_days: [{ date: '2026-11-20', hours: WORKDAY }] };
    const calendar = workCalendar(none, ['2026-12-31']);
    expect(minutesOfWeek(none)).toBe(0);
    expect(added(calendar, '2026-11-18 08:00', 480)).toBe('2026-11-20 17:30');
    expect(() => addWork(calendar, at('2026-11-18 08:00'), 481)).toThrow(RangeError);
    expect(workBetween(calendar, at('2020-01-01 00:00'), at('2030-01-01 00:00'))).toBe(480);
    expect(() => addWork(plain, at('2026-11-18 08:00'), -1)).toThrow(RangeError);
    expect(() => addWork(plain, at('2026-11-18 08:00'), Number.NaN)).toThrow(RangeError);
  });

  it('finds what is wrong with the hours of a day', () => {
    expect(hoursTrouble(WORKDAY)).toBe(null);
    expect(hoursTrouble([...WORKDAY].reverse())).toEqual({ at: 1, code: 'overlaps' });
    expect(hoursTrouble([{ from: '08:00', to: '08:00' }])).toEqual({ at: 0, code: 'not_after' });
    expect(
      hoursTrouble([
        { from: '08:00', to: '12:00' },
        { from: '12:00', to: '13:00' },
      ]),
    ).toBe(null);
    expect(['00:00', '23:59', '24:00'].every(isDayClock)).toBe(true);
    expect(['24:01', '8:00', '08:60', '', '08:00:00'].some(isDayClock)).toBe(false);
  });
});

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
/** Hours of any day: cuts in order, every other piece is worked. */
const dayHours = fc.uniqueArray(fc.integer({ min: 0, max: 1440 }), { maxLength: 6 }).map((cuts): DayHours => {
  const sorted = cuts.toSorted((a, b) => a - b);
  return Array.from({ length: Math.floor(sorted.length / 2) }, (_, k) => ({
    from: clock(sorted[2 * k]!),
    to: clock(sorted[2 * k + 1]!),
  }));
});
const day = fc.integer({ min: 0, max: 60 }).map((n) => new Date(Date.UTC(2026, 10, 1 + n)).toISOString().slice(0, 10));
const calendars = fc
  .record({
    week: fc.array(dayHours, { minLength: 7, maxLength: 7 }),
    extra_days: fc.uniqueArray(fc.record({ date: day, hours: dayHours }), {
      maxLength: 5,
      selector: (one) => one.date,
    }),
    holidays: fc.array(day, { maxLength: 8 }),
  })
  .filter((one) => minutesOfWeek(one) >= 60)
  .map(({ holidays, ...hours }) => workCalendar(hours, holidays));
const instants = fc
  .integer({ min: 0, max: 60 * 86_400_000 })
  .map((ms) => new Date(Date.UTC(2026, 10, 1) + ms).toISOString());
const minutes = fc.integer({ min: 0, max: 5000 });

describe('adding work and measuring it', () => {
  it('undo each other, and nothing earlier would do', () => {
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

  it('measure a whole as the sum of its parts, and backwards as less than none', () => {
    fc.assert(
      fc.property(calendars, instants, instants, instants, (calendar, a, b, c) => {
        const [first, second, third] = [a, b, c].sort() as [string, string, string];
        const whole = workBetween(calendar, first, third);
        expect(workBetween(calendar, first, second) + workBetween(calendar, second, third)).toBeCloseTo(whole, 6);
        expect(workBetween(calendar, third, first)).toBeCloseTo(-whole, 6);
      }),
    );
  });

  it('never end sooner for more work, nor for work that began later', () => {
    fc.assert(
      fc.property(calendars, instants, instants, minutes, minutes, (calendar, a, b, some, more) => {
        const [early, late] = [a, b].sort() as [string, string];
        const [less, most] = [Math.min(some, more), Math.max(some, more)];
        expect(addWork(calendar, early, less) <= addWork(calendar, late, less)).toBe(true);
        expect(addWork(calendar, early, less) <= addWork(calendar, early, most)).toBe(true);
      }),
    );
  });

  it('say the same of an instant as of the moment after it', () => {
    fc.assert(
      fc.property(calendars, instants, (calendar, instant) => {
        const next = new Date(Date.parse(instant) + 1).toISOString();
        expect(isWorking(calendar, instant)).toBe(workBetween(calendar, instant, next) > 0);
      }),
    );
  });
});

describe('hours of a day as people write them', () => {
  it('are read in the ways they are written', () => {
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

  it('are none where one part cannot be read', () => {
    for (const text of ['8', '8-', 'off', '8-12, noon', '8-25', '8:61-9', '24:01-24:02'])
      expect([text, readDayHours(text)]).toEqual([text, null]);
  });
});
