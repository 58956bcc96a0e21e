import { expect, it } from 'vitest';
import {
  draftReducer,
  correctRows,
  NO_ORDER_DRAFT,
  type DraftAction,
  type DraftState,
  type SheetSource,
} from './draft.ts';

const source = { name: 'w47.xlsx', notes: { hidden: [] } } as unknown as SheetSource;
const rows = [{ row: 2, cells: { quantity: 5 } }];
const applyActions = (...actions: readonly DraftAction[]): DraftState =>
  actions.reduce(draftReducer, draftReducer(NO_ORDER_DRAFT, { type: 'load', source, rows }));
const getQuantity = ({ current }: DraftState) => current?.rows[0]?.cells.quantity;
const correctQuantity = (quantity: number) => correctRows([2], { quantity });

it('an undone correction can be redone until another change', () => {
  const undo: DraftAction = { type: 'undo' };
  const redoAction: DraftAction = { type: 'redo' };
  expect(getQuantity(applyActions(correctQuantity(6), correctQuantity(7), undo, undo))).toBe(5);
  expect(
    getQuantity(applyActions(correctQuantity(6), correctQuantity(7), undo, undo, redoAction, redoAction, redoAction)),
  ).toBe(7);
  expect(getQuantity(applyActions(correctQuantity(6), undo, correctQuantity(9), redoAction))).toBe(9);
  // Refusals of the server are not changes of the user.
  expect(getQuantity(applyActions(correctQuantity(6), undo, { type: 'refuse', refused: new Map() }, redoAction))).toBe(
    6,
  );
});
