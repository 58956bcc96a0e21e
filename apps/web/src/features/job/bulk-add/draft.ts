import type { Cell } from '@darkroom/domain/order-sheet/cell';
import type { OrderField, SheetRow } from '@darkroom/domain/order-sheet/fields';
import type { IgnoredRow } from '@darkroom/domain/order-sheet/sheet';

/** Where the rows came from, as it is said above them. */
export interface Source {
  readonly name: string;
  readonly heading_row: number;
  readonly fields: readonly OrderField[];
  readonly formulas: number;
  readonly ignored: readonly IgnoredRow[];
}

/** A cell the server refused; `field` is `row` where it names none of ours. */
export interface Refusal {
  readonly field: OrderField | 'row';
  readonly code: string;
  readonly message: string;
}

/** The rows as they stand: what came in, what was mended, and what the person decided. Never changed in place. */
export interface Draft {
  readonly source: Source;
  readonly rows: readonly SheetRow[];
  readonly left_out: ReadonlySet<number>;
  readonly not_duplicate: ReadonlySet<number>;
  /** By row number; gone from a row as soon as something about it changes. */
  readonly refused: ReadonlyMap<number, readonly Refusal[]>;
}

/** A draft with the steps that led to it, for Undo. */
export interface DraftState {
  readonly now: Draft | null;
  readonly past: readonly Draft[];
}

export type MendedCells = Partial<Record<OrderField, Cell>>;

export type DraftAction =
  | { type: 'load'; source: Source; rows: readonly SheetRow[] }
  | { type: 'mend'; rows: readonly number[]; cells: MendedCells }
  | { type: 'leave_out'; rows: readonly number[]; out: boolean }
  | { type: 'not_duplicate'; row: number }
  | { type: 'refuse'; refused: ReadonlyMap<number, readonly Refusal[]> }
  | { type: 'undo' }
  | { type: 'clear' };

export const NO_DRAFT: DraftState = { now: null, past: [] };
const UNDO_STEPS = 100;

export function draftReducer(state: DraftState, action: DraftAction): DraftState {
  if (action.type === 'clear') return NO_DRAFT;
  if (action.type === 'load') {
    const { source, rows } = action;
    const fresh = { left_out: new Set<number>(), not_duplicate: new Set<number>(), refused: new Map() };
    return { now: { source, rows, ...fresh }, past: [] };
  }
  const { now, past } = state;
  if (!now) return state;
  if (action.type === 'undo') {
    const before = past.at(-1);
    return before ? { now: before, past: past.slice(0, -1) } : state;
  }
  if (action.type === 'refuse') return { now: { ...now, refused: action.refused }, past };
  return { now: changed(now, action), past: [...past.slice(1 - UNDO_STEPS), now] };
}

function changed(now: Draft, action: Exclude<DraftAction, { type: 'load' | 'undo' | 'clear' | 'refuse' }>): Draft {
  switch (action.type) {
    case 'mend': {
      const wanted = new Set(action.rows);
      const rows = now.rows.map((row) =>
        wanted.has(row.row) ? { row: row.row, cells: { ...row.cells, ...action.cells } } : row,
      );
      return { ...now, rows, refused: without(now.refused, action.rows) };
    }
    case 'leave_out': {
      const left_out = new Set(now.left_out);
      for (const row of action.rows) {
        if (action.out) left_out.add(row);
        else left_out.delete(row);
      }
      return { ...now, left_out, refused: without(now.refused, action.rows) };
    }
    case 'not_duplicate':
      return { ...now, not_duplicate: new Set(now.not_duplicate).add(action.row) };
    default: {
      const never: never = action;
      return never;
    }
  }
}

function without(refused: Draft['refused'], rows: readonly number[]): Draft['refused'] {
  if (refused.size === 0) return refused;
  const gone = new Set(rows);
  return new Map([...refused].filter(([row]) => !gone.has(row)));
}

/**
 * The draft outlives the screen for as long as the page stays open, so that a session that ends, or a way to another
 * screen and back, loses nothing. It belongs to one person: whoever signs in next does not get it.
 */
let kept: { user_id: number; state: DraftState } | null = null;

export const keepDraft = (user_id: number, state: DraftState): void => {
  kept = state.now ? { user_id, state } : null;
};
export const keptDraft = (user_id: number): DraftState => (kept?.user_id === user_id ? kept.state : NO_DRAFT);
