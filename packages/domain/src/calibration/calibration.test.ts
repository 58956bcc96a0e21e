import { describe, expect, it } from 'vitest';
import { agreement, isChosen, isHeld } from './calibration.ts';

const chosenOf = (first: number, many: number, share: number) =>
  Array.from({ length: many }, (_, at) => first + at).filter((id) => isChosen(id, share));

describe('what is checked again', () => {
  it('is about the share that was set, wherever the numbers begin', () => {
    for (const first of [1, 7_000_000, 1_900_000_000]) {
      expect(chosenOf(first, 50_000, 2).length / 50_000).toBeCloseTo(0.02, 2);
      expect(chosenOf(first, 50_000, 12.5).length / 50_000).toBeCloseTo(0.125, 2);
    }
  });

  it('is nothing of none, and all of all', () => {
    expect(chosenOf(1, 5000, 0)).toEqual([]);
    expect(chosenOf(1, 5000, 100)).toHaveLength(5000);
  });

  it('is the same however often one looks, and more of it with a larger share', () => {
    const [few, more] = [chosenOf(1, 5000, 2), chosenOf(1, 5000, 5)];
    expect(chosenOf(1, 5000, 2)).toEqual(few);
    expect(more).toEqual(expect.arrayContaining(few));
  });
});

describe('agreement', () => {
  it('of few is a count, not a share', () => {
    expect(agreement({ checked: 9, agreed: 8 })).toEqual({ checked: 9, agreed: 8, share: null, from: null, to: null });
    expect(agreement({ checked: 0, agreed: 0 }).share).toBeNull();
  });

  it('is a share with the interval it may lie in, reckoned by hand', () => {
    // Wilson, z = 1.96: 45 of 50.
    expect(agreement({ checked: 50, agreed: 45 })).toMatchObject({ share: 90, from: 78.6, to: 95.7 });
    expect(agreement({ checked: 10, agreed: 10 })).toMatchObject({ share: 100, from: 72.2, to: 100 });
  });
});

describe('a check that was begun', () => {
  it('is theirs for a day', () => {
    expect(isHeld('2026-11-20T03:00:00.000Z', '2026-11-21T02:59:59.999Z')).toBe(true);
    expect(isHeld('2026-11-20T03:00:00.000Z', '2026-11-21T03:00:00.000Z')).toBe(false);
    expect(isHeld(null, '2026-11-20T03:00:00.000Z')).toBe(false);
  });
});
