import { expect, it } from 'vitest';
import { draftReducer, mendAll, NO_DRAFT, type DraftAction, type DraftState, type Source } from './draft.ts';

const source = { name: 'w47.xlsx', notes: { hidden: [] } } as unknown as Source;
const rows = [{ row: 2, cells: { quantity: 5 } }];
const after = (...actions: readonly DraftAction[]): DraftState =>
  actions.reduce(draftReducer, draftReducer(NO_DRAFT, { type: 'load', source, rows }));
const quantityOf = ({ now }: DraftState) => now?.rows[0]?.cells.quantity;
const mend = (quantity: number) => mendAll([2], { quantity });

it('an undone correction can be redone until another change', () => {
  const undo: DraftAction = { type: 'undo' };
  const redo: DraftAction = { type: 'redo' };
  expect(quantityOf(after(mend(6), mend(7), undo, undo))).toBe(5);
  expect(quantityOf(after(mend(6), mend(7), undo, undo, redo, redo, redo))).toBe(7);
  expect(quantityOf(after(mend(6), undo, mend(9), redo))).toBe(9);
  // Refusals of the server are not changes of the user.
  expect(quantityOf(after(mend(6), undo, { type: 'refuse', refused: new Map() }, redo))).toBe(6);
});
