import { useEffect, useRef, useState, type Dispatch } from 'react';
import type { DraftAction } from '../draft.ts';
import type { DraftValidation, ShownRow } from './validation.ts';

/**
 * Asks, before sending, about rows that repeat an earlier row exactly (decision 085). Sending continues when the rows are validated with
 * the answer.
 */
export function useRepeats(
  judgement: DraftValidation,
  dispatch: Dispatch<DraftAction>,
  settled: boolean,
  send: () => void,
) {
  const [asked, setAsked] = useState<readonly ShownRow[] | null>(null);
  const answered = useRef(false);
  const { jobs } = judgement.totals;
  useEffect(() => {
    if (!answered.current || !settled) return;
    answered.current = false;
    if (jobs > 0) send();
  }, [settled, jobs, send]);
  const decide = (action: DraftAction) => {
    dispatch(action);
    setAsked(null);
    answered.current = true;
  };
  const rows = asked ?? [];
  return {
    asked,
    ask: () => {
      const repeats = judgement.rows.filter((row) => row.repeats !== null);
      if (repeats.length === 0) send();
      else setAsked(repeats);
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
    back: () => setAsked(null),
  };
}
