import type { Cell } from '@darkroom/domain/order-sheet/cell';
import type { OrderField, SheetRow } from '@darkroom/domain/order-sheet/fields';
import type { IgnoredRow } from '@darkroom/domain/order-sheet/sheet';
import type { UnreadColumn } from '@darkroom/domain/order-sheet/unread';
import { useCallback, type Dispatch } from 'react';
import type { SheetNotes } from '../../../lib/sheet-file/sheet-notes.ts';
import { createStore } from '../../../lib/store.ts';

/** Source of the rows, as shown above them. */
export interface Source {
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

/** A cell that the server refused. */
export type Refusal = CellError;

/** Reasons for leaving a row out. Empty if the user chose to leave out a valid row. */
export type LeftOut = readonly CellError[];

/** Immutable state of the rows: input, corrections and the user's decisions. */
export interface Draft {
  readonly source: Source;
  readonly rows: readonly SheetRow[];
  /** Original cells of corrected rows, by row number. */
  readonly said: ReadonlyMap<number, SheetRow['cells']>;
  readonly left_out: ReadonlyMap<number, LeftOut>;
  readonly not_duplicate: ReadonlySet<number>;
  /** By row number. Any change of a row removes its refusals. */
  readonly refused: ReadonlyMap<number, readonly Refusal[]>;
}

/** A draft with its earlier states, for undo. */
export interface DraftState {
  readonly now: Draft | null;
  readonly past: readonly Draft[];
  /** Undone states, the newest last. Any other change clears them. */
  readonly future: readonly Draft[];
}

export type CorrectedCells = Partial<Record<OrderField, Cell>>;

/** Applies the same cells to several rows. */
export const mendAll = (rows: readonly number[], cells: CorrectedCells): DraftAction => ({
  type: 'mend',
  cells: new Map(rows.map((row) => [row, cells])),
});

export type DraftAction =
  | { type: 'load'; source: Source; rows: readonly SheetRow[] }
  /** By row number. */
  | { type: 'mend'; cells: ReadonlyMap<number, CorrectedCells> }
  | { type: 'leave_out'; rows: ReadonlyMap<number, LeftOut> }
  | { type: 'take_in'; rows: readonly number[] }
  | { type: 'not_duplicate'; rows: readonly number[] }
  | { type: 'refuse'; refused: ReadonlyMap<number, readonly Refusal[]> }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'clear' };

export const NO_DRAFT: DraftState = { now: null, past: [], future: [] };
const UNDO_STEPS = 100;

export function draftReducer(state: DraftState, action: DraftAction): DraftState {
  if (action.type === 'clear') return NO_DRAFT;
  if (action.type === 'load') {
    const { source, rows } = action;
    const fresh = {
      said: new Map(),
      // Hidden rows of the spreadsheet are left out unless the user includes them.
      left_out: new Map<number, LeftOut>(source.notes.hidden.map((row) => [row, [{ field: 'row', code: 'hidden' }]])),
      not_duplicate: new Set<number>(),
      refused: new Map(),
    };
    return { now: { source, rows, ...fresh }, past: [], future: [] };
  }
  const { now, past, future } = state;
  if (!now) return state;
  if (action.type === 'undo') {
    const before = past.at(-1);
    return before ? { now: before, past: past.slice(0, -1), future: [...future, now] } : state;
  }
  if (action.type === 'redo') {
    const after = future.at(-1);
    return after ? { now: after, past: [...past, now], future: future.slice(0, -1) } : state;
  }
  if (action.type === 'refuse') return { ...state, now: { ...now, refused: action.refused } };
  return { now: changed(now, action), past: [...past.slice(1 - UNDO_STEPS), now], future: [] };
}

function changed(
  now: Draft,
  action: Exclude<DraftAction, { type: 'load' | 'undo' | 'redo' | 'clear' | 'refuse' }>,
): Draft {
  switch (action.type) {
    case 'mend': {
      const said = new Map(now.said);
      const rows = now.rows.map((row) => {
        const cells = action.cells.get(row.row);
        if (!cells) return row;
        if (!said.has(row.row)) said.set(row.row, row.cells);
        return { row: row.row, cells: { ...row.cells, ...cells } };
      });
      return { ...now, rows, said, refused: without(now.refused, action.cells) };
    }
    case 'leave_out': {
      const left_out = new Map([...now.left_out, ...action.rows]);
      return { ...now, left_out, refused: without(now.refused, action.rows) };
    }
    case 'take_in': {
      const back = new Set(action.rows);
      return { ...now, left_out: new Map([...now.left_out].filter(([row]) => !back.has(row))) };
    }
    case 'not_duplicate':
      return { ...now, not_duplicate: new Set([...now.not_duplicate, ...action.rows]) };
    default: {
      const never: never = action;
      return never;
    }
  }
}

const without = (refused: Draft['refused'], gone: ReadonlyMap<number, unknown>): Draft['refused'] =>
  refused.size === 0 ? refused : new Map([...refused].filter(([row]) => !gone.has(row)));

/** Draft of one user, kept in memory while the page is open. It survives an ended session and a change of screen. */
const kept = createStore<{ user_id: number; state: DraftState } | null>(() => null);
const keptOf = (user_id: number, held: ReturnType<typeof kept.get>): DraftState =>
  held?.user_id === user_id ? held.state : NO_DRAFT;

export function useOrderDraft(user_id: number): [DraftState, Dispatch<DraftAction>] {
  const state = keptOf(user_id, kept.use());
  const dispatch = useCallback(
    (action: DraftAction) => kept.set({ user_id, state: draftReducer(keptOf(user_id, kept.get()), action) }),
    [user_id],
  );
  return [state, dispatch];
}
