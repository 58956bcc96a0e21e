/** A text that is no value: it stays in its cell until it is fixed. `code` says what is wrong with it. */
export interface Unread {
  readonly text: string;
  readonly code: string;
}
/** What a cell holds. */
export type Value = string | number | boolean | null | Unread;

/** A cell: a row, and the field of it that the cell shows. */
export interface Spot {
  readonly id: number;
  readonly field: string;
}

export interface CellEdit extends Spot {
  readonly value: Value;
  /** What the cell held when its editor opened: what others save while somebody types is noticed too. */
  readonly seen?: Value;
}

export interface Failure {
  readonly why: string;
  /** The call did not arrive, or its answer did not. */
  readonly isLost?: boolean;
}

/** A cell that was changed and is not saved. */
export interface Change {
  readonly value: Value;
  /** What was saved there when it was first changed: what others save since then is noticed. */
  readonly seen: Value;
  /** The value that is on its way to the server. */
  readonly sent?: Value;
  readonly failure?: Failure;
}

/** The changes of a row by field; the same object for as long as none of them changes. */
export type RowChanges = ReadonlyMap<string, Change>;
export type Changes = ReadonlyMap<number, RowChanges>;
export const NO_CHANGES: RowChanges = new Map();

type Step = readonly (Spot & { readonly from: Value; readonly to: Value })[];

/** The changes of a grid, with the steps that Undo and Redo take, newest first. */
export interface Draft {
  readonly changes: Changes;
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}
export const NO_DRAFT: Draft = { changes: new Map(), past: [], future: [] };
const MAX_UNDO = 100;

/** What the server holds in a cell. */
export type SavedAt = (spot: Spot) => Value;

/** `theirs`: somebody else saved another value since; `lost`: it did not arrive and is sent again. */
export type CellState = 'waiting' | 'saving' | 'refused' | 'lost' | 'theirs' | 'unread';

export const isUnread = (value: Value | undefined): value is Unread => typeof value === 'object' && value !== null;

export const sameValue = (a: Value, b: Value): boolean =>
  a === b || (isUnread(a) && isUnread(b) && a.text === b.text && a.code === b.code);

/** How far a change is from being saved; null where the server holds it already. */
export function stateOf({ value, seen, sent, failure }: Change, saved: Value): CellState | null {
  if (sent !== undefined) return 'saving';
  if (sameValue(value, saved)) return null;
  if (!sameValue(saved, seen)) return 'theirs';
  if (isUnread(value)) return 'unread';
  if (failure) return failure.isLost ? 'lost' : 'refused';
  return 'waiting';
}

/** A changed cell with what the server holds there. */
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

/** What a cell shows: its change, else what is saved. */
export function shownAt(draft: Draft, savedAt: SavedAt, spot: Spot): Value {
  const change = changeAt(draft, spot);
  return change ? change.value : savedAt(spot);
}

/** The draft with what `edit` makes of some cells; null takes a change away. */
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

/** A cell with another value; null where there is nothing to save: it is as it was, and nothing is on its way. */
function changed(before: Change | undefined, value: Value, seen: Value, saved: Value): Change | null {
  if (before?.sent !== undefined) return { value, seen, sent: before.sent };
  return sameValue(value, saved) || sameValue(value, seen) ? null : { value, seen };
}

/** Puts values into cells, as one step of Undo. */
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

/** Takes changes away, as one step of Undo: the cells show what is saved. */
export function dropCells(draft: Draft, spots: readonly Spot[]): Draft {
  const step = spots.flatMap(({ id, field }) => {
    const change = changeAt(draft, { id, field });
    return change ? [{ id, field, from: change.value, to: change.seen }] : [];
  });
  if (step.length === 0) return draft;
  const next = withCells(draft, step, () => null);
  return { ...next, past: [step, ...draft.past].slice(0, MAX_UNDO), future: [] };
}

/** Makes a step's cells hold `to`. A cell that somebody else changed since, so that it is not `from`, is contested. */
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

/** Keeps changes over what somebody else saved there. */
export const keepMine = (draft: Draft, savedAt: SavedAt, spots: readonly Spot[]): Draft =>
  withCells(draft, spots, (spot, change) => change && { value: change.value, seen: savedAt(spot) });

/** Marks changes as on their way. */
export const markSent = (draft: Draft, spots: readonly Spot[]): Draft =>
  withCells(draft, spots, (_, change) => change && { value: change.value, seen: change.seen, sent: change.value });

/** Takes away what was saved; a cell that was changed again since it was sent waits on top of that. */
export const markSaved = (draft: Draft, cells: readonly CellEdit[]): Draft =>
  withCells(draft, cells, ({ value }, change) =>
    change && !sameValue(change.value, value) ? { value: change.value, seen: value } : null,
  );

/** What was sent was not saved, by cell; without a reason it waits again. A cell that was changed since waits. */
export const markFailed = (draft: Draft, cells: readonly (Spot & { readonly failure?: Failure })[]): Draft =>
  withCells(draft, cells, ({ failure }, change) => {
    if (!change) return change;
    const { value, seen, sent } = change;
    return failure && (sent === undefined || sameValue(value, sent)) ? { value, seen, failure } : { value, seen };
  });
