import { describe, expect, it } from 'vitest';
import {
  discardCells,
  overwriteOtherUsers,
  markFailed,
  markSaved,
  markSent,
  NO_DRAFT,
  listUnsavedCells,
  redoStep,
  setCells,
  getShownValue,
  undoStep,
  type DraftState,
  type GetSaved,
  type Value,
} from './draft.ts';

const A = { id: 1, field: 'price' };
const B = { id: 2, field: 'price' };

/** Returns the saved values: A, then B. */
const createGetSaved =
  (a: Value, b: Value = null): GetSaved =>
  ({ id }) =>
    id === 1 ? a : b;
const set = (draft: DraftState, savedAt: GetSaved, value: Value, cellKey = A) =>
  setCells(draft, savedAt, [{ ...cellKey, value }]);
const getStates = (draft: DraftState, savedAt: GetSaved) => listUnsavedCells(draft, savedAt).map(({ state }) => state);

describe('changes of a cell', () => {
  it('a change waits to be saved, and disappears with the old value', () => {
    const changed = set(NO_DRAFT, createGetSaved(1), 2);
    expect(getStates(changed, createGetSaved(1))).toEqual(['waiting']);
    expect(set(changed, createGetSaved(1), 1).changes.size).toBe(0);
  });

  it("the objects of other rows' changes stay the same", () => {
    const oneChange = set(NO_DRAFT, createGetSaved(1), 2);
    const twoChanges = set(oneChange, createGetSaved(1), 5, B);
    expect(twoChanges.changes.get(1)).toBe(oneChange.changes.get(1));
  });

  it('a change is undone and redone step by step until another change', () => {
    const saved = createGetSaved(1);
    const readShownValue = (draft: DraftState) => getShownValue(draft, saved, A);
    const twoSteps = set(set(NO_DRAFT, saved, 2), saved, 3);
    const undoneDraft = undoStep(undoStep(twoSteps, saved), saved);
    const redoneDraft = redoStep(undoneDraft, saved);
    expect([undoneDraft, redoneDraft, redoStep(redoneDraft, saved)].map(readShownValue)).toEqual([1, 2, 3]);
    const otherChange = set(redoneDraft, saved, 9);
    expect([redoStep(otherChange, saved), undoStep(otherChange, saved)].map(readShownValue)).toEqual([9, 2]);
    expect(undoStep(undoneDraft, saved)).toBe(undoneDraft);
  });

  it('a discarded change returns with Undo', () => {
    const discarded = discardCells(set(NO_DRAFT, createGetSaved(1), 2), [A]);
    expect(getShownValue(discarded, createGetSaved(1), A)).toBe(1);
    expect(getShownValue(undoStep(discarded, createGetSaved(1)), createGetSaved(1), A)).toBe(2);
  });

  it('a change with invalid text is not saved', () => {
    const invalidDraft = set(NO_DRAFT, createGetSaved(1), { text: 'x', code: 'not_a_number' });
    expect(getStates(invalidDraft, createGetSaved(1))).toEqual(['unread']);
    expect(set(invalidDraft, createGetSaved(1), { text: 'x', code: 'not_a_number' })).toBe(invalidDraft);
  });
});

