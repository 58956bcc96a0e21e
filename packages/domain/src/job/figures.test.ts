import { describe, expect, it } from 'vitest';
import { getDifferingAmount, calculateJobFigures, movesToOtherBill, calculateRepricing } from './figures.ts';

const createDetail = (job_detail_id: number, quantity: number, unit_price: number | null) => ({
  job_detail_id,
  quantity,
  unit_price,
});

describe('amount of a job', () => {
  const calculateFigures = (...details: ReturnType<typeof createDetail>[]) => {
    const { amount, unpriced } = calculateJobFigures({
      job_details: details.map((detail) => ({ ...detail, done_quantity: 0 })),
    });
    return { amount, unpriced };
  };

  it('an amount adds up the priced details and counts the pieces without a price', () => {
    expect(calculateFigures(createDetail(1, 24, 0.796), createDetail(2, 60, null))).toEqual({
      amount: 19.104,
      unpriced: 60,
    });
    expect(calculateFigures(createDetail(1, 24, 0.796))).toEqual({ amount: 19.104, unpriced: 0 });
  });

  it('an amount is null, never 0, when no detail has a price', () => {
    expect(calculateFigures(createDetail(1, 60, null))).toEqual({ amount: null, unpriced: 60 });
    expect(calculateFigures()).toEqual({ amount: null, unpriced: 0 });
  });
});

describe('amount in the price report', () => {
  it('a different amount is shown when another quantity is completed than ordered', () => {
    expect(getDifferingAmount({ quantity: 10, done_quantity: 15, unit_price: 0.639 })).toBe(9.585);
    expect(getDifferingAmount({ quantity: 10, done_quantity: 4, unit_price: 0.639 })).toBe(2.556);
    // All pieces are in rework, so nothing is charged until they are completed again.
    expect(getDifferingAmount({ quantity: 10, done_quantity: 0, unit_price: 0.639 }, 10)).toBe(0);
  });

  it.each([
    ['all ordered pieces are completed', { quantity: 10, done_quantity: 10, unit_price: 0.639 }],
    ['nothing is completed yet', { quantity: 10, done_quantity: 0, unit_price: 0.639 }],
    ['there is no price', { quantity: 10, done_quantity: 15, unit_price: null }],
  ])('no different amount is shown when %s', (_why, figures) => expect(getDifferingAmount(figures)).toBe(null));
});

describe('changed prices', () => {
  it('changed prices show the number of details and both amounts', () => {
    const details = [createDetail(1, 10, 0.2), createDetail(2, 5, 1), createDetail(3, 2, null)];
    const prices = [
      { job_detail_id: 1, unit_price: 0.1 },
      { job_detail_id: 2, unit_price: 1 },
      { job_detail_id: 3, unit_price: 2.5 },
    ];
    expect(calculateRepricing(details, prices)).toEqual({ changed: 2, unpriced: 0, before: 7, after: 11 });
  });

  it('a missing price leaves its detail without a price', () => {
    expect(calculateRepricing([createDetail(1, 10, 0.2)], [{ job_detail_id: 1, unit_price: null }])).toEqual({
      changed: 1,
      unpriced: 1,
      before: 2,
      after: 0,
    });
  });
});

describe('a changed date', () => {
  it('a date in another month moves the bill of a completed job only', () => {
    const completed = { job_date: '2026-11-20', job_status: 'COMPLETED' };
    expect(movesToOtherBill(completed, '2026-12-01')).toBe(true);
    expect(movesToOtherBill(completed, '2026-11-01')).toBe(false);
    expect(movesToOtherBill({ ...completed, job_status: 'PENDING' }, '2026-12-01')).toBe(false);
  });
});
