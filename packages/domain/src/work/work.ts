import {
  addDays,
  addMonths,
  dayOf,
  daysOfMonth,
  monthOf,
  startOfDay,
  weekday,
  type Day,
  type Instant,
} from '../calendar/day.ts';
import { groupBy } from '../list/group-by.ts';
import { isWorkStatus } from '../task/time-in-state.ts';
import { TaskStatus } from '../task/status.ts';
import type { TaskAction } from '../task/transitions.ts';

/** Moves that end a user's part of a task for now: submitting or checking. */
export const FINISHING_ACTIONS: readonly string[] = [
  'done',
  'resolve',
  'rework_done',
  'qc1_done',
  'qc1_fault',
  'qc2_done',
  'qc2_fault',
  'recheck',
  'recheck_fault',
] satisfies TaskAction[];

/** Moves that take a waiting task. */
export const TAKING_ACTIONS: readonly string[] = ['start', 'start_qc1', 'start_qc2'] satisfies TaskAction[];

/** Figures of a person's work in a period (domain §4, "Work"). The screen explains each (`work:explanation.<figure>`). */
export interface WorkFigures {
  /** Tasks submitted or checked, each counted once. */
  readonly tasks: number;
  /** Quantity of those tasks at their last such step. */
  readonly pieces: number;
  /**
   * Minutes with at least one task in progress (also faults or rework to do), between the first and last step of a day. A shift over
   * midnight is split between its days, and overlapping tasks count once.
   */
  readonly working: number;
  /** Tasks taken, and the minutes they had waited since they were assigned or submitted for a check. */
  readonly taken: number;
  readonly waiting: number;
  /** Edited tasks that were completed for the first time, and the tasks of these that had no fault. */
  readonly completed: number;
  readonly first_pass: number;
  /** Faults found in edited tasks, by type. */
  readonly faults: readonly { readonly kind: string; readonly count: number }[];
  /** Edited tasks that were completed and then sent to rework. */
  readonly rework: number;
}

/** Figures of the screen in their order. `waiting` is shown as time per task, `first_pass` as a share. */
export const WORK_FIGURES = [
  'tasks',
  'pieces',
  'working',
  'waiting',
  'first_pass',
  'faults',
  'rework',
] as const satisfies readonly (keyof WorkFigures)[];
export type WorkFigure = (typeof WORK_FIGURES)[number];

/** A move of a task as it affects a person. Undone moves are left out. */
export interface WorkMove {
  readonly task_id: number;
  readonly action: string;
  readonly from_status: TaskStatus | null;
  readonly to_status: TaskStatus;
  readonly at: Instant;
  /** True if the person made the move. */
  readonly own: boolean;
  /** True if the person was the editor of the task. */
  readonly edits: boolean;
  /** True if the task was with the person after the move, as editor or as QC. */
  readonly with_them: boolean;
  /** Start of the status before the move, and end of the status after it. */
  readonly since: Instant | null;
  readonly until: Instant | null;
  readonly pieces: number;
  readonly fault_kinds: readonly string[] | null;
  /** True for a part of a deleted rework, which therefore does not count. */
  readonly of_deleted_rework: boolean;
  /** Number of earlier faults and of earlier completions. */
  readonly faults_before: number;
  readonly completed_before: number;
}

const MINUTE = 60_000;
/** Maximum pause over midnight within one shift (decision 109). */
const MAX_SHIFT_PAUSE_MS = 6 * 60 * MINUTE;
type Span = readonly [from: number, to: number];

/**
 * Calculates the figures of a person's moves in the days from `from` to `to`, with tasks in progress until `now`. The moves are from one
 * day more at both ends, for shifts over midnight.
 */
