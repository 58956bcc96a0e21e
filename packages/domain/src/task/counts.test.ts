import { describe, expect, it } from 'vitest';
import { countedBefore, differs, fallsTo, fewerThanBefore } from './counts.ts';

describe('a count in rework', () => {
  const of = (x1: number, over: object = {}) => ({ x1, x2: 0, x3: 0, status: 13 as const, rework_of: 10, ...over });

  it('is the whole task’s: lowering it takes pieces off what was delivered', () => {
    expect(fewerThanBefore(of(3), of(10))).toEqual({ counted: 3, delivered: 10 });
    expect(fewerThanBefore({ x1: 2, x2: 4, x3: 3 }, of(10, { status: 14 }))).toEqual({ counted: 9, delivered: 10 });
    expect(fewerThanBefore(of(12), of(14))).toBeNull();
    expect(fewerThanBefore(of(10), of(10))).toBeNull();
    expect(fewerThanBefore(of(6), of(5))).toBeNull();
  });

  it('takes nothing off where nothing was delivered or nothing is redone', () => {
    for (const task of [of(10, { rework_of: 0 }), of(10, { rework_of: null }), of(10, { status: 9 })]) {
      expect(countedBefore(task)).toBeNull();
      expect(fewerThanBefore(of(3), task)).toBeNull();
    }
  });
});

describe('an order that is split among tasks', () => {
  const share = (others: number, uncounted: number) => ({ tasks: 3, others, uncounted });
  const ALONE = { tasks: 1, others: 0, uncounted: 0 };

  it('falls to them in equal parts of what is left', () => {
    expect(fallsTo(36, ALONE)).toBe(36);
    expect(fallsTo(36, share(0, 2))).toBe(12);
    expect(fallsTo(36, share(20, 1))).toBe(8);
    expect(fallsTo(36, share(30, 0))).toBe(6);
    expect(fallsTo(36, share(40, 0))).toBe(0);
  });

  it('is short only once all have counted, and too much as soon as it is', () => {
    expect(differs(36, 18, share(18, 0))).toBeNull();
    expect(differs(36, 18, share(0, 2))).toBeNull();
    expect(differs(36, 10, share(20, 0))).toBe(-6);
    expect(differs(36, 30, share(10, 1))).toBe(4);
    expect(differs(20, 18, ALONE)).toBe(-2);
  });
});
