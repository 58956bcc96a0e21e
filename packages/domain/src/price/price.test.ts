import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNumber } from '../number/parse.ts';
import { changePricesByPercent, applyPercent, copyPrices, findRoundingMisses, type PriceLine } from './change.ts';
import { findPeriodName, getPreviousMonth, getPreviousPeriod, getPeriod, PERIODS } from './period.ts';
import { findPriceJumps, findPriceWarnings, type PriceField } from './price.ts';
import { readPriceField, parsePrice } from './parse.ts';
import { calculateLineAmount, sumReportLines } from './report.ts';

const createLine = (service_cat2_id: number, terms: Partial<PriceLine> = {}): PriceLine => ({
  service_cat2_id,
  default_minutes: 8,
  retail_price: 1,
  wholesale_price: 0.8,
  estimate_minutes: 10,
  visible: true,
  enabled: true,
  ...terms,
});
const createEmptyLine = (id: number) =>
  createLine(id, { retail_price: null, wholesale_price: null, estimate_minutes: null, visible: null, enabled: null });

describe('percentage changes', () => {
  it('a percentage change is exact to the thousandth', () => {
    expect(applyPercent(1.005, 10, 1)).toBe(1.106);
    expect(applyPercent(0.29, 3.5, 1)).toBe(0.3);
    expect(applyPercent(0.045, -50, 1)).toBe(0.023);
    expect(applyPercent(2.675, 0, 10)).toBe(2.68);
  });

  it('a price is rounded to the nearest step, half up', () => {
    expect(applyPercent(1.1, 5, 50)).toBe(1.15);
    expect(applyPercent(1.12, 0, 50)).toBe(1.1);
    expect(applyPercent(1.125, 0, 50)).toBe(1.15);
    expect(applyPercent(9.5, 7, 1000)).toBe(10);
  });

  it('a price stays within its limits and has at most three decimals', () => {
    expect(applyPercent(5, -150, 1)).toBe(0);
    expect(applyPercent(1_000_000, 900, 1)).toBe(1_000_000);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000_000 }),
        fc.integer({ min: -200_000, max: 1_000_000 }),
        fc.constantFrom(1, 10, 50, 1000),
        (thousandths, percent, step) => {
          const after = applyPercent(thousandths / 1000, percent / 1000, step);
          expect(after).toBeGreaterThanOrEqual(0);
          expect(parsePrice(after, '.')).toEqual({ ok: true, value: after });
        },
      ),
    );
  });

  it('only changed lines are listed, without lines that have no price', () => {
    const lines = [createLine(1), createLine(2, { retail_price: 0 }), createEmptyLine(3)];
    expect(changePricesByPercent(lines, { fields: ['retail_price'], percent: 10, step: 1 })).toEqual([
      { service_cat2_id: 1, after: { retail_price: 1.1 } },
    ]);
  });
});

describe('a rounding step too coarse for a price', () => {
  const lines = [
    createLine(1, { retail_price: 0.081 }),
    createLine(2, { retail_price: 1.2 }),
    createLine(3, { retail_price: 0.4 }),
    createEmptyLine(4),
  ];

  it('prices that move the wrong way or not at all are listed', () => {
    const change = { fields: ['retail_price'], percent: 1, step: 10 } as const;
    expect(findRoundingMisses(lines, change)).toEqual([
      { service_cat2_id: 1, field: 'retail_price', miss: 'wrong_direction' },
      { service_cat2_id: 3, field: 'retail_price', miss: 'unchanged' },
    ]);
    expect(findRoundingMisses(lines, { ...change, step: 1 })).toEqual([]);
  });

  it('prices at their limits are not listed', () => {
    const ends = [createLine(1, { retail_price: 0 }), createLine(2, { retail_price: 1_000_000 })];
    expect(findRoundingMisses(ends, { fields: ['retail_price'], percent: 10, step: 10 })).toEqual([]);
    expect(findRoundingMisses(lines, { fields: ['retail_price'], percent: 0, step: 10 })).toEqual([]);
  });
});

describe('copying prices', () => {
  const from = [
    createLine(1, { retail_price: 2, wholesale_price: 1.5 }),
    createEmptyLine(2),
    createLine(3, { estimate_minutes: 30 }),
  ];

  it('the selected columns are overwritten and the others stay', () => {
    const change = copyPrices([createLine(1), createLine(2)], from, { fields: ['retail_price'], only_missing: false });
    expect(change).toEqual([{ service_cat2_id: 1, after: { retail_price: 2 } }]);
  });

  it('with only missing prices, existing ones stay and new ones use the catalogue', () => {
    const fields = ['retail_price', 'wholesale_price'] as const;
    const change = copyPrices([createLine(1), createEmptyLine(2), createEmptyLine(3)], from, {
      fields,
      only_missing: true,
    });
    expect(change).toEqual([
      {
        service_cat2_id: 3,
        after: { retail_price: 1, wholesale_price: 0.8, estimate_minutes: 8, visible: true, enabled: true },
      },
    ]);
  });
});

