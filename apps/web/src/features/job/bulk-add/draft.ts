import type { SheetCell } from '@darkroom/domain/order-sheet/cell';
import type { OrderField, SheetRow } from '@darkroom/domain/order-sheet/fields';
import type { IgnoredRow } from '@darkroom/domain/order-sheet/sheet';
import type { UnreadColumn } from '@darkroom/domain/order-sheet/unread';
import { useCallback, type Dispatch } from 'react';
import type { SheetNotes } from '../../../lib/sheet-file/sheet-notes.ts';
import { createStore } from '../../../lib/store.ts';

/** Source of the rows, as shown above them. */
export interface SheetSource {
  readonly name: string;
  readonly heading_row: number;
  readonly fields: readonly OrderField[];
  readonly notes: SheetNotes;
  readonly ignored: readonly IgnoredRow[];
  readonly unread: readonly UnreadColumn<OrderField>[];
}

/** Error of a cell, found here or by the server. `field` is `row` for an error of the whole row. */
export interface CellError {
  readonly field: OrderField | 'row';
  readonly code: string;
  /** Message of the server, for codes without a translation. */
  readonly message?: string;
  /** Row number or production ID of the duplicate. */
  readonly other?: string | number;
}

export type RowRefusal = CellError;

/** Reasons for leaving a row out. Empty if the user chose to leave out a valid row. */
export type LeaveOutReasons = readonly CellError[];

/** Immutable state of the rows: input, corrections and the user's decisions. */
export interface OrderDraft {
  readonly source: SheetSource;
  readonly rows: readonly SheetRow[];
  /** Original cells of corrected rows, by row number. */
  readonly originalCells: ReadonlyMap<number, SheetRow['cells']>;
  readonly left_out: ReadonlyMap<number, LeaveOutReasons>;
  readonly not_duplicate: ReadonlySet<number>;
  /** By row number. Any change of a row removes its refusals. */
  readonly refused: ReadonlyMap<number, readonly RowRefusal[]>;
}

/** A draft with its earlier states, for undo. */
export interface DraftState {
  readonly current: OrderDraft | null;
  readonly past: readonly OrderDraft[];
  /** Undone states, the newest last. Any other change clears them. */
  readonly future: readonly OrderDraft[];
}

export type CorrectedCells = Partial<Record<OrderField, SheetCell>>;

export const correctRows = (rows: readonly number[], cells: CorrectedCells): DraftAction => ({
  type: 'correct',
  cells: new Map(rows.map((row) => [row, cells])),
});

export type DraftAction =
  | { type: 'load'; source: SheetSource; rows: readonly SheetRow[] }
  /** Corrected cells by row number. */
  | { type: 'correct'; cells: ReadonlyMap<number, CorrectedCells> }
  | { type: 'leave_out'; rows: ReadonlyMap<number, LeaveOutReasons> }
  | { type: 'take_in'; rows: readonly number[] }
  | { type: 'not_duplicate'; rows: readonly number[] }
  | { type: 'refuse'; refused: ReadonlyMap<number, readonly RowRefusal[]> }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'clear' };

export const NO_ORDER_DRAFT: DraftState = { current: null, past: [], future: [] };
const UNDO_STEPS = 100;

export function draftReducer(state: DraftState, action: DraftAction): DraftState {
  if (action.type === 'clear') return NO_ORDER_DRAFT;
  if (action.type === 'load') {
    const { source, rows } = action;
    const initial = {
      originalCells: new Map(),
      // Hidden rows of the spreadsheet are left out unless the user includes them.
      left_out: new Map<number, LeaveOutReasons>(
        source.notes.hidden.map((row) => [row, [{ field: 'row', code: 'hidden' }]]),
      ),
      not_duplicate: new Set<number>(),
      refused: new Map(),
    };
    return { current: { source, rows, ...initial }, past: [], future: [] };
  }
  const { current, past, future } = state;
  if (!current) return state;
  if (action.type === 'undo') {
    const previous = past.at(-1);
    return previous ? { current: previous, past: past.slice(0, -1), future: [...future, current] } : state;
  }
  if (action.type === 'redo') {
    const next = future.at(-1);
    return next ? { current: next, past: [...past, current], future: future.slice(0, -1) } : state;
  }
  if (action.type === 'refuse') return { ...state, current: { ...current, refused: action.refused } };
  return { current: applyAction(current, action), past: [...past.slice(1 - UNDO_STEPS), current], future: [] };
}

function applyAction(
  current: OrderDraft,
  action: Exclude<DraftAction, { type: 'load' | 'undo' | 'redo' | 'clear' | 'refuse' }>,
): OrderDraft {
  switch (action.type) {
    case 'correct': {
      const originalCells = new Map(current.originalCells);
      const rows = current.rows.map((row) => {
        const cells = action.cells.get(row.row);
        if (!cells) return row;
        if (!originalCells.has(row.row)) originalCells.set(row.row, row.cells);
        return { row: row.row, cells: { ...row.cells, ...cells } };
      });
      return { ...current, rows, originalCells, refused: removeRefusals(current.refused, action.cells) };
    }
    case 'leave_out': {
      const left_out = new Map([...current.left_out, ...action.rows]);
      return { ...current, left_out, refused: removeRefusals(current.refused, action.rows) };
    }
    case 'take_in': {
      const includedRows = new Set(action.rows);
      return { ...current, left_out: new Map([...current.left_out].filter(([row]) => !includedRows.has(row))) };
    }
    case 'not_duplicate':
      return { ...current, not_duplicate: new Set([...current.not_duplicate, ...action.rows]) };
    default: {
      const never: never = action;
      return never;
    }
  }
}

const removeRefusals = (
  refused: OrderDraft['refused'],
  changedRows: ReadonlyMap<number, unknown>,
): OrderDraft['refused'] =>
  refused.size === 0 ? refused : new Map([...refused].filter(([row]) => !changedRows.has(row)));

/** Draft of one user, stored in memory while the page is open. It survives an ended session and a change of screen. */
const draftStore = createStore<{ user_id: number; state: DraftState } | null>(() => null);
const getDraftState = (user_id: number, stored: ReturnType<typeof draftStore.get>): DraftState =>
  stored?.user_id === user_id ? stored.state : NO_ORDER_DRAFT;

export function useOrderDraft(user_id: number): [DraftState, Dispatch<DraftAction>] {
  const state = getDraftState(user_id, draftStore.use());
  const dispatch = useCallback(
    (action: DraftAction) =>
      draftStore.set({ user_id, state: draftReducer(getDraftState(user_id, draftStore.get()), action) }),
    [user_id],
  );
  return [state, dispatch];
}
