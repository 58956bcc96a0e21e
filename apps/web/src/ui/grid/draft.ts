/** An invalid text with its error `code`. It stays in its cell until it is fixed. */
export interface InvalidText {
  readonly text: string;
  readonly code: string;
}
export type Value = string | number | boolean | null | InvalidText;

/** A cell: a row and a field. */
export interface CellKey {
  readonly id: number;
  readonly field: string;
}

export interface CellEdit extends CellKey {
  readonly value: Value;
  /** The value when the editor opened, to detect changes by others during typing. */
  readonly baseValue?: Value;
}

export interface SaveFailure {
  readonly reason: string;
  /** True if the request or its response did not arrive. */
  readonly isLost?: boolean;
}

export interface CellChange {
  readonly value: Value;
  /** The saved value at the first change, to detect later changes by others. */
  readonly baseValue: Value;
  /** The value that is being sent. */
  readonly sent?: Value;
  readonly failure?: SaveFailure;
}

/** The changes of a row by field. The same object until one changes. */
export type RowChanges = ReadonlyMap<string, CellChange>;
export type Changes = ReadonlyMap<number, RowChanges>;
export const NO_CHANGES: RowChanges = new Map();

type Step = readonly (CellKey & { readonly from: Value; readonly to: Value })[];

/** The changes of a grid, with the steps of Undo and Redo, newest first. */
export interface DraftState {
  readonly changes: Changes;
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}
export const NO_DRAFT: DraftState = { changes: new Map(), past: [], future: [] };
const MAX_UNDO = 100;

/** The saved value of a cell. */
export type GetSaved = (cellKey: CellKey) => Value;

/** `theirs`: another user has saved another value since then. `lost`: it did not arrive and is sent again. */
export type CellState = 'waiting' | 'saving' | 'refused' | 'lost' | 'theirs' | 'unread';

export const isInvalidText = (value: Value | undefined): value is InvalidText =>
  typeof value === 'object' && value !== null;

export const isSameCellValue = (a: Value, b: Value): boolean =>
  a === b || (isInvalidText(a) && isInvalidText(b) && a.text === b.text && a.code === b.code);

/** Returns the save state of a change. Null if the server has the value. */
export function getCellState({ value, baseValue, sent, failure }: CellChange, saved: Value): CellState | null {
  if (sent !== undefined) return 'saving';
  if (isSameCellValue(value, saved)) return null;
  if (!isSameCellValue(saved, baseValue)) return 'theirs';
  if (isInvalidText(value)) return 'unread';
  if (failure) return failure.isLost ? 'lost' : 'refused';
  return 'waiting';
}

/** A changed cell with its saved value. */
export interface UnsavedCell extends CellKey, CellChange {
  readonly saved: Value;
  readonly state: CellState;
}

export const listUnsavedCells = ({ changes }: DraftState, getSaved: GetSaved): UnsavedCell[] =>
  [...changes].flatMap(([id, row]) =>
    [...row].flatMap(([field, change]) => {
      const saved = getSaved({ id, field });
      const state = getCellState(change, saved);
      return state ? [{ ...change, id, field, saved, state }] : [];
    }),
  );

const findChange = ({ changes }: DraftState, { id, field }: CellKey): CellChange | undefined =>
  changes.get(id)?.get(field);

/** Returns the displayed value of a cell: its change, else the saved value. */
export function getShownValue(draft: DraftState, getSaved: GetSaved, cellKey: CellKey): Value {
  const change = findChange(draft, cellKey);
  return change ? change.value : getSaved(cellKey);
}

