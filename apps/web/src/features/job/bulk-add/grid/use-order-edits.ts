import type { OrderLists } from '@darkroom/domain/order-sheet/lists';
import { useMemo, useState, type Dispatch } from 'react';
import type { CellText } from '../../../../ui/grid/grid-row.tsx';
import { mendAll, type DraftAction, type LeftOut, type CorrectedCells } from '../draft.ts';
import type { ShownRow } from '../validation/validation.ts';
import { rowsWithText, suggestionFor } from './cell-notes.ts';
import { cellsOfText, columnOf, type OrderColumn } from './order-columns.ts';
import { similarRows, type Similar } from './similar-rows.tsx';

/** Edit functions of the order sheet. They stay the same objects until rows or lists change. */
export function useOrderEdits(rows: readonly ShownRow[], lists: OrderLists, dispatch: Dispatch<DraftAction>) {
  const [similar, setSimilar] = useState<Similar | null>(null);
  const edits = useMemo(() => {
    const change = (action: DraftAction, offered: Similar | null = null) => {
      dispatch(action);
      setSimilar(offered);
    };
    return {
      mend: (row: ShownRow, column: OrderColumn, cells: CorrectedCells) =>
        change(mendAll([row.sheet.row], cells), similarRows(rows, row, column, cells)),
      /** Accepts a cell's suggestion in every row with the same text. */
      suggest: (row: ShownRow, column: OrderColumn) => {
        const suggestion = suggestionFor(row, column, lists);
        if (suggestion) change(mendAll(rowsWithText(rows, row, column), { [suggestion.field]: suggestion.text }));
      },
      mendSimilar: ({ rows: same, cells }: Similar) => change(mendAll(same, cells)),
      /** Pasted, filled or cleared texts as one undo step. */
      put: (texts: readonly CellText<ShownRow>[]) => {
        const cells = new Map<number, CorrectedCells>();
        for (const { row, column, text } of texts) {
          const { row: id } = row.sheet;
          cells.set(id, { ...cells.get(id), ...cellsOfText(columnOf(column.key), text) });
        }
        if (cells.size > 0) change({ type: 'mend', cells });
      },
      leaveOut: (left: readonly ShownRow[], isOut: boolean) =>
        dispatch(
          isOut
            ? { type: 'leave_out', rows: new Map(left.map((row) => [row.sheet.row, whyOut(row)])) }
            : { type: 'take_in', rows: left.map(({ sheet }) => sheet.row) },
        ),
      keep: (row: ShownRow) => dispatch({ type: 'not_duplicate', rows: [row.sheet.row] }),
      undo: () => change({ type: 'undo' }),
      redo: () => change({ type: 'redo' }),
    };
  }, [rows, lists, dispatch]);
  return { edits, similar, closeSimilar: () => setSimilar(null) };
}
export type OrderEdits = ReturnType<typeof useOrderEdits>['edits'];

/** Reasons for leaving a row out: all its problems, or none for a valid row. */
const whyOut = (row: ShownRow): LeftOut => [...row.problems, ...row.refused];
