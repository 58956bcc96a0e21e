import { describe, expect, it } from 'vitest';
import { getDeliveredBefore, findDifference, calculateShare, findFewerFigures } from './quantities.ts';

describe('a quantity in rework', () => {
  const createRework = (x1: number, over: object = {}) => ({
    x1,
    x2: 0,
    x3: 0,
    status: 13 as const,
    quantity_before_rework: 10,
    ...over,
  });

  it('a quantity in rework is the whole task’s, so lowering it reduces the delivery', () => {
    expect(findFewerFigures(createRework(3), createRework(10))).toEqual({ counted: 3, delivered: 10 });
    expect(findFewerFigures({ x1: 2, x2: 4, x3: 3 }, createRework(10, { status: 14 }))).toEqual({
      counted: 9,
      delivered: 10,
    });
    expect(findFewerFigures(createRework(12), createRework(14))).toBeNull();
    expect(findFewerFigures(createRework(10), createRework(10))).toBeNull();
    expect(findFewerFigures(createRework(6), createRework(5))).toBeNull();
  });

  it('a lower quantity needs no confirmation when nothing was delivered or is in rework', () => {
    for (const task of [
      createRework(10, { quantity_before_rework: 0 }),
      createRework(10, { quantity_before_rework: null }),
      createRework(10, { status: 9 }),
    ]) {
      expect(getDeliveredBefore(task)).toBeNull();
      expect(findFewerFigures(createRework(3), task)).toBeNull();
    }
  });
});

describe('an order split among tasks', () => {
  const share = (others: number, uncounted: number) => ({ tasks: 3, others, uncounted });
  const ALONE = { tasks: 1, others: 0, uncounted: 0 };

  it('the rest of an order is divided equally among the tasks', () => {
    expect(calculateShare(36, ALONE)).toBe(36);
    expect(calculateShare(36, share(0, 2))).toBe(12);
    expect(calculateShare(36, share(20, 1))).toBe(8);
    expect(calculateShare(36, share(30, 0))).toBe(6);
    expect(calculateShare(36, share(40, 0))).toBe(0);
  });

  it('too small a sum is reported when every task has a quantity, too large a sum at once', () => {
    expect(findDifference(36, 18, share(18, 0))).toBeNull();
    expect(findDifference(36, 18, share(0, 2))).toBeNull();
    expect(findDifference(36, 10, share(20, 0))).toBe(-6);
    expect(findDifference(36, 30, share(10, 1))).toBe(4);
    expect(findDifference(20, 18, ALONE)).toBe(-2);
  });
});
