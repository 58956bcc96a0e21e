import { FIRST_LOOKUPS } from '@darkroom/domain/allowance/fees';
import { describe, expect, it } from 'vitest';
import { entryOf, personOf } from '../../../testing/allowances.ts';
import type { Change } from '../../../ui/grid/draft.ts';
import { cellText, fieldOf, layerSum, makePerson, savedIn, withEntries } from './person.ts';

const DAY = '2026-11-02';
const MEAL = fieldOf(DAY, 'meal_fee');
const ENTRY = entryOf({
  id: 9,
  version: 3,
  staff_id: 1,
  date: DAY,
  parking_fee: 'A',
  meal_fee: 1,
});
const ROW = personOf(1, 'An', [ENTRY]);
const person = (change: Change, row = ROW) => makePerson('2026-11', FIRST_LOOKUPS)(row, new Map([[MEAL, change]]));

describe('month of a member in the sheet', () => {
  it('a change is shown with the saved values of its day and is counted', () => {
    const changed = person({ value: 2, seen: 1 });
    expect(changed.fees.get(DAY)).toEqual({
      parking_fee: 'A',
      meal_fee: 2,
      online_fee: 0,
    });
    expect([cellText(changed, DAY, 'meal_fee'), cellText(changed, DAY, 'parking_fee')]).toEqual(['2', 'A']);
    expect(layerSum('meal_fee', changed.counted)).toBe(2);
  });

  it('failed changes are counted, refused and conflicting changes are not', () => {
    const sums = [
      person({ value: 2, seen: 1, failure: { why: '', isLost: true } }),
      person({ value: 2, seen: 1, failure: { why: '' } }),
      person({ value: 2, seen: 3 }),
    ].map(({ counted }) => layerSum('meal_fee', counted));
    expect(sums).toEqual([2, 1, 1]);
  });

  it('an invalid text is shown while its saved value is counted', () => {
    const wrong = person({
      value: { text: 'x', code: 'not_accepted' },
      seen: 1,
    });
    expect([cellText(wrong, DAY, 'meal_fee'), layerSum('meal_fee', wrong.counted)]).toEqual(['x', 1]);
  });
});

describe('saved entries in the rows', () => {
  it('rows gain new entries, lose removed ones, and stay identical when unchanged', () => {
    const other = personOf(2, 'Bình', []);
    const [an, same] = withEntries([ROW, other], [{ ...ENTRY, version: 4, meal_fee: 3 }], []);
    expect(savedIn(an!, MEAL)).toBe(3);
    expect(same).toBe(other);
    const [without] = withEntries([ROW], [], [9]);
    expect(savedIn(without!, MEAL)).toBeNull();
    const [, added] = withEntries([ROW, other], [{ ...ENTRY, id: 10, staff_id: 2 }], []);
    expect(savedIn(added!, MEAL)).toBe(1);
  });
});
