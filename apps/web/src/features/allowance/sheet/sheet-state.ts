import type { AllowanceRow, DailyEntry } from '@darkroom/contract/allowance/allowance';
import { feesOf, isEmptyDay, NO_FEES, type DayFees } from '@darkroom/domain/allowance/fees';
import type { Day } from '@darkroom/domain/calendar/day';

export type Entry = AllowanceRow['daily_allowance'][number];
type Seen = Pick<Entry, 'id' | 'version'> | null;

/** A cell of the sheet: a person's day. */
export interface Spot {
  readonly staff_id: number;
  readonly date: Day;
}
export const keyOf = ({ staff_id, date }: Spot): string => `${staff_id} ${date}`;

/** How a change that is not saved stands. `theirs`: somebody else was first; their entry, or null where they took it away. */
export type ChangeState =
  | { readonly as: 'waiting' }
  | { readonly as: 'saving' }
  /** `lost`: it did not get through, or its answer did not. */
  | { readonly as: 'refused'; readonly why: string; readonly lost?: boolean }
  | { readonly as: 'theirs'; readonly current: DailyEntry | null };

export interface Change extends Spot {
  readonly fees: DayFees;
  /** The entry that was seen when the cell was first changed: what others change since then is noticed. */
  readonly seen: Seen;
  readonly state: ChangeState;
}

/** What was changed in the sheet and is not saved yet, what Undo takes back, and what Redo does again. */
export interface Changes {
  readonly cells: ReadonlyMap<string, Change>;
  readonly past: readonly (readonly Made[])[];
  readonly future: readonly (readonly Made[])[];
}
/** A cell of a step: what it was, and what the step made of it. */
type Made = Spot & { readonly fees: DayFees; readonly made: DayFees };
export const NO_CHANGES: Changes = { cells: new Map(), past: [], future: [] };
const MOST_UNDO = 100;
const same = (a: DayFees, b: DayFees) =>
  a.parking_fee === b.parking_fee && a.meal_fee === b.meal_fee && a.online_fee === b.online_fee;

/** What the server holds, by cell. */
export type Saved = ReadonlyMap<string, Entry>;
export const savedOf = (rows: readonly AllowanceRow[]): Saved =>
  new Map(
    rows.flatMap(({ staff_id, daily_allowance }) =>
      daily_allowance.map((entry) => [keyOf({ staff_id, date: entry.date }), entry] as const),
    ),
  );

/** What a cell shows: the change, else what is saved. */
export const shownFees = ({ cells }: Changes, saved: Saved, spot: Spot): DayFees => {
  const key = keyOf(spot);
  return cells.get(key)?.fees ?? saved.get(key) ?? NO_FEES;
};

export type Wanted = Spot & { readonly change: Partial<DayFees> };

/** Puts values into cells, as one step of Undo. */
export function setCells(changes: Changes, saved: Saved, wanted: readonly Wanted[], { undo = false } = {}): Changes {
  const cells = new Map(changes.cells);
  const step: Made[] = [];
  for (const { staff_id, date, change } of wanted) {
    const spot = { staff_id, date };
    const key = keyOf(spot);
    const before = shownFees({ ...changes, cells }, saved, spot);
    const fees = { ...before, ...change };
    if (same(before, fees)) continue;
    step.push({ ...spot, fees: feesOf(before), made: feesOf(fees) });
    const earlier = cells.get(key);
    const entry = saved.get(key);
    const seen = earlier ? earlier.seen : entry ? { id: entry.id, version: entry.version } : null;
    // Back to what is saved before anything was sent: there is nothing to save.
    const unsent = !earlier || earlier.state.as === 'waiting' || earlier.state.as === 'refused';
    if (unsent && same(fees, entry ?? NO_FEES) && seen?.version === entry?.version) cells.delete(key);
    else cells.set(key, { ...spot, fees: feesOf(fees), seen, state: { as: 'waiting' } });
  }
  if (step.length === 0) return changes;
  if (undo) return { ...changes, cells };
  return { cells, past: [step, ...changes.past].slice(0, MOST_UNDO), future: [] };
}

/**
 * Takes the last step back: its cells become what they were, which is saved as any change. A cell that is not what the step made of
 * it any more was changed by somebody else since: it asks, as where they were first.
 */
export function undoStep(changes: Changes, saved: Saved): Changes {
  const [step, ...past] = changes.past;
  if (!step) return changes;
  const back = step.map(({ fees, made, ...spot }) => ({ ...spot, from: made, to: fees }));
  return { ...moved(changes, saved, back), past, future: [step, ...changes.future] };
}

/** Does again what was taken back last, in the same manner. */
export function redoStep(changes: Changes, saved: Saved): Changes {
  const [step, ...future] = changes.future;
  if (!step) return changes;
  const again = step.map(({ fees, made, ...spot }) => ({ ...spot, from: fees, to: made }));
  return { ...moved(changes, saved, again), past: [step, ...changes.past], future };
}

