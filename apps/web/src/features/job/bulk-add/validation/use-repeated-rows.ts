import { useEffect, useRef, useState, type Dispatch } from 'react';
import type { DraftAction } from '../draft.ts';
import type { DraftValidation, OrderGridRow } from './validation.ts';

/**
 * Asks, before sending, about rows that repeat an earlier row exactly (decision 085). Sending continues when the rows are validated with
 * the user's choice.
 */
export function useRepeatedRows(
  validation: DraftValidation,
  dispatch: Dispatch<DraftAction>,
  isUpToDate: boolean,
  send: () => void,
) {
  const [rowsInQuestion, setRowsInQuestion] = useState<readonly OrderGridRow[] | null>(null);
  const hasAnswered = useRef(false);
  const { jobs } = validation.totals;
  useEffect(() => {
    if (!hasAnswered.current || !isUpToDate) return;
    hasAnswered.current = false;
    if (jobs > 0) send();
  }, [isUpToDate, jobs, send]);
  const decide = (action: DraftAction) => {
    dispatch(action);
    setRowsInQuestion(null);
    hasAnswered.current = true;
  };
  const rows = rowsInQuestion ?? [];
  return {
    rowsInQuestion,
    ask: () => {
      const repeatedRows = validation.rows.filter((row) => row.repeats !== null);
      if (repeatedRows.length === 0) send();
      else setRowsInQuestion(repeatedRows);
    },
    skip: () =>
      decide({
        type: 'leave_out',
        rows: new Map(
          rows.map(({ sheet, repeats }) => [
            sheet.row,
            [{ field: 'row', code: 'repeats', ...(repeats !== null && { other: repeats }) }],
          ]),
        ),
      }),
    add: () => decide({ type: 'not_duplicate', rows: rows.map(({ sheet }) => sheet.row) }),
    back: () => setRowsInQuestion(null),
  };
}
