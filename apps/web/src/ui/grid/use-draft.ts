import { notifyManager } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  dropCells,
  keepMine,
  markFailed,
  markSaved,
  markSent,
  NO_CHANGES,
  NO_DRAFT,
  openCells,
  redoStep,
  setCells,
  undoStep,
  type CellEdit,
  type CellState,
  type Draft,
  type Failure,
  type OpenCell,
  type RowChanges,
  type SavedAt,
  type Spot,
  type Value,
} from './draft.ts';

/** Reads the rows of a grid. Both functions are stable between renders. */
export interface DraftRows<Row> {
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => number;
  /** The saved value of a row's field. */
  readonly savedIn: (row: Row, field: string) => Value;
}

/** The unsaved changes of a grid: made, undone, and compared with other users' saves. */
export function useDraft<Row>({ rows, idOf, savedIn }: DraftRows<Row>) {
  const [draft, setDraft] = useState(NO_DRAFT);
  const savedAt = useMemo<SavedAt>(() => {
    const byId = new Map(rows.map((row) => [idOf(row), row]));
    return ({ id, field }) => {
      const row = byId.get(id);
      return row === undefined ? null : savedIn(row, field);
    };
  }, [rows, idOf, savedIn]);
  const cells = useMemo(() => openCells(draft, savedAt), [draft, savedAt]);
  // The newest rows in a ref, so that the setters are stable between renders.
  const newest = useRef(savedAt);
  useLayoutEffect(() => {
    newest.current = savedAt;
  }, [savedAt]);
  const change = useCallback<ChangeDraft>((edit) => setDraft((now) => edit(now, newest.current)), []);
  const actions = useMemo(() => actionsOf(change), [change]);
  return {
    changes: draft.changes,
    /** The unsaved cells. */
    cells,
    in: (...states: readonly CellState[]): readonly OpenCell[] => cells.filter(({ state }) => states.includes(state)),
    canUndo: draft.past.length > 0,
    ...actions,
  };
}

type ChangeDraft = (edit: (now: Draft, savedAt: SavedAt) => Draft) => void;

const actionsOf = (change: ChangeDraft) => ({
  set: (edits: readonly CellEdit[]) => change((now, savedAt) => setCells(now, savedAt, edits)),
  drop: (spots: readonly Spot[]) => change((now) => dropCells(now, spots)),
  /** Restores dropped changes, below later ones. */
  restore: (cells: readonly OpenCell[]) =>
    change((now, savedAt) => {
      const unchanged = cells.filter(({ id, field }) => !now.changes.get(id)?.has(field));
      return setCells(now, savedAt, unchanged);
    }),
  undo: () => change(undoStep),
  redo: () => change(redoStep),
  /** Clears the steps of Undo. */
  forgetSteps: () => change((now) => ({ ...now, past: [], future: [] })),
  keepMine: (spots: readonly Spot[]) => change((now, savedAt) => keepMine(now, savedAt, spots)),
  /** Marks rejected or lost changes to be saved again. */
  retry: (spots: readonly Spot[]) => {
    const cells = spots.map(({ id, field }) => ({ id, field }));
    change((now) => markFailed(now, cells));
  },
  markSent: (spots: readonly Spot[]) => change((now) => markSent(now, spots)),
  // Runs after the rows show the answer, so that no cell flashes its old value.
  markSaved: (saved: readonly CellEdit[]) => notifyManager.schedule(() => change((now) => markSaved(now, saved))),
  markFailed: (failed: readonly (Spot & { readonly failure?: Failure })[]) =>
    notifyManager.schedule(() => change((now) => markFailed(now, failed))),
});
export type GridDraft = ReturnType<typeof useDraft>;

/** Rows with their changes for the grid. A result stays the same object while its row and changes do. */
export function useShownRows<Row extends object, Shown>(
  rows: readonly Row[],
  idOf: (row: Row) => number,
  changes: GridDraft['changes'],
  make: (row: Row, changes: RowChanges) => Shown,
): readonly Shown[] {
  const [known] = useState(() => new WeakMap<Row, { make: typeof make; changes: RowChanges; shown: Shown }>());
  return useMemo(
    () =>
      rows.map((row) => {
        const of = changes.get(idOf(row)) ?? NO_CHANGES;
        const before = known.get(row);
        if (before?.changes === of && before.make === make) return before.shown;
        const shown = make(row, of);
        known.set(row, { make, changes: of, shown });
        return shown;
      }),
    [rows, idOf, changes, make, known],
  );
}

/** Changes within this time are sent together. */
const GATHER_MS = 300;
const MAX_CELLS = 5000;

/** Saves the changes of a draft automatically, one round at a time. `send` marks each cell as saved or failed. */
export function useAutosave(draft: GridDraft, send: (cells: readonly OpenCell[]) => Promise<void>): void {
  const [isSending, setSending] = useState(false);
  const waiting = draft.in('waiting');
  const sendRound = useEffectEvent(async () => {
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
    const timer = setTimeout(() => void sendRound(), GATHER_MS);
    return () => clearTimeout(timer);
  }, [draft.cells, isWaiting, isSending]);

  // Lost changes are sent again as soon as there is a network.
  const sendLost = useEffectEvent(() => draft.retry(draft.in('lost')));
  useEffect(() => {
    const again = () => sendLost();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, []);
}
