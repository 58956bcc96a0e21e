/** An invalid text with its error `code`. It stays in its cell until it is fixed. */
export interface Unread {
  readonly text: string;
  readonly code: string;
}
/** The value of a cell. */
export type Value = string | number | boolean | null | Unread;

/** A cell: a row and a field. */
export interface Spot {
  readonly id: number;
  readonly field: string;
}

export interface CellEdit extends Spot {
  readonly value: Value;
  /** The value when the editor opened, to detect changes by others during typing. */
  readonly seen?: Value;
}

export interface Failure {
  readonly why: string;
  /** The call or its answer did not arrive. */
  readonly isLost?: boolean;
}

/** An unsaved change of a cell. */
export interface Change {
  readonly value: Value;
  /** The saved value at the first change, to detect later changes by others. */
  readonly seen: Value;
  /** The value that is being sent. */
  readonly sent?: Value;
  readonly failure?: Failure;
}

/** The changes of a row by field. The same object until one changes. */
export type RowChanges = ReadonlyMap<string, Change>;
export type Changes = ReadonlyMap<number, RowChanges>;
export const NO_CHANGES: RowChanges = new Map();

type Step = readonly (Spot & { readonly from: Value; readonly to: Value })[];

/** The changes of a grid, with the steps of Undo and Redo, newest first. */
export interface Draft {
  readonly changes: Changes;
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}
export const NO_DRAFT: Draft = { changes: new Map(), past: [], future: [] };
const MAX_UNDO = 100;

/** The saved value of a cell. */
export type SavedAt = (spot: Spot) => Value;

/** `theirs`: another user has saved another value since then. `lost`: it did not arrive and is sent again. */
export type CellState = 'waiting' | 'saving' | 'refused' | 'lost' | 'theirs' | 'unread';

export const isUnread = (value: Value | undefined): value is Unread => typeof value === 'object' && value !== null;

export const sameValue = (a: Value, b: Value): boolean =>
  a === b || (isUnread(a) && isUnread(b) && a.text === b.text && a.code === b.code);

/** The save state of a change. Null if the server has the value. */
export function stateOf({ value, seen, sent, failure }: Change, saved: Value): CellState | null {
  if (sent !== undefined) return 'saving';
  if (sameValue(value, saved)) return null;
  if (!sameValue(saved, seen)) return 'theirs';
  if (isUnread(value)) return 'unread';
  if (failure) return failure.isLost ? 'lost' : 'refused';
  return 'waiting';
}

/** A changed cell with its saved value. */
export interface OpenCell extends Spot, Change {
  readonly saved: Value;
  readonly state: CellState;
}

export const openCells = ({ changes }: Draft, savedAt: SavedAt): OpenCell[] =>
  [...changes].flatMap(([id, row]) =>
    [...row].flatMap(([field, change]) => {
      const saved = savedAt({ id, field });
      const state = stateOf(change, saved);
      return state ? [{ ...change, id, field, saved, state }] : [];
    }),
  );

const changeAt = ({ changes }: Draft, { id, field }: Spot): Change | undefined => changes.get(id)?.get(field);

/** The displayed value of a cell: its change, else the saved value. */
export function shownAt(draft: Draft, savedAt: SavedAt, spot: Spot): Value {
  const change = changeAt(draft, spot);
  return change ? change.value : savedAt(spot);
}

/** The draft with `edit` applied to some cells. Null removes a change. */
function withCells<S extends Spot>(
  draft: Draft,
  cells: readonly S[],
  edit: (cell: S, change: Change | undefined) => Change | null | undefined,
): Draft {
  const rows = new Map<number, Map<string, Change>>();
  for (const cell of cells) {
    const row = rows.get(cell.id) ?? new Map(draft.changes.get(cell.id));
    const before = row.get(cell.field);
    const after = edit(cell, before) ?? undefined;
    if (after === before) continue;
    if (after) row.set(cell.field, after);
    else row.delete(cell.field);
    rows.set(cell.id, row);
  }
  if (rows.size === 0) return draft;
  const changes = new Map<number, RowChanges>(draft.changes);
  for (const [id, row] of rows) {
    if (row.size > 0) changes.set(id, row);
    else changes.delete(id);
  }
  return { ...draft, changes };
}

