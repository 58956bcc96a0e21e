import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMonths, daysOfMonth } from '../calendar/day.ts';
import { groupBy } from '../list/group-by.ts';
import { DEFAULT_LOOKUPS, isEmptyDay, MEAL_FEES, PARKING_FEES, type DayFees } from './fees.ts';
import {
  calculateAllowance,
  isPartOfShown,
  isSunday,
  sumAllowances,
  createSundayTest,
  countWorkingDays,
  type AllowanceMonth,
} from './figures.ts';
import { buildFormula } from './formula.ts';

const createDay = (fees: Partial<DayFees> = {}): DayFees => ({
  parking_fee: null,
  meal_fee: null,
  online_fee: 0,
  ...fees,
});
const repeatDay = (n: number, fees: Partial<DayFees>) => Array.from({ length: n }, () => createDay(fees));
const createMonth = (of: Partial<AllowanceMonth>): AllowanceMonth => ({
  month: '2026-10',
  days: [],
  parking: 0,
  lookups: DEFAULT_LOOKUPS,
  ...of,
});

describe('working days', () => {
  it('working days are all days of the month except Sundays', () => {
    expect(['2026-10', '2026-02', '2028-02', '2026-11', '2026-08'].map(countWorkingDays)).toEqual([27, 24, 25, 25, 26]);
    for (let month = '1999-12'; month < '2041-01'; month = addMonths(month, 1)) {
      const sundays = daysOfMonth(month).filter(isSunday);
      expect([month, countWorkingDays(month)]).toEqual([month, daysOfMonth(month).length - sundays.length]);
      expect(daysOfMonth(month).filter(createSundayTest(month))).toEqual(sundays);
    }
  });
});

// Expected values are calculated with the formulas of domain §4, without the code.
describe('a month calculated by hand', () => {
  it('a month of 27 working days has eleven online days', () => {
    const figures = calculateAllowance(
      createMonth({
        month: '2026-10',
        days: [
          ...repeatDay(11, { online_fee: 1, meal_fee: 1 }),
          ...repeatDay(3, { parking_fee: 'A', meal_fee: 2 }),
          ...repeatDay(2, { parking_fee: 'AB' }),
          ...repeatDay(1, { parking_fee: 'ABC', meal_fee: 3 }),
        ],
        parking: 120_000,
      }),
    );
    expect(figures).toEqual({
      working_days: 27,
      online_days: 11,
      daily_transport: 104_000,
      total_transport: 104_000,
      total_meal: 600_000,
      total_internet: 40_740.741,
      total_electricity: 101_851.852,
      total_online: 142_592.593,
      total_allowance: 966_592.593,
    });
  });

  it('a February of 24 working days has every tier once and seven online days', () => {
    const figures = calculateAllowance(
      createMonth({
        month: '2026-02',
        days: [
          ...PARKING_FEES.map((parking_fee) => createDay({ parking_fee })),
          ...MEAL_FEES.map((meal_fee) => createDay({ meal_fee })),
          ...repeatDay(7, { online_fee: 1 }),
        ],
      }),
    );
    expect(figures).toEqual({
      working_days: 24,
      online_days: 7,
      daily_transport: 197_000,
      total_transport: 197_000,
      total_meal: 180_000,
      total_internet: 29_166.667,
      total_electricity: 72_916.667,
      total_online: 102_083.333,
      total_allowance: 479_083.333,
    });
  });

  it('the allowance is calculated for a person who started in mid-February of a leap year', () => {
    const figures = calculateAllowance(
      createMonth({
        month: '2028-02',
        days: [...repeatDay(6, { parking_fee: 'C', meal_fee: 1 }), ...repeatDay(3, { online_fee: 1 })],
        parking: 50_000.5,
      }),
    );
    expect(figures).toEqual({
      working_days: 25,
      online_days: 3,
      daily_transport: 300_000,
      total_transport: 300_000,
      total_meal: 180_000,
      total_internet: 12_000,
      total_electricity: 30_000,
      total_online: 42_000,
      total_allowance: 572_000.5,
    });
  });

  it('a month without entries is worth only its parking', () => {
    expect(calculateAllowance(createMonth({ parking: 70_000 }))).toEqual({
      working_days: 27,
      online_days: 0,
      daily_transport: 0,
      total_transport: 0,
      total_meal: 0,
      total_internet: 0,
      total_electricity: 0,
      total_online: 0,
      total_allowance: 70_000,
    });
  });
});

