import type { AllowanceRow, DailyEntry } from '@darkroom/contract/allowance/allowance';
import { readFee } from '@darkroom/domain/allowance/read-fee';
import { describe, expect, it } from 'vitest';
import {
  contest,
  keyOf,
  mark,
  redoStep,
  NO_CHANGES,
  resolve,
  savedOf,
  setCells,
  settle,
  shownFees,
  takeRound,
  tryAgain,
  undoStep,
  withEntries,
  type Change,
  type Changes,
} from './sheet-state.ts';

const first = { staff_id: 1, date: '2026-11-02' };
const second = { staff_id: 2, date: '2026-11-02' };
const entry: DailyEntry = { id: 9, version: 3, ...first, parking_fee: 'A', meal_fee: 1, online_fee: 0 };
const rows = [
  { staff_id: 1, daily_allowance: [entry] },
  { staff_id: 2, daily_allowance: [] },
] as unknown as AllowanceRow[];
const saved = savedOf(rows);

describe('a change of the sheet', () => {
  it('goes out as a new entry where there was none, else as the version that was seen', () => {
    const changes = setCells(NO_CHANGES, saved, [
      { ...first, change: { meal_fee: 2 } },
      { ...second, change: { meal_fee: 1 } },
    ]);
    const { add, update } = takeRound(changes, 100);
    expect(add.map(({ staff_id, fees }) => [staff_id, fees.meal_fee])).toEqual([[2, 1]]);
    expect(update.map(({ seen, fees }) => [seen, fees])).toEqual([
      [
        { id: 9, version: 3 },
        { parking_fee: 'A', meal_fee: 2, online_fee: 0 },
      ],
    ]);
  });

  it('that ends where it began is nothing to save', () => {
    const there = setCells(NO_CHANGES, saved, [{ ...first, change: { meal_fee: 2 } }]);
    expect(setCells(there, saved, [{ ...first, change: { meal_fee: 1 } }]).cells.size).toBe(0);
  });

  it('is taken back a step at a time, what was saved already too', () => {
    const one = setCells(NO_CHANGES, saved, [{ ...first, change: { meal_fee: 2 } }]);
    const now = { ...entry, version: 4, meal_fee: 2 as const };
    const settled = settle(one, [...one.cells.values()], [now]);
    expect(settled.cells.size).toBe(0);
    const after = savedOf(withEntries(rows, [now], []));
    const back = undoStep(settled, after);
    expect(shownFees(back, after, first).meal_fee).toBe(1);
    expect(takeRound(back, 9).update[0]?.seen).toEqual({ id: 9, version: 4 });
    expect(undoStep(back, after)).toBe(back);
  });

  it('is not taken back over what somebody else made of the cell since: it asks', () => {
    const one = setCells(NO_CHANGES, saved, [
      { ...first, change: { meal_fee: 2 } },
      { ...second, change: { meal_fee: 1 } },
    ]);
    const mine = { ...entry, version: 4, meal_fee: 2 as const };
    const other: DailyEntry = { ...entry, ...second, id: 10, version: 1, meal_fee: 1, parking_fee: null };
    const settled = settle(one, [...one.cells.values()], [mine, other]);
    const theirs = { ...entry, version: 5, meal_fee: 3 as const };
    const after = savedOf(withEntries(rows, [theirs, other], []));
    const back = undoStep(settled, after);
    expect(back.cells.get(keyOf(first))).toMatchObject({
      fees: { meal_fee: 1 },
      state: { as: 'theirs', current: { version: 5, meal_fee: 3 } },
    });
    // The rest of the step is taken back.
    expect(takeRound(back, 9).update.map(({ seen }) => seen?.id)).toEqual([10]);
    expect(shownFees(resolve(back, [keyOf(first)], 'theirs'), after, first).meal_fee).toBe(3);
    const kept = takeRound(resolve(back, [keyOf(first)], 'mine'), 9).update.find(({ staff_id }) => staff_id === 1);
    expect(kept).toMatchObject({ fees: { meal_fee: 1 }, seen: { id: 9, version: 5 } });
  });

  it('that is asked about stays asked about, whatever is undone or done again meanwhile', () => {
    const one = setCells(NO_CHANGES, saved, [{ ...second, change: { meal_fee: 2 } }]);
    const mine: DailyEntry = { ...entry, ...second, id: 10, version: 1, meal_fee: 2, parking_fee: null };
    const settled = settle(one, [...one.cells.values()], [mine]);
    const after = savedOf(withEntries(rows, [{ ...mine, version: 2, meal_fee: 3 }], []));
    const again = redoStep(undoStep(settled, after), after);
    expect(again.cells.get(keyOf(second))).toMatchObject({
      fees: { meal_fee: 2 },
      state: { as: 'theirs', current: { version: 2, meal_fee: 3 } },
    });
    expect(takeRound(again, 9)).toEqual({ gone: [], add: [], update: [] });
    expect(shownFees(resolve(again, [keyOf(second)], 'theirs'), after, second).meal_fee).toBe(3);
  });

  it('whose answer was lost is saved, where the cell holds what was sent; anything else there asks', () => {
    const sent = setCells(NO_CHANGES, saved, [
      { ...first, change: { meal_fee: 2 } },
      { ...second, change: { meal_fee: 1 } },
    ]);
    const mine: DailyEntry = { ...entry, version: 4, meal_fee: 2 };
    const theirs: DailyEntry = { ...entry, ...second, id: 10, version: 1, meal_fee: 3, parking_fee: null };
    const there = new Map([mine, theirs].map((one) => [keyOf(one), one]));
    const after = contest(sent, [...sent.cells.values()], there);
    expect([...after.cells.keys()]).toEqual([keyOf(second)]);
    expect(after.cells.get(keyOf(second))?.state).toEqual({ as: 'theirs', current: theirs });
  });

  it('is sent again by itself where it was lost on the way, not where it was refused', () => {
    const both = setCells(NO_CHANGES, saved, [
      { ...first, change: { meal_fee: 2 } },
      { ...second, change: { meal_fee: 1 } },
    ]);
    const [one, other] = [...both.cells.values()] as [Change, Change];
    const stood = mark(mark(both, [one], { as: 'refused', why: 'away', lost: true }), [other], {
      as: 'refused',
      why: 'closed',
    });
    const states = (changes: Changes) => [...changes.cells.values()].map(({ state }) => state.as);
    expect(states(tryAgain(stood, true))).toEqual(['waiting', 'refused']);
    expect(states(tryAgain(stood))).toEqual(['waiting', 'waiting']);
  });

  it('made while the one before is saved waits on top of what was saved', () => {
    const one = setCells(NO_CHANGES, saved, [{ ...second, change: { meal_fee: 1 } }]);
    const sent = [...one.cells.values()];
    const two = setCells(mark(one, sent, { as: 'saving' }), saved, [{ ...second, change: { meal_fee: 3 } }]);
    const made = { ...entry, id: 10, version: 1, ...second };
    const then = settle(two, sent, [made]);
    expect(then.cells.get(keyOf(second))).toMatchObject({
      seen: { id: 10, version: 1 },
      fees: { meal_fee: 3 },
      state: { as: 'waiting' },
    });
  });

  it('where somebody was first stands on theirs once it is kept, and goes once theirs is taken', () => {
    const one = setCells(NO_CHANGES, saved, [{ ...second, change: { meal_fee: 1 } }]);
    const theirs = { ...entry, id: 11, version: 5, ...second, meal_fee: 3 as const };
    const asked = mark(one, [...one.cells.values()], { as: 'theirs', current: theirs });
    expect(takeRound(asked, 9)).toEqual({ gone: [], add: [], update: [] });
    expect(takeRound(resolve(asked, [keyOf(second)], 'mine'), 9).update[0]).toMatchObject({
      seen: { id: 11, version: 5 },
      fees: { meal_fee: 1 },
    });
    expect(resolve(asked, [keyOf(second)], 'theirs').cells.size).toBe(0);
  });
});

describe('a value', () => {
  it('is read as people type it, and nothing else becomes one', () => {
    expect(readFee('parking_fee', 'ba')).toEqual({ parking_fee: 'AB' });
    expect(readFee('parking_fee', 'C B A')).toEqual({ parking_fee: 'ABC' });
    expect(readFee('parking_fee', 'AC')).toBeNull();
    expect(readFee('meal_fee', ' 2 ')).toEqual({ meal_fee: 2 });
    expect(readFee('meal_fee', '12')).toBeNull();
    expect(readFee('meal_fee', '1.5')).toBeNull();
    expect(readFee('online_fee', 'x')).toEqual({ online_fee: 1 });
    expect(readFee('online_fee', '')).toEqual({ online_fee: 0 });
    expect(readFee('online_fee', '2')).toBeNull();
  });
});