/** A cell with another value. Null if it equals the saved value and nothing is being sent. */
function changed(before: Change | undefined, value: Value, seen: Value, saved: Value): Change | null {
  if (before?.sent !== undefined) return { value, seen, sent: before.sent };
  return sameValue(value, saved) || sameValue(value, seen) ? null : { value, seen };
}

/** Sets values of cells, as one step of Undo. */
export function setCells(draft: Draft, savedAt: SavedAt, edits: readonly CellEdit[]): Draft {
  const step = edits.flatMap(({ id, field, value: to, seen }) => {
    const from = shownAt(draft, savedAt, { id, field });
    return sameValue(from, to) ? [] : [{ id, field, seen, from, to }];
  });
  if (step.length === 0) return draft;
  const next = withCells(draft, step, (cell, before) => {
    const saved = savedAt(cell);
    return changed(before, cell.to, before?.seen ?? cell.seen ?? saved, saved);
  });
  return { ...next, past: [step, ...draft.past].slice(0, MAX_UNDO), future: [] };
}

/** Removes changes, as one step of Undo. The cells show the saved values. */
export function dropCells(draft: Draft, spots: readonly Spot[]): Draft {
  const step = spots.flatMap(({ id, field }) => {
    const change = changeAt(draft, { id, field });
    return change ? [{ id, field, from: change.value, to: change.seen }] : [];
  });
  if (step.length === 0) return draft;
  const next = withCells(draft, step, () => null);
  return { ...next, past: [step, ...draft.past].slice(0, MAX_UNDO), future: [] };
}

/** Sets a step's cells to `to`. A cell that another user has changed from `from` becomes a conflict. */
const move = (draft: Draft, savedAt: SavedAt, step: Step): Draft =>
  withCells(draft, step, (cell, before) => {
    const saved = savedAt(cell);
    if (!before && sameValue(saved, cell.to)) return null;
    return changed(before, cell.to, before?.seen ?? cell.from, saved);
  });

export function undoStep(draft: Draft, savedAt: SavedAt): Draft {
  const [step, ...past] = draft.past;
  if (!step) return draft;
  const back = step.map(({ from, to, ...spot }) => ({ ...spot, from: to, to: from }));
  return { ...move(draft, savedAt, back), past, future: [step, ...draft.future] };
}

export function redoStep(draft: Draft, savedAt: SavedAt): Draft {
  const [step, ...future] = draft.future;
  if (!step) return draft;
  return { ...move(draft, savedAt, step), past: [step, ...draft.past], future };
}

/** Keeps changes over another user's saved values. */
export const keepMine = (draft: Draft, savedAt: SavedAt, spots: readonly Spot[]): Draft =>
  withCells(draft, spots, (spot, change) => change && { value: change.value, seen: savedAt(spot) });

/** Marks changes as being sent. */
export const markSent = (draft: Draft, spots: readonly Spot[]): Draft =>
  withCells(draft, spots, (_, change) => change && { value: change.value, seen: change.seen, sent: change.value });

/** Removes saved changes. A cell that was changed after sending waits again. */
export const markSaved = (draft: Draft, cells: readonly CellEdit[]): Draft =>
  withCells(draft, cells, ({ value }, change) =>
    change && !sameValue(change.value, value) ? { value: change.value, seen: value } : null,
  );

/** Marks changes as failed, by cell. Without a reason, or after a later change, the cell waits again. */
export const markFailed = (draft: Draft, cells: readonly (Spot & { readonly failure?: Failure })[]): Draft =>
  withCells(draft, cells, ({ failure }, change) => {
    if (!change) return change;
    const { value, seen, sent } = change;
    return failure && (sent === undefined || sameValue(value, sent)) ? { value, seen, failure } : { value, seen };
  });