describe('numbers as text', () => {
  it.each([
    ['1.25', '.', 1.25],
    ['1,25', '.', 1.25],
    ['1,25', ',', 1.25],
    ['1,250', '.', 1250],
    ['1.250', ',', 1250],
    ['1.250', '.', 1.25],
    ['0.125', ',', 0.125],
    ['1,250.5', '.', 1250.5],
    ['1.250,5', '.', 1250.5],
    ['1 250', '.', 1250],
    ['1.234.567', '.', 1_234_567],
    ['.5', '.', 0.5],
    ['-0', '.', 0],
    ['-3', '.', -3],
  ] as const)('%s with decimals after "%s" is %d', (text, mark, value) => {
    expect(parseNumber(text, mark)).toEqual({ ok: true, value });
  });

  it.each(['abc', '1e3', '1.2.3', '12,34.5', '$5', '5%', '--1', '١', '1,25,0'])('%s is refused as a number', (text) => {
    expect(parseNumber(text, '.')).toEqual({ ok: false, code: 'not_a_number' });
  });

  it('a number is checked by the rules of its field', () => {
    const readField = (field: PriceField, text: string | number) => {
      const read = readPriceField(field, text, '.');
      return read.ok ? read.value : read.code;
    };
    expect(readField('retail_price', '')).toBe('required');
    expect(readField('retail_price', -0.5)).toBe('too_small');
    expect(readField('retail_price', 0.1234)).toBe('too_many_decimals');
    expect(readField('retail_price', 1_000_000.001)).toBe('too_big');
    expect(readField('estimate_minutes', 2.5)).toBe('not_a_whole_number');
    // The decimal mark of the page does not matter.
    expect([readField('estimate_minutes', '1.000'), readField('estimate_minutes', '1,000')]).toEqual([1000, 1000]);
    expect(readField('visible', 'Không')).toBe(false);
    expect(readField('enabled', 'YES')).toBe(true);
    expect(readField('enabled', 'maybe')).toBe('invalid');
  });
});

describe('price warnings', () => {
  it('a warning appears when retail is below wholesale or a sold service has no price', () => {
    expect(findPriceWarnings(createLine(1), 3)).toEqual([]);
    expect(findPriceWarnings(createLine(1, { retail_price: 0.5 }), 0)).toEqual(['retail_below_wholesale']);
    expect(findPriceWarnings(createLine(1, { enabled: false }), 3)).toEqual(['sold_without_price']);
    expect(findPriceWarnings(createEmptyLine(1), 1)).toEqual(['sold_without_price']);
    expect(findPriceWarnings(createEmptyLine(1), 0)).toEqual([]);
  });
});

describe('a price jump', () => {
  const findJumps = (before: Partial<PriceLine>, after: Partial<PriceLine>) =>
    findPriceJumps(createLine(1, before), createLine(1, after));

  it('an amount jumps when it becomes ten times or a tenth', () => {
    expect(findJumps({ retail_price: 0.65 }, { retail_price: 650 })).toEqual(['retail_price']);
    expect(findJumps({ wholesale_price: 5 }, { wholesale_price: 0.5 })).toEqual(['wholesale_price']);
    expect(findJumps({ retail_price: 0.7 }, { retail_price: 0.07 })).toEqual(['retail_price']);
    expect(findJumps({ retail_price: 0.07 }, { retail_price: 0.7 })).toEqual(['retail_price']);
    expect(findJumps({ retail_price: 1 }, { retail_price: 9.999 })).toEqual([]);
  });

  it('an amount from or to nothing does not jump', () => {
    expect(findPriceJumps(createEmptyLine(1), createLine(1, { retail_price: 5000 }))).toEqual([]);
    expect(findJumps({ retail_price: 0 }, { retail_price: 12 })).toEqual([]);
    expect(findJumps({ retail_price: 12 }, { retail_price: 0 })).toEqual([]);
  });
});

describe('periods', () => {
  it('a period is compared with the previous one of the same length', () => {
    expect(getPreviousPeriod({ from: '2026-03-01', to: '2026-03-31' })).toEqual({
      from: '2026-02-01',
      to: '2026-02-28',
    });
    expect(getPreviousPeriod({ from: '2026-01-01', to: '2026-03-31' })).toEqual({
      from: '2025-10-01',
      to: '2025-12-31',
    });
    expect(getPreviousPeriod({ from: '2026-01-01', to: '2026-12-31' })).toEqual({
      from: '2025-01-01',
      to: '2025-12-31',
    });
    expect(getPreviousPeriod({ from: '2026-11-16', to: '2026-11-22' })).toEqual({
      from: '2026-11-09',
      to: '2026-11-15',
    });
  });

  it('a period has whole months, also across a year', () => {
    expect(getPeriod('last_month', '2026-01-15')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
    expect(getPeriod('last_quarter', '2026-02-28')).toEqual({ from: '2025-10-01', to: '2025-12-31' });
    expect(getPeriod('this_quarter', '2026-11-20')).toEqual({ from: '2026-10-01', to: '2026-12-31' });
    expect(getPeriod('this_month', '2028-02-03')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
    expect(getPeriod('last_year', '2026-11-20')).toEqual({ from: '2025-01-01', to: '2025-12-31' });
    expect(getPreviousMonth('2026-01-31')).toBe('2025-12');
  });

  it('a period is recognised by its name', () => {
    for (const name of PERIODS) expect(findPeriodName(getPeriod(name, '2026-11-20'), '2026-11-20')).toBe(name);
    expect(findPeriodName({ from: '2026-11-02', to: '2026-11-20' }, '2026-11-20')).toBeNull();
  });
});

describe('sums of a report', () => {
  it('sums are exact, and pieces without a price are counted separately', () => {
    const lines = [
      { unit_price: 0.1, quantity: 3 },
      { unit_price: 0.2, quantity: 3 },
      { unit_price: null, quantity: 4 },
    ];
    expect(lines.map(calculateLineAmount)).toEqual([0.3, 0.6, null]);
    expect(sumReportLines(lines)).toEqual({ quantity: 10, amount: 0.9, unpriced: 4, pieces_in_rework: 0 });
  });
});
