import { describe, expect, it } from 'vitest';
import { calculateAgreement, isSelectedForCheck, isHeld } from './blind-check.ts';

const listSelected = (first: number, many: number, share: number) =>
  Array.from({ length: many }, (_, index) => first + index).filter((id) => isSelectedForCheck(id, share));

describe('selection of blind checks', () => {
  it('the selected share is close to the setting, from any first number', () => {
    for (const first of [1, 7_000_000, 1_900_000_000]) {
      expect(listSelected(first, 50_000, 2).length / 50_000).toBeCloseTo(0.02, 2);
      expect(listSelected(first, 50_000, 12.5).length / 50_000).toBeCloseTo(0.125, 2);
    }
  });

  it('a share of 0 selects nothing, and a share of 100 selects all', () => {
    expect(listSelected(1, 5000, 0)).toEqual([]);
    expect(listSelected(1, 5000, 100)).toHaveLength(5000);
  });

  it('the selection stays the same, and a larger share includes it', () => {
    const [few, more] = [listSelected(1, 5000, 2), listSelected(1, 5000, 5)];
    expect(listSelected(1, 5000, 2)).toEqual(few);
    expect(more).toEqual(expect.arrayContaining(few));
  });
});

describe('agreement', () => {
  it('a small number of checks has a count without a share', () => {
    expect(calculateAgreement({ checked: 9, agreed: 8 })).toEqual({
      checked: 9,
      agreed: 8,
      share: null,
      from: null,
      to: null,
    });
    expect(calculateAgreement({ checked: 0, agreed: 0 }).share).toBeNull();
  });

  it('a share has its confidence interval', () => {
    // Calculation: Wilson, z = 1.96, 45 of 50.
    expect(calculateAgreement({ checked: 50, agreed: 45 })).toMatchObject({ share: 90, from: 78.6, to: 95.7 });
    expect(calculateAgreement({ checked: 10, agreed: 10 })).toMatchObject({ share: 100, from: 72.2, to: 100 });
  });
});

describe('a blind check that was started', () => {
  it('a started blind check is held for a day', () => {
    expect(isHeld('2026-11-20T03:00:00.000Z', '2026-11-21T02:59:59.999Z')).toBe(true);
    expect(isHeld('2026-11-20T03:00:00.000Z', '2026-11-21T03:00:00.000Z')).toBe(false);
    expect(isHeld(null, '2026-11-20T03:00:00.000Z')).toBe(false);
  });
});
