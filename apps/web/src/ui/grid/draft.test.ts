import { describe, expect, it } from 'vitest';
import {
  dropCells,
  keepMine,
  markFailed,
  markSaved,
  markSent,
  NO_DRAFT,
  openCells,
  redoStep,
  setCells,
  shownAt,
  undoStep,
  type Draft,
  type SavedAt,
  type Value,
} from './draft.ts';

const A = { id: 1, field: 'price' };
const B = { id: 2, field: 'price' };

/** The saved values: A, then B. */
const holds =
  (a: Value, b: Value = null): SavedAt =>
  ({ id }) =>
    id === 1 ? a : b;
const set = (draft: Draft, savedAt: SavedAt, value: Value, spot = A) => setCells(draft, savedAt, [{ ...spot, value }]);
const statesOf = (draft: Draft, savedAt: SavedAt) => openCells(draft, savedAt).map(({ state }) => state);

describe('changes of a cell', () => {
  it('a change waits to be saved, and disappears with the old value', () => {
    const changed = set(NO_DRAFT, holds(1), 2);
    expect(statesOf(changed, holds(1))).toEqual(['waiting']);
    expect(set(changed, holds(1), 1).changes.size).toBe(0);
  });

  it("the objects of other rows' changes stay the same", () => {
    const one = set(NO_DRAFT, holds(1), 2);
    const two = set(one, holds(1), 5, B);
    expect(two.changes.get(1)).toBe(one.changes.get(1));
  });

  it('a change is undone and redone step by step until another change', () => {
    const saved = holds(1);
    const shown = (draft: Draft) => shownAt(draft, saved, A);
    const two = set(set(NO_DRAFT, saved, 2), saved, 3);
    const none = undoStep(undoStep(two, saved), saved);
    const one = redoStep(none, saved);
    expect([none, one, redoStep(one, saved)].map(shown)).toEqual([1, 2, 3]);
    const other = set(one, saved, 9);
    expect([redoStep(other, saved), undoStep(other, saved)].map(shown)).toEqual([9, 2]);
    expect(undoStep(none, saved)).toBe(none);
  });

  it('a discarded change returns with Undo', () => {
    const discarded = dropCells(set(NO_DRAFT, holds(1), 2), [A]);
    expect(shownAt(discarded, holds(1), A)).toBe(1);
    expect(shownAt(undoStep(discarded, holds(1)), holds(1), A)).toBe(2);
  });

  it('a change with invalid text is not saved', () => {
    const wrong = set(NO_DRAFT, holds(1), { text: 'x', code: 'not_a_number' });
    expect(statesOf(wrong, holds(1))).toEqual(['unread']);
    expect(set(wrong, holds(1), { text: 'x', code: 'not_a_number' })).toBe(wrong);
  });
});

describe('saving', () => {
  it('saved changes are removed and can still be undone', () => {
    const sent = markSent(set(NO_DRAFT, holds(1), 2), [A]);
    expect(statesOf(sent, holds(1))).toEqual(['saving']);
    const done = markSaved(sent, [{ ...A, value: 2 }]);
    expect(statesOf(done, holds(2))).toEqual([]);
    const back = undoStep(done, holds(2));
    expect([shownAt(back, holds(2), A), statesOf(back, holds(2))]).toEqual([1, ['waiting']]);
  });

  it('a later change stays on top of the saved one', () => {
    const again = set(markSent(set(NO_DRAFT, holds(null), 1), [A]), holds(null), 3);
    // The rows can show the sent value before the answer, which is not another user's change.
    expect(statesOf(again, holds(1))).toEqual(['saving']);
    expect(openCells(markSaved(again, [{ ...A, value: 1 }]), holds(1))).toMatchObject([
      { value: 3, seen: 1, state: 'waiting' },
    ]);
    // The old value must be sent too.
    const undone = markSaved(undoStep(undoStep(again, holds(1)), holds(1)), [{ ...A, value: 1 }]);
    expect(openCells(undone, holds(1))).toMatchObject([{ value: null, state: 'waiting' }]);
  });

  it('a failure shows its reason, and lost changes are separate from waiting ones', () => {
    const sent = markSent(set(set(NO_DRAFT, holds(1), 2), holds(1), 5, B), [A, B]);
    const failed = markFailed(sent, [
      { ...A, failure: { why: 'closed' } },
      { ...B, failure: { why: 'away', isLost: true } },
    ]);
    expect(statesOf(failed, holds(1))).toEqual(['refused', 'lost']);
    expect(statesOf(markFailed(failed, [A, B]), holds(1))).toEqual(['waiting', 'waiting']);
    expect(statesOf(set(failed, holds(1), 3), holds(1))).toEqual(['waiting', 'lost']);
  });

  it('a lost change is complete when the rows have its value', () => {
    const lost = markFailed(markSent(set(NO_DRAFT, holds(1), 2), [A]), [{ ...A, failure: { why: '', isLost: true } }]);
    expect(statesOf(lost, holds(2))).toEqual([]);
  });
});

describe('cells that another user changed', () => {
  it('the cell asks which value stays, compared with the first own change', () => {
    const mine = set(set(NO_DRAFT, holds(1), 2), holds(5), 3);
    expect(openCells(mine, holds(5))).toMatchObject([{ value: 3, seen: 1, saved: 5, state: 'theirs' }]);
    expect(statesOf(keepMine(mine, holds(5), [A]), holds(5))).toEqual(['waiting']);
    expect(statesOf(set(NO_DRAFT, holds(1), 5), holds(5))).toEqual([]);
  });

  it('the comparison begins when the editor opens, and unchanged text sets nothing', () => {
    const typed = (value: Value) => setCells(NO_DRAFT, holds(5), [{ ...A, value, seen: 1 }]);
    expect(statesOf(typed(2), holds(5))).toEqual(['theirs']);
    expect(typed(1).changes.size).toBe(0);
  });

  it('the cell shows theirs without mine, and asks again after Undo', () => {
    const taken = dropCells(set(NO_DRAFT, holds(1), 2), [A]);
    expect(shownAt(taken, holds(5), A)).toBe(5);
    expect(statesOf(undoStep(taken, holds(5)), holds(5))).toEqual(['theirs']);
  });

  it('a step is undone except where it would undo theirs', () => {
    const both = setCells(NO_DRAFT, holds(1), [
      { ...A, value: 2 },
      { ...B, value: 7 },
    ]);
    const saved = markSaved(markSent(both, [A, B]), [
      { ...A, value: 2 },
      { ...B, value: 7 },
    ]);
    const back = undoStep(saved, holds(3, 7));
    expect(openCells(back, holds(3, 7))).toMatchObject([
      { id: 1, value: 1, state: 'theirs' },
      { id: 2, value: null, state: 'waiting' },
    ]);
    // Undo and Redo together change nothing.
    expect(openCells(redoStep(back, holds(3, 7)), holds(3, 7))).toEqual([]);
  });

  it('the cell shows theirs when my unsaved change is undone', () => {
    const mine = set(NO_DRAFT, holds(1), 2);
    expect(shownAt(undoStep(mine, holds(5)), holds(5), A)).toBe(5);
  });
});
