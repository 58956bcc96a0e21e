import { DEFAULT_LOOKUPS } from '@darkroom/domain/allowance/fees';
import { describe, expect, it } from 'vitest';
import { createDailyEntry, createAllowanceRow } from '../../../testing/allowances.ts';
import type { CellChange } from '../../../ui/grid/draft.ts';
import { formatCell, fieldOf, sumLayer, buildMemberMonth, savedValueOf, mergeEntries } from './member-month.ts';

const DAY = '2026-11-02';
const MEAL = fieldOf(DAY, 'meal_fee');
const ENTRY = createDailyEntry({
  id: 9,
  version: 3,
  staff_id: 1,
  date: DAY,
  parking_fee: 'A',
  meal_fee: 1,
});
const ROW = createAllowanceRow(1, 'An', [ENTRY]);
const createPerson = (change: CellChange, row = ROW) =>
  buildMemberMonth('2026-11', DEFAULT_LOOKUPS)(row, new Map([[MEAL, change]]));

describe('month of a member in the sheet', () => {
  it('a change is shown with the saved values of its day and is counted', () => {
    const changed = createPerson({ value: 2, baseValue: 1 });
    expect(changed.fees.get(DAY)).toEqual({
      parking_fee: 'A',
      meal_fee: 2,
      online_fee: 0,
    });
    expect([formatCell(changed, DAY, 'meal_fee'), formatCell(changed, DAY, 'parking_fee')]).toEqual(['2', 'A']);
    expect(sumLayer('meal_fee', changed.counted)).toBe(2);
  });

  it('failed changes are counted, refused and conflicting changes are not', () => {
    const sums = [
      createPerson({ value: 2, baseValue: 1, failure: { reason: '', isLost: true } }),
      createPerson({ value: 2, baseValue: 1, failure: { reason: '' } }),
      createPerson({ value: 2, baseValue: 3 }),
    ].map(({ counted }) => sumLayer('meal_fee', counted));
    expect(sums).toEqual([2, 1, 1]);
  });

  it('an invalid text is shown while its saved value is counted', () => {
    const invalid = createPerson({
      value: { text: 'x', code: 'not_accepted' },
      baseValue: 1,
    });
    expect([formatCell(invalid, DAY, 'meal_fee'), sumLayer('meal_fee', invalid.counted)]).toEqual(['x', 1]);
  });
});

describe('saved entries in the rows', () => {
  it('rows gain new entries, lose removed ones, and stay identical when unchanged', () => {
    const otherRow = createAllowanceRow(2, 'Bình', []);
    const [an, same] = mergeEntries([ROW, otherRow], [{ ...ENTRY, version: 4, meal_fee: 3 }], []);
    expect(savedValueOf(an!, MEAL)).toBe(3);
    expect(same).toBe(otherRow);
    const [without] = mergeEntries([ROW], [], [9]);
    expect(savedValueOf(without!, MEAL)).toBeNull();
    const [, added] = mergeEntries([ROW, otherRow], [{ ...ENTRY, id: 10, staff_id: 2 }], []);
    expect(savedValueOf(added!, MEAL)).toBe(1);
  });
});
