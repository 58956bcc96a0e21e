import { notifyManager } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  discardCells,
  overwriteOtherUsers,
  markFailed,
  markSaved,
  markSent,
  NO_CHANGES,
  NO_DRAFT,
  listUnsavedCells,
  redoStep,
  setCells,
  undoStep,
  type CellEdit,
  type CellState,
  type DraftState,
  type SaveFailure,
  type UnsavedCell,
  type RowChanges,
  type GetSaved,
  type CellKey,
  type Value,
} from './draft.ts';

/** Reads the rows of a grid. Both functions are stable between renders. */
export interface DraftRows<Row> {
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => number;
  /** Returns the saved value of a row's field. */
  readonly savedIn: (row: Row, field: string) => Value;
}

/** Returns the unsaved changes of a grid: made, undone, and compared with other users' saves. */
export function useDraft<Row>({ rows, idOf, savedIn }: DraftRows<Row>) {
  const [draft, setDraft] = useState(NO_DRAFT);
  const getSaved = useMemo<GetSaved>(() => {
    const byId = new Map(rows.map((row) => [idOf(row), row]));
    return ({ id, field }) => {
      const row = byId.get(id);
      return row === undefined ? null : savedIn(row, field);
    };
  }, [rows, idOf, savedIn]);
  const cells = useMemo(() => listUnsavedCells(draft, getSaved), [draft, getSaved]);
  // The newest rows in a ref, so that the setters are stable between renders.
  const newest = useRef(getSaved);
  useLayoutEffect(() => {
    newest.current = getSaved;
  }, [getSaved]);
  const change = useCallback<ChangeDraft>((edit) => setDraft((now) => edit(now, newest.current)), []);
  const actions = useMemo(() => actionsOf(change), [change]);
  return {
    changes: draft.changes,
    cells,
    in: (...states: readonly CellState[]): readonly UnsavedCell[] =>
      cells.filter(({ state }) => states.includes(state)),
    canUndo: draft.past.length > 0,
    ...actions,
  };
}

type ChangeDraft = (edit: (now: DraftState, getSaved: GetSaved) => DraftState) => void;

const actionsOf = (change: ChangeDraft) => ({
  set: (edits: readonly CellEdit[]) => change((now, getSaved) => setCells(now, getSaved, edits)),
  drop: (cellKeys: readonly CellKey[]) => change((now) => discardCells(now, cellKeys)),
  /** Restores dropped changes. Later changes take precedence. */
  restore: (cells: readonly UnsavedCell[]) =>
    change((now, getSaved) => {
      const unchanged = cells.filter(({ id, field }) => !now.changes.get(id)?.has(field));
      return setCells(now, getSaved, unchanged);
    }),
  undo: () => change(undoStep),
  redo: () => change(redoStep),
  /** Clears the steps of Undo. */
  forgetSteps: () => change((now) => ({ ...now, past: [], future: [] })),
  keepMine: (cellKeys: readonly CellKey[]) => change((now, getSaved) => overwriteOtherUsers(now, getSaved, cellKeys)),
  /** Marks rejected or lost changes to be saved again. */
  retry: (cellKeys: readonly CellKey[]) => {
    const cells = cellKeys.map(({ id, field }) => ({ id, field }));
    change((now) => markFailed(now, cells));
  },
  markSent: (cellKeys: readonly CellKey[]) => change((now) => markSent(now, cellKeys)),
  // Runs after the rows show the response, so that no cell flashes its old value.
  markSaved: (saved: readonly CellEdit[]) => notifyManager.schedule(() => change((now) => markSaved(now, saved))),
  markFailed: (failed: readonly (CellKey & { readonly failure?: SaveFailure })[]) =>
    notifyManager.schedule(() => change((now) => markFailed(now, failed))),
});
export type GridDraft = ReturnType<typeof useDraft>;

/** Returns rows with their changes for the grid. A result stays the same object while its row and changes do. */
export function useRowsWithChanges<Row extends object, Shown>(
  rows: readonly Row[],
  idOf: (row: Row) => number,
  changes: GridDraft['changes'],
  make: (row: Row, changes: RowChanges) => Shown,
): readonly Shown[] {
  const [cache] = useState(() => new WeakMap<Row, { make: typeof make; changes: RowChanges; shown: Shown }>());
  return useMemo(
    () =>
      rows.map((row) => {
        const rowChanges = changes.get(idOf(row)) ?? NO_CHANGES;
        const before = cache.get(row);
        if (before?.changes === rowChanges && before.make === make) return before.shown;
        const shown = make(row, rowChanges);
        cache.set(row, { make, changes: rowChanges, shown });
        return shown;
      }),
    [rows, idOf, changes, make, cache],
  );
}

/** Changes within this time are sent together. */
const BATCH_MS = 300;
const MAX_CELLS = 5000;

/** Saves the changes of a draft automatically, one request at a time. `send` marks each cell as saved or failed. */
export function useAutosave(draft: GridDraft, send: (cells: readonly UnsavedCell[]) => Promise<void>): void {
  const [isSending, setSending] = useState(false);
  const waiting = draft.in('waiting');
  const sendBatch = useEffectEvent(async () => {
    const cells = waiting.slice(0, MAX_CELLS);
    setSending(true);
    draft.markSent(cells);
    try {
      await send(cells);
    } finally {
      setSending(false);
    }
  });
  const isWaiting = waiting.length > 0;
  useEffect(() => {
    if (!isWaiting || isSending) return undefined;
    const timer = setTimeout(() => void sendBatch(), BATCH_MS);
    return () => clearTimeout(timer);
  }, [draft.cells, isWaiting, isSending]);

  // Lost changes are sent again as soon as there is a network.
  const sendLost = useEffectEvent(() => draft.retry(draft.in('lost')));
  useEffect(() => {
    const resend = () => sendLost();
    window.addEventListener('online', resend);
    return () => window.removeEventListener('online', resend);
  }, []);
}
