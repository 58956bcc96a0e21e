import type { Cell } from '@darkroom/domain/order-sheet/cell';
import type { OrderField, SheetRow } from '@darkroom/domain/order-sheet/fields';
import type { IgnoredRow } from '@darkroom/domain/order-sheet/sheet';
import type { UnreadColumn } from '@darkroom/domain/order-sheet/unread';
import { useCallback, type Dispatch } from 'react';
import type { SheetNotes } from '../../../lib/sheet-file/sheet-notes.ts';
import { createStore } from '../../../lib/store.ts';

/** Where the rows came from, as it is said above them. */
export interface Source {
  readonly name: string;
  readonly heading_row: number;
  readonly fields: readonly OrderField[];
  readonly notes: SheetNotes;
  readonly ignored: readonly IgnoredRow[];
  readonly unread: readonly UnreadColumn<OrderField>[];
}

/** What is wrong with a cell, here and by the server's word; `field` is `row` where it is the row as a whole. */
export interface CellError {
  readonly field: OrderField | 'row';
  readonly code: string;
  /** The server's own words, for codes we have none for. */
  readonly message?: string;
  /** What it is the same as: a row's number, a job's production ID. */
  readonly other?: string | number;
}

/** A cell the server refused. */
export type Refusal = CellError;

/** Why a row was left out, for whoever it is sent back to; nothing where somebody only wanted it so. */
export type LeftOut = readonly CellError[];

/** The rows as they stand: what came in, what was mended, and what the person decided. Never changed in place. */
export interface Draft {
  readonly source: Source;
  readonly rows: readonly SheetRow[];
  /** What the sheet said of rows that were mended since, by row number. */
  readonly said: ReadonlyMap<number, SheetRow['cells']>;
  readonly left_out: ReadonlyMap<number, LeftOut>;
  readonly not_duplicate: ReadonlySet<number>;
  /** By row number; gone from a row as soon as something about it changes. */
  readonly refused: ReadonlyMap<number, readonly Refusal[]>;
}

/** A draft with the steps that led to it, for Undo. */
export interface DraftState {
  readonly now: Draft | null;
  readonly past: readonly Draft[];
  /** What was undone, the newest last, until something else is changed. */
  readonly future: readonly Draft[];
}

export type CorrectedCells = Partial<Record<OrderField, Cell>>;

/** The same cells for several rows. */
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
      // What nobody sees in the spreadsheet is not added unless somebody asks for it.
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

/**
 * The draft stays for as long as the page is open, so that it is kept when a session ends or another screen is opened. It
 * belongs to one user: the next one who signs in does not get it.
 */
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