export function calculateWorkFigures(
  moves: readonly WorkMove[],
  { from, to }: { from: Day; to: Day },
  now: Instant,
): WorkFigures {
  const [first, end] = [startOfDay(from), startOfDay(addDays(to, 1))];
  const nearMoves = movesBetween(moves, startOfDay(addDays(from, -1)), startOfDay(addDays(to, 2)));
  const periodMoves = movesBetween(nearMoves, first, end);
  const ownMoves = periodMoves.filter((move) => move.own);
  const finished = new Map<number, number>();
  for (const { task_id, action, pieces } of ownMoves)
    if (FINISHING_ACTIONS.includes(action)) finished.set(task_id, pieces);
  const taken = ownMoves.filter(({ action, since }) => TAKING_ACTIONS.includes(action) && since !== null);
  const edited = periodMoves.filter((move) => move.edits);
  const completed = edited.filter((move) => hasEntered(move, TaskStatus.COMPLETED) && move.completed_before === 0);
  const faultKinds = edited.flatMap(({ fault_kinds }) => fault_kinds ?? []);
  return {
    tasks: finished.size,
    pieces: sum([...finished.values()]),
    working: Math.round(sum(measureShifts(moves, nearMoves, [Date.parse(first), Date.parse(end)], now)) / MINUTE),
    taken: taken.length,
    waiting: Math.round(sum(taken.map(({ at, since }) => Date.parse(at) - Date.parse(since!))) / MINUTE),
    completed: completed.length,
    first_pass: completed.filter((move) => move.faults_before === 0).length,
    faults: [...groupBy(faultKinds, (kind) => kind)].map(([kind, all]) => ({ kind, count: all.length })),
    rework: edited.filter(
      (move) =>
        hasEntered(move, TaskStatus.REWORK) && move.from_status === TaskStatus.COMPLETED && !move.of_deleted_rework,
    ).length,
  };
}

const movesBetween = (moves: readonly WorkMove[], from: Instant, to: Instant): readonly WorkMove[] =>
  moves.filter(({ at }) => at >= from && at < to);
const hasEntered = ({ from_status, to_status }: WorkMove, status: TaskStatus): boolean =>
  to_status === status && from_status !== status;
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Measures the milliseconds of each shift within a span with a task in progress, between the first and last step. */
function measureShifts(
  moves: readonly WorkMove[],
  nearMoves: readonly WorkMove[],
  [from, to]: Span,
  now: Instant,
): number[] {
  const activeSpans = moves
    .filter((move) => move.with_them && isWorkStatus(move.to_status))
    .map(({ at, until }): Span => [Date.parse(at), Date.parse(until ?? now)])
    .sort(([a], [b]) => a - b);
  return findShifts(nearMoves.filter((move) => move.own)).map(([begun, ended]) =>
    measureCovered(activeSpans, [Math.max(begun, from), Math.min(ended, to)]),
  );
}

/** Finds the shifts: first to last step of each day. Days with work over the midnight between them are one shift. */
function findShifts(moves: readonly WorkMove[]): Span[] {
  const spans: [number, number][] = [];
  for (const time of moves.map(({ at }) => Date.parse(at)).sort((a, b) => a - b)) {
    const last = spans.at(-1);
    if (last && (time - last[1] <= MAX_SHIFT_PAUSE_MS || dayOf(time) === dayOf(last[1]))) last[1] = time;
    else spans.push([time, time]);
  }
  return spans;
}

/** Measures the covered time of a span, with overlaps counted once. The stays are ordered by their start. */
function measureCovered(activeSpans: readonly Span[], [first, last]: Span): number {
  let all = 0;
  let coveredUntil = first;
  for (const [from, to] of activeSpans) {
    if (from >= last) break;
    const [begin, end] = [Math.max(from, coveredUntil), Math.min(to, last)];
    if (end <= begin) continue;
    all += end - begin;
    coveredUntil = end;
  }
  return all;
}

/** Units of the figures: days, weeks or months. */
export const WORK_SPANS = ['day', 'week', 'month'] as const;
export type WorkSpan = (typeof WORK_SPANS)[number];

export interface WorkPeriod {
  readonly from: Day;
  readonly to: Day;
}
const WEEKS = 12;
const MONTHS = 12;

/** Returns the periods shown around a day: the days of its month, or the twelve weeks or months that end with its own. */
export function getWorkPeriods(by: WorkSpan, day: Day): WorkPeriod[] {
  switch (by) {
    case 'day':
      return daysOfMonth(monthOf(day)).map((item) => ({ from: item, to: item }));
    case 'week': {
      const monday = addDays(day, -((weekday(day) + 6) % 7));
      return Array.from({ length: WEEKS }, (_, index) => {
        const from = addDays(monday, (index - WEEKS + 1) * 7);
        return { from, to: addDays(from, 6) };
      });
    }
    case 'month':
      return Array.from({ length: MONTHS }, (_, index) => {
        const days = daysOfMonth(addMonths(monthOf(day), index - MONTHS + 1));
        return { from: days[0]!, to: days.at(-1)! };
      });
    default: {
      const never: never = by;
      return never;
    }
  }
}

/** Returns the day one step earlier or later: a month for days, otherwise twelve weeks or months. */
export function moveWorkDay(by: WorkSpan, day: Day, steps: number): Day {
  if (by === 'week') return addDays(day, steps * WEEKS * 7);
  const month = addMonths(monthOf(day), steps * (by === 'day' ? 1 : MONTHS));
  return `${month}-01`;
}