const amount = fc.integer({ min: 0, max: 1e12 }).map((thousandths) => thousandths / 1000);
const lookups = fc.record({
  transport: fc.record({ A: amount, B: amount, C: amount, AB: amount, BC: amount, ABC: amount }),
  meal: fc.record({ 1: amount, 2: amount, 3: amount }),
  internet: amount,
  electricity: amount,
});
const someDay = fc.record({
  parking_fee: fc.constantFrom(null, ...PARKING_FEES),
  meal_fee: fc.constantFrom(null, ...MEAL_FEES),
  online_fee: fc.constantFrom(0 as const, 1 as const),
});
const someMonth = fc
  .record({ year: fc.integer({ min: 2000, max: 2100 }), number: fc.integer({ min: 1, max: 12 }) })
  .map(({ year, number }) => `${year}-${String(number).padStart(2, '0')}`)
  .chain((name) =>
    fc.record({
      month: fc.constant(name),
      days: fc.array(someDay, { maxLength: daysOfMonth(name).length }),
      parking: amount,
      lookups,
    }),
  );

describe('calculations of any month', () => {
  /** Calculates the exact value as a fraction of big integers, rounded once, half away from zero. */
  const calculateExactly = (of: AllowanceMonth) => {
    const toBigInt = (value: number) => BigInt(Math.round(value * 1000));
    const n = BigInt(daysOfMonth(of.month).filter((d) => new Date(`${d}T00:00:00Z`).getUTCDay() !== 0).length);
    const online = BigInt(of.days.filter((d) => d.online_fee === 1).length);
    let transport = 0n;
    let meal = 0n;
    for (const { parking_fee, meal_fee } of of.days) {
      if (parking_fee) transport += toBigInt(of.lookups.transport[parking_fee]);
      if (meal_fee) meal += toBigInt(of.lookups.meal[meal_fee]);
    }
    const roundQuotient = (over: bigint) => Number((2n * over + n) / (2n * n)) / 1000;
    const internet = toBigInt(of.lookups.internet) * online;
    const electricity = toBigInt(of.lookups.electricity) * online;
    return {
      total_transport: roundQuotient(transport * n),
      total_meal: roundQuotient(meal * n),
      total_internet: roundQuotient(internet),
      total_electricity: roundQuotient(electricity),
      total_online: roundQuotient(internet + electricity),
      total_allowance: roundQuotient((transport + meal + toBigInt(of.parking)) * n + internet + electricity),
    };
  };

  it('figures equal the exact fractions, rounded to a thousandth', () => {
    fc.assert(
      fc.property(someMonth, (of) => {
        expect(calculateAllowance(of)).toMatchObject(calculateExactly(of));
      }),
    );
  });

  it('figures stay the same when equal days are grouped', () => {
    fc.assert(
      fc.property(someMonth, (of) => {
        const alike = groupBy(of.days, (fees) => JSON.stringify(fees));
        const days = [...alike.values()].map((same) => ({ ...same[0]!, times: same.length }));
        expect(calculateAllowance({ ...of, days })).toEqual(calculateAllowance(of));
      }),
    );
  });

  it('figures equal their formulas, with × and ÷ before +', () => {
    fc.assert(
      fc.property(someMonth, (of) => {
        const figures = calculateAllowance(of);
        const names = ['daily_transport', 'total_internet', 'total_online', 'total_meal', 'total_allowance'] as const;
        for (const name of names) {
          const terms: number[] = [];
          for (const { sign, value } of buildFormula(name, of, figures)) {
            if (sign === '×') terms.push(terms.pop()! * value);
            else if (sign === '÷') terms.push(terms.pop()! / value);
            else terms.push(value);
          }
          const result = terms.reduce((all, term) => all + term, 0);
          expect(Math.abs(result - figures[name])).toBeLessThanOrEqual(0.0006 + Math.abs(result) * 1e-12);
        }
      }),
    );
  });

  it('a day without fees is empty', () => {
    expect(
      [createDay(), createDay({ online_fee: 1 }), createDay({ meal_fee: 1 }), createDay({ parking_fee: 'A' })].map(
        isEmptyDay,
      ),
    ).toEqual([true, false, false, false]);
  });
});

