import { describe, expect, it } from 'vitest';
import {
  discardCells,
  overwriteTheirs,
  markFailed,
  markSaved,
  markSent,
  NO_DRAFT,
  listUnsavedCells,
  redoStep,
  setCells,
  getShownValue,
  undoStep,
  type Draft,
  type GetSaved,
  type Value,
} from './draft.ts';

const A = { id: 1, field: 'price' };
const B = { id: 2, field: 'price' };

/** The saved values: A, then B. */
const holds =
  (a: Value, b: Value = null): GetSaved =>
  ({ id }) =>
    id === 1 ? a : b;
const set = (draft: Draft, savedAt: GetSaved, value: Value, spot = A) => setCells(draft, savedAt, [{ ...spot, value }]);
const getStates = (draft: Draft, savedAt: GetSaved) => listUnsavedCells(draft, savedAt).map(({ state }) => state);

describe('changes of a cell', () => {
  it('a change waits to be saved, and disappears with the old value', () => {
    const changed = set(NO_DRAFT, holds(1), 2);
    expect(getStates(changed, holds(1))).toEqual(['waiting']);
    expect(set(changed, holds(1), 1).changes.size).toBe(0);
  });

  it("the objects of other rows' changes stay the same", () => {
    const one = set(NO_DRAFT, holds(1), 2);
    const two = set(one, holds(1), 5, B);
    expect(two.changes.get(1)).toBe(one.changes.get(1));
  });

  it('a change is undone and redone step by step until another change', () => {
    const saved = holds(1);
    const shown = (draft: Draft) => getShownValue(draft, saved, A);
    const two = set(set(NO_DRAFT, saved, 2), saved, 3);
    const none = undoStep(undoStep(two, saved), saved);
    const one = redoStep(none, saved);
    expect([none, one, redoStep(one, saved)].map(shown)).toEqual([1, 2, 3]);
    const other = set(one, saved, 9);
    expect([redoStep(other, saved), undoStep(other, saved)].map(shown)).toEqual([9, 2]);
    expect(undoStep(none, saved)).toBe(none);
  });

  it('a discarded change returns with Undo', () => {
    const discarded = discardCells(set(NO_DRAFT, holds(1), 2), [A]);
    expect(getShownValue(discarded, holds(1), A)).toBe(1);
    expect(getShownValue(undoStep(discarded, holds(1)), holds(1), A)).toBe(2);
  });

  it('a change with invalid text is not saved', () => {
    const wrong = set(NO_DRAFT, holds(1), { text: 'x', code: 'not_a_number' });
    expect(getStates(wrong, holds(1))).toEqual(['unread']);
    expect(set(wrong, holds(1), { text: 'x', code: 'not_a_number' })).toBe(wrong);
  });
});

describe('saving', () => {
  it('saved changes are removed and can still be undone', () => {
    const sent = markSent(set(NO_DRAFT, holds(1), 2), [A]);
    expect(getStates(sent, holds(1))).toEqual(['saving']);
    const done = markSaved(sent, [{ ...A, value: 2 }]);
    expect(getStates(done, holds(2))).toEqual([]);
    const back = undoStep(done, holds(2));
    expect([getShownValue(back, holds(2), A), getStates(back, holds(2))]).toEqual([1, ['waiting']]);
  });

  it('a later change stays on top of the saved one', () => {
    const again = set(markSent(set(NO_DRAFT, holds(null), 1), [A]), holds(null), 3);
    // The rows can show the sent value before the response, which is not another user's change.
    expect(getStates(again, holds(1))).toEqual(['saving']);
    expect(listUnsavedCells(markSaved(again, [{ ...A, value: 1 }]), holds(1))).toMatchObject([
      { value: 3, seen: 1, state: 'waiting' },
    ]);
    // The old value must be sent too.
    const undone = markSaved(undoStep(undoStep(again, holds(1)), holds(1)), [{ ...A, value: 1 }]);
    expect(listUnsavedCells(undone, holds(1))).toMatchObject([{ value: null, state: 'waiting' }]);
  });

  it('a failure shows its reason, and lost changes are separate from waiting ones', () => {
    const sent = markSent(set(set(NO_DRAFT, holds(1), 2), holds(1), 5, B), [A, B]);
    const failed = markFailed(sent, [
      { ...A, failure: { reason: 'closed' } },
      { ...B, failure: { reason: 'away', isLost: true } },
    ]);
    expect(getStates(failed, holds(1))).toEqual(['refused', 'lost']);
    expect(getStates(markFailed(failed, [A, B]), holds(1))).toEqual(['waiting', 'waiting']);
    expect(getStates(set(failed, holds(1), 3), holds(1))).toEqual(['waiting', 'lost']);
  });

  it('a lost change is complete when the rows have its value', () => {
    const lost = markFailed(markSent(set(NO_DRAFT, holds(1), 2), [A]), [
      { ...A, failure: { reason: '', isLost: true } },
    ]);
    expect(getStates(lost, holds(2))).toEqual([]);
  });
});

describe('conflicts with another user', () => {
  it("a conflict is compared with the value at the user's first change", () => {
    const mine = set(set(NO_DRAFT, holds(1), 2), holds(5), 3);
    expect(listUnsavedCells(mine, holds(5))).toMatchObject([{ value: 3, seen: 1, saved: 5, state: 'theirs' }]);
    expect(getStates(overwriteTheirs(mine, holds(5), [A]), holds(5))).toEqual(['waiting']);
    expect(getStates(set(NO_DRAFT, holds(1), 5), holds(5))).toEqual([]);
  });

  it('a conflict is compared with the value when the editor opened', () => {
    const typed = (value: Value) => setCells(NO_DRAFT, holds(5), [{ ...A, value, baseValue: 1 }]);
    expect(getStates(typed(2), holds(5))).toEqual(['theirs']);
    expect(typed(1).changes.size).toBe(0);
  });

  it("a discarded change shows the other user's value, and Undo restores the conflict", () => {
    const taken = discardCells(set(NO_DRAFT, holds(1), 2), [A]);
    expect(getShownValue(taken, holds(5), A)).toBe(5);
    expect(getStates(undoStep(taken, holds(5)), holds(5))).toEqual(['theirs']);
  });

  it('Undo reverts a step except in cells that another user changed', () => {
    const both = setCells(NO_DRAFT, holds(1), [
      { ...A, value: 2 },
      { ...B, value: 7 },
    ]);
    const saved = markSaved(markSent(both, [A, B]), [
      { ...A, value: 2 },
      { ...B, value: 7 },
    ]);
    const back = undoStep(saved, holds(3, 7));
    expect(listUnsavedCells(back, holds(3, 7))).toMatchObject([
      { id: 1, value: 1, state: 'theirs' },
      { id: 2, value: null, state: 'waiting' },
    ]);
    // Undo and Redo together change nothing.
    expect(listUnsavedCells(redoStep(back, holds(3, 7)), holds(3, 7))).toEqual([]);
  });

  it("the cell shows the other user's value when the unsaved change is undone", () => {
    const mine = set(NO_DRAFT, holds(1), 2);
    expect(getShownValue(undoStep(mine, holds(5)), holds(5), A)).toBe(5);
  });
});