function moved(
  changes: Changes,
  saved: Saved,
  step: readonly (Spot & { readonly from: DayFees; readonly to: DayFees })[],
): Changes {
  const shown = (one: Spot) => shownFees(changes, saved, one);
  const asks = (one: Spot) => changes.cells.get(keyOf(one))?.state.as === 'theirs';
  // What is asked about is answered first: no step is an answer.
  const isOurs = (one: (typeof step)[number]) => !asks(one) && same(shown(one), one.from);
  const ours = step.filter(isOurs).map(({ staff_id, date, to }) => ({ staff_id, date, change: to }));
  const theirs = step.filter((one) => !isOurs(one) && (asks(one) || !same(shown(one), one.to)));
  return withCells(setCells(changes, saved, ours, { undo: true }), (cells) => {
    for (const { staff_id, date, to } of theirs) {
      const entry = saved.get(keyOf({ staff_id, date })) ?? null;
      const current = entry && { ...entry, staff_id };
      cells.set(keyOf({ staff_id, date }), { staff_id, date, fees: to, seen: entry, state: { as: 'theirs', current } });
    }
  });
}

/** The changes of a round of saving: what waits, in the two calls it takes. */
export function takeRound({ cells }: Changes, most: number) {
  const waiting = [...cells.values()].filter(({ state }) => state.as === 'waiting').slice(0, most);
  return {
    // An entry that was never there and has nothing is nothing to save.
    gone: waiting.filter(({ seen, fees }) => seen === null && isEmptyDay(fees)),
    add: waiting.filter(({ seen, fees }) => seen === null && !isEmptyDay(fees)),
    update: waiting.filter(({ seen }) => seen !== null),
  };
}

const withCells = (changes: Changes, edit: (cells: Map<string, Change>) => void): Changes => {
  const cells = new Map(changes.cells);
  edit(cells);
  return { ...changes, cells };
};

/** Marks changes, unless they were changed again meanwhile. */
export const mark = (changes: Changes, of: readonly Change[], state: ChangeState): Changes =>
  withCells(changes, (cells) => {
    for (const change of of) {
      const now = cells.get(keyOf(change));
      if (now && same(now.fees, change.fees)) cells.set(keyOf(change), { ...now, state });
    }
  });

/**
 * Marks changes whose cells hold something else than was seen. Where that is what was sent, it was one's own call, whose answer
 * was lost: it is saved.
 */
export const contest = (changes: Changes, of: readonly Change[], theirs: ReadonlyMap<string, DailyEntry>): Changes => {
  const isMine = (one: Change) => {
    const there = theirs.get(keyOf(one));
    return there ? same(there, one.fees) : isEmptyDay(one.fees);
  };
  const clean = settle(changes, of.filter(isMine), [...theirs.values()]);
  return withCells(clean, (cells) => {
    for (const one of of) {
      const key = keyOf(one);
      const now = cells.get(key);
      if (!now || isMine(one) || !same(now.fees, one.fees)) continue;
      cells.set(key, { ...now, state: { as: 'theirs', current: theirs.get(key) ?? null } });
    }
  });
};

/** What was saved goes; where the cell was changed again meanwhile, that change waits on top of what is saved now. */
export const settle = (changes: Changes, of: readonly Change[], entries: readonly DailyEntry[]): Changes =>
  withCells(changes, (cells) => {
    const now = new Map(entries.map((entry) => [keyOf(entry), entry]));
    for (const change of of) {
      const key = keyOf(change);
      const held = cells.get(key);
      if (!held) continue;
      if (same(held.fees, change.fees)) cells.delete(key);
      else cells.set(key, { ...held, seen: now.get(key) ?? null, state: { as: 'waiting' } });
    }
  });

/** Where somebody was first, one's own value stands on theirs, or goes. */
export const resolve = (changes: Changes, keys: readonly string[], how: 'mine' | 'theirs'): Changes =>
  withCells(changes, (cells) => {
    for (const key of keys) {
      const held = cells.get(key);
      if (held?.state.as !== 'theirs') continue;
      if (how === 'theirs') cells.delete(key);
      else cells.set(key, { ...held, seen: held.state.current, state: { as: 'waiting' } });
    }
  });

/** What was refused is tried again; or only what was lost on the way. */
export const tryAgain = (changes: Changes, onlyLost = false): Changes =>
  withCells(changes, (cells) => {
    for (const [key, held] of cells)
      if (held.state.as === 'refused' && (held.state.lost || !onlyLost))
        cells.set(key, { ...held, state: { as: 'waiting' } });
  });

/** What was refused goes; what was lost on the way is sent again, and stays. */
export const dropRefused = (changes: Changes): Changes =>
  withCells(changes, (cells) => {
    for (const [key, { state }] of cells) if (state.as === 'refused' && !state.lost) cells.delete(key);
  });

/** Rows as they read once these entries are saved. */
export function withEntries(
  rows: readonly AllowanceRow[],
  entries: readonly DailyEntry[],
  removed: readonly number[],
): AllowanceRow[] {
  const byPerson = new Map<number, DailyEntry[]>();
  for (const entry of entries) byPerson.set(entry.staff_id, [...(byPerson.get(entry.staff_id) ?? []), entry]);
  const gone = new Set(removed);
  return rows.map((row) => {
    const mine = byPerson.get(row.staff_id) ?? [];
    if (mine.length === 0 && !row.daily_allowance.some(({ id }) => gone.has(id))) return row;
    const days = new Map(row.daily_allowance.filter(({ id }) => !gone.has(id)).map((entry) => [entry.date, entry]));
    for (const { staff_id: _of, ...entry } of mine) days.set(entry.date, entry);
    return { ...row, daily_allowance: [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1)) };
  });
}
