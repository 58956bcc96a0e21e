import type { OrderLists } from '@darkroom/domain/order-sheet/lists';
import { useMemo, useState, type Dispatch } from 'react';
import type { CellText } from '../../../../ui/grid/grid-row.tsx';
import { correctRows, type DraftAction, type LeaveOutReasons, type CorrectedCells } from '../draft.ts';
import type { OrderGridRow } from '../validation/validation.ts';
import { findRowsWithText, findSuggestion } from './cell-notes.ts';
import { parseCells, findColumn, type OrderColumn } from './order-columns.ts';
import { findSimilarRows, type SimilarCorrection } from './similar-rows.tsx';

/** Returns the edit functions of the order sheet. The functions stay the same objects until rows or lists change. */
export function useOrderEdits(rows: readonly OrderGridRow[], lists: OrderLists, dispatch: Dispatch<DraftAction>) {
  const [similar, setSimilar] = useState<SimilarCorrection | null>(null);
  const edits = useMemo(() => {
    const change = (action: DraftAction, newSimilar: SimilarCorrection | null = null) => {
      dispatch(action);
      setSimilar(newSimilar);
    };
    return {
      correct: (row: OrderGridRow, column: OrderColumn, cells: CorrectedCells) =>
        change(correctRows([row.sheet.row], cells), findSimilarRows(rows, row, column, cells)),
      /** Accepts a cell's suggestion in every row with the same text. */
      acceptSuggestion: (row: OrderGridRow, column: OrderColumn) => {
        const suggestion = findSuggestion(row, column, lists);
        if (suggestion)
          change(correctRows(findRowsWithText(rows, row, column), { [suggestion.field]: suggestion.text }));
      },
      correctSimilar: ({ rows: rowNumbers, cells }: SimilarCorrection) => change(correctRows(rowNumbers, cells)),
      /** Applies pasted, filled or cleared texts as one undo step. */
      putTexts: (texts: readonly CellText<OrderGridRow>[]) => {
        const cells = new Map<number, CorrectedCells>();
        for (const { row, column, text } of texts) {
          const { row: id } = row.sheet;
          cells.set(id, { ...cells.get(id), ...parseCells(findColumn(column.key), text) });
        }
        if (cells.size > 0) change({ type: 'correct', cells });
      },
      setLeftOut: (changedRows: readonly OrderGridRow[], isLeftOut: boolean) =>
        dispatch(
          isLeftOut
            ? { type: 'leave_out', rows: new Map(changedRows.map((row) => [row.sheet.row, getLeaveOutReasons(row)])) }
            : { type: 'take_in', rows: changedRows.map(({ sheet }) => sheet.row) },
        ),
      keepDuplicate: (row: OrderGridRow) => dispatch({ type: 'not_duplicate', rows: [row.sheet.row] }),
      undo: () => change({ type: 'undo' }),
      redo: () => change({ type: 'redo' }),
    };
  }, [rows, lists, dispatch]);
  return { edits, similar, closeSimilar: () => setSimilar(null) };
}
export type OrderEdits = ReturnType<typeof useOrderEdits>['edits'];

/** Returns the reasons for leaving a row out: all its problems, or none for a valid row. */
const getLeaveOutReasons = (row: OrderGridRow): LeaveOutReasons => [...row.problems, ...row.refused];