/** Returns the draft with `edit` applied to some cells. Null removes a change. */
function updateCells<S extends CellKey>(
  draft: DraftState,
  cells: readonly S[],
  edit: (cell: S, change: CellChange | undefined) => CellChange | null | undefined,
): DraftState {
  const rows = new Map<number, Map<string, CellChange>>();
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

/** Returns a cell with another value. Null if it equals the saved value and nothing is being sent. */
function toChange(before: CellChange | undefined, value: Value, baseValue: Value, saved: Value): CellChange | null {
  if (before?.sent !== undefined) return { value, baseValue, sent: before.sent };
  return isSameCellValue(value, saved) || isSameCellValue(value, baseValue) ? null : { value, baseValue };
}

/** Sets values of cells, as one step of Undo. */
export function setCells(draft: DraftState, getSaved: GetSaved, edits: readonly CellEdit[]): DraftState {
  const step = edits.flatMap(({ id, field, value: to, baseValue }) => {
    const from = getShownValue(draft, getSaved, { id, field });
    return isSameCellValue(from, to) ? [] : [{ id, field, baseValue, from, to }];
  });
  if (step.length === 0) return draft;
  const next = updateCells(draft, step, (cell, before) => {
    const saved = getSaved(cell);
    return toChange(before, cell.to, before?.baseValue ?? cell.baseValue ?? saved, saved);
  });
  return { ...next, past: [step, ...draft.past].slice(0, MAX_UNDO), future: [] };
}

/** Removes changes, as one step of Undo. The cells show the saved values. */
export function discardCells(draft: DraftState, cellKeys: readonly CellKey[]): DraftState {
  const step = cellKeys.flatMap(({ id, field }) => {
    const change = findChange(draft, { id, field });
    return change ? [{ id, field, from: change.value, to: change.baseValue }] : [];
  });
  if (step.length === 0) return draft;
  const next = updateCells(draft, step, () => null);
  return { ...next, past: [step, ...draft.past].slice(0, MAX_UNDO), future: [] };
}

/** Sets a step's cells to `to`. A cell that another user has changed from `from` becomes a conflict. */
const applyStep = (draft: DraftState, getSaved: GetSaved, step: Step): DraftState =>
  updateCells(draft, step, (cell, before) => {
    const saved = getSaved(cell);
    if (!before && isSameCellValue(saved, cell.to)) return null;
    return toChange(before, cell.to, before?.baseValue ?? cell.from, saved);
  });

export function undoStep(draft: DraftState, getSaved: GetSaved): DraftState {
  const [step, ...past] = draft.past;
  if (!step) return draft;
  const reversed = step.map(({ from, to, ...cellKey }) => ({ ...cellKey, from: to, to: from }));
  return { ...applyStep(draft, getSaved, reversed), past, future: [step, ...draft.future] };
}

export function redoStep(draft: DraftState, getSaved: GetSaved): DraftState {
  const [step, ...future] = draft.future;
  if (!step) return draft;
  return { ...applyStep(draft, getSaved, step), past: [step, ...draft.past], future };
}

/** Keeps the user's changes over another user's saved values. */
export const overwriteOtherUsers = (draft: DraftState, getSaved: GetSaved, cellKeys: readonly CellKey[]): DraftState =>
  updateCells(draft, cellKeys, (cellKey, change) => change && { value: change.value, baseValue: getSaved(cellKey) });

export const markSent = (draft: DraftState, cellKeys: readonly CellKey[]): DraftState =>
  updateCells(
    draft,
    cellKeys,
    (_, change) => change && { value: change.value, baseValue: change.baseValue, sent: change.value },
  );

/** Removes saved changes. A cell that was changed after sending waits again. */
export const markSaved = (draft: DraftState, cells: readonly CellEdit[]): DraftState =>
  updateCells(draft, cells, ({ value }, change) =>
    change && !isSameCellValue(change.value, value) ? { value: change.value, baseValue: value } : null,
  );

/** Marks changes as failed, by cell. Without a reason, or after a later change, the cell waits again. */
export const markFailed = (
  draft: DraftState,
  cells: readonly (CellKey & { readonly failure?: SaveFailure })[],
): DraftState =>
  updateCells(draft, cells, ({ failure }, change) => {
    if (!change) return change;
    const { value, baseValue, sent } = change;
    return failure && (sent === undefined || isSameCellValue(value, sent))
      ? { value, baseValue, failure }
      : { value, baseValue };
  });