describe('figures shown together', () => {
  it('figures and parking add up to the total, without parts of other figures', () => {
    const figures = calculateAllowance(
      createMonth({
        days: [...repeatDay(27, { online_fee: 1, meal_fee: 1 }), ...repeatDay(2, { parking_fee: 'AB' })],
        parking: 120_000,
      }),
    );
    const shown = ['total_transport', 'daily_transport', 'total_meal', 'total_online', 'total_internet'] as const;
    const whole = shown.filter((figure) => !isPartOfShown(figure, shown));
    expect(whole).toEqual(['total_transport', 'total_meal', 'total_online']);
    expect(whole.reduce((sum, figure) => sum + figures[figure], 120_000)).toBe(figures.total_allowance);
  });

  it('a figure is not a part when its whole is not shown', () => {
    expect(isPartOfShown('daily_transport', ['daily_transport', 'total_meal'])).toBe(false);
  });
});

describe('formulas in words', () => {
  it('a formula shows its numbers: 100,000 ÷ 27 working days × 11 online days', () => {
    const of = createMonth({ days: [...repeatDay(11, { online_fee: 1 }), ...repeatDay(2, { parking_fee: 'AB' })] });
    const listParts = (figure: 'total_internet' | 'daily_transport') =>
      buildFormula(figure, of, calculateAllowance(of)).map(({ sign, value, meaning: what }) =>
        `${sign} ${value} ${what}`.trim(),
      );
    expect(listParts('total_internet')).toEqual(['100000 internet', '÷ 27 working_days', '× 11 online_days']);
    expect(listParts('daily_transport')).toEqual(['2 days', '× 13000 transport']);
  });
});

describe('the sum of several people', () => {
  it('the sum adds up the unrounded values of each person', () => {
    const personAllowance = calculateAllowance(createMonth({ days: repeatDay(1, { online_fee: 1 }) }));
    expect(personAllowance.total_internet).toBe(3703.704);
    // 3 × 100,000 ÷ 27 = 11,111.1111…, not 3 × 3,703.704. 3 × 350,000 ÷ 27 = 38,888.8888….
    expect(
      sumAllowances(
        Array.from({ length: 3 }, () => ({ ...personAllowance, parking: 0.001 })),
        createMonth({}),
      ),
    ).toEqual({
      online_days: 3,
      daily_transport: 0,
      total_transport: 0,
      total_meal: 0,
      parking: 0.003,
      total_internet: 11_111.111,
      total_electricity: 27_777.778,
      total_online: 38_888.889,
      total_allowance: 38_888.892,
    });
  });

  it('the sum equals the figures of one person with all the days', () => {
    fc.assert(
      fc.property(someMonth, fc.array(fc.array(someDay, { maxLength: 20 }), { maxLength: 8 }), (of, people) => {
        const parts = people.map((days) => ({ ...calculateAllowance({ ...of, days }), parking: of.parking }));
        const parking = Math.round(of.parking * 1000 * people.length) / 1000;
        const { working_days: _days, ...figures } = calculateAllowance({ ...of, days: people.flat(), parking });
        expect(sumAllowances(parts, of)).toEqual({ ...figures, parking });
      }),
    );
  });
});