describe('saving', () => {
  it('saved changes are removed and can still be undone', () => {
    const sent = markSent(set(NO_DRAFT, createGetSaved(1), 2), [A]);
    expect(getStates(sent, createGetSaved(1))).toEqual(['saving']);
    const done = markSaved(sent, [{ ...A, value: 2 }]);
    expect(getStates(done, createGetSaved(2))).toEqual([]);
    const revertedDraft = undoStep(done, createGetSaved(2));
    expect([getShownValue(revertedDraft, createGetSaved(2), A), getStates(revertedDraft, createGetSaved(2))]).toEqual([
      1,
      ['waiting'],
    ]);
  });

  it('a later change stays on top of the saved one', () => {
    const again = set(markSent(set(NO_DRAFT, createGetSaved(null), 1), [A]), createGetSaved(null), 3);
    // The rows can show the sent value before the response, which is not another user's change.
    expect(getStates(again, createGetSaved(1))).toEqual(['saving']);
    expect(listUnsavedCells(markSaved(again, [{ ...A, value: 1 }]), createGetSaved(1))).toMatchObject([
      { value: 3, baseValue: 1, state: 'waiting' },
    ]);
    // The old value must be sent too.
    const undone = markSaved(undoStep(undoStep(again, createGetSaved(1)), createGetSaved(1)), [{ ...A, value: 1 }]);
    expect(listUnsavedCells(undone, createGetSaved(1))).toMatchObject([{ value: null, state: 'waiting' }]);
  });

  it('a failure shows its reason, and lost changes are separate from waiting ones', () => {
    const sent = markSent(set(set(NO_DRAFT, createGetSaved(1), 2), createGetSaved(1), 5, B), [A, B]);
    const failed = markFailed(sent, [
      { ...A, failure: { reason: 'closed' } },
      { ...B, failure: { reason: 'away', isLost: true } },
    ]);
    expect(getStates(failed, createGetSaved(1))).toEqual(['refused', 'lost']);
    expect(getStates(markFailed(failed, [A, B]), createGetSaved(1))).toEqual(['waiting', 'waiting']);
    expect(getStates(set(failed, createGetSaved(1), 3), createGetSaved(1))).toEqual(['waiting', 'lost']);
  });

  it('a lost change is complete when the rows have its value', () => {
    const lostDraft = markFailed(markSent(set(NO_DRAFT, createGetSaved(1), 2), [A]), [
      { ...A, failure: { reason: '', isLost: true } },
    ]);
    expect(getStates(lostDraft, createGetSaved(2))).toEqual([]);
  });
});

describe('conflicts with another user', () => {
  it("a conflict is compared with the value at the user's first change", () => {
    const ownDraft = set(set(NO_DRAFT, createGetSaved(1), 2), createGetSaved(5), 3);
    expect(listUnsavedCells(ownDraft, createGetSaved(5))).toMatchObject([
      { value: 3, baseValue: 1, saved: 5, state: 'theirs' },
    ]);
    expect(getStates(overwriteOtherUsers(ownDraft, createGetSaved(5), [A]), createGetSaved(5))).toEqual(['waiting']);
    expect(getStates(set(NO_DRAFT, createGetSaved(1), 5), createGetSaved(5))).toEqual([]);
  });

  it('a conflict is compared with the value when the editor opened', () => {
    const createTypedDraft = (value: Value) => setCells(NO_DRAFT, createGetSaved(5), [{ ...A, value, baseValue: 1 }]);
    expect(getStates(createTypedDraft(2), createGetSaved(5))).toEqual(['theirs']);
    expect(createTypedDraft(1).changes.size).toBe(0);
  });

  it("a discarded change shows the other user's value, and Undo restores the conflict", () => {
    const discardedDraft = discardCells(set(NO_DRAFT, createGetSaved(1), 2), [A]);
    expect(getShownValue(discardedDraft, createGetSaved(5), A)).toBe(5);
    expect(getStates(undoStep(discardedDraft, createGetSaved(5)), createGetSaved(5))).toEqual(['theirs']);
  });

  it('Undo reverts a step except in cells that another user changed', () => {
    const twoCells = setCells(NO_DRAFT, createGetSaved(1), [
      { ...A, value: 2 },
      { ...B, value: 7 },
    ]);
    const saved = markSaved(markSent(twoCells, [A, B]), [
      { ...A, value: 2 },
      { ...B, value: 7 },
    ]);
    const revertedDraft = undoStep(saved, createGetSaved(3, 7));
    expect(listUnsavedCells(revertedDraft, createGetSaved(3, 7))).toMatchObject([
      { id: 1, value: 1, state: 'theirs' },
      { id: 2, value: null, state: 'waiting' },
    ]);
    // Undo and Redo together change nothing.
    expect(listUnsavedCells(redoStep(revertedDraft, createGetSaved(3, 7)), createGetSaved(3, 7))).toEqual([]);
  });

  it("the cell shows the other user's value when the unsaved change is undone", () => {
    const ownDraft = set(NO_DRAFT, createGetSaved(1), 2);
    expect(getShownValue(undoStep(ownDraft, createGetSaved(5)), createGetSaved(5), A)).toBe(5);
  });
});
