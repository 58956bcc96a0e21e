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
import { isWorking } from '../task/time-in-state.ts';
import { TaskStatus } from '../task/status.ts';
import type { TaskAction } from '../task/transitions.ts';

/** Moves that end one's part of a task for now: handed in, or checked. */
export const FINISHING: readonly string[] = [
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

/** Moves that take up a task that lay ready. */
export const TAKING_UP: readonly string[] = ['start', 'start_qc1', 'start_qc2'] satisfies TaskAction[];

/**
 * A person's work in a time (domain §4, "Work"), figure by figure. What each means stands here; the screen says it in words
 * (`work:means.<figure>`).
 */
export interface WorkFigures {
  /** Tasks of which they finished a part, handed in or checked: each counted once. */
  readonly tasks: number;
  /** The pieces those tasks counted when they finished them last. */
  readonly pieces: number;
  /**
   * Minutes in which at least one task was in their hands (started, faults or rework to do, being checked), between the first
   * and the last thing they did of a day or of a shift over midnight, each day its own part; two tasks at once count once, a
   * night between two days counts nothing.
   */
  readonly working: number;
  /** Tasks they took up, and the minutes those had lain ready in all: since they were assigned, or handed in for a check. */
  readonly taken_up: number;
  readonly waiting: number;
  /** Tasks they edited that were completed for the first time, and those of them in which no check had found a fault. */
  readonly completed: number;
  readonly first_time_right: number;
  /** Faults that checks found in what they edited, by kind. */
  readonly faults: readonly { readonly kind: string; readonly count: number }[];
  /** Tasks they edited that were completed and came back to be reworked. */
  readonly rework: number;
}

/** What the screen shows, in its order: `waiting` as the time a task lay, `first_time_right` as a share. */
export const WORK_FIGURES = [
  'tasks',
  'pieces',
  'working',
  'waiting',
  'first_time_right',
  'faults',
  'rework',
] as const satisfies readonly (keyof WorkFigures)[];
export type WorkFigure = (typeof WORK_FIGURES)[number];

/** A move of a task as it concerns a person; none that was taken back. */
export interface WorkMove {
  readonly task_id: number;
  readonly action: string;
  readonly from_status: TaskStatus | null;
  readonly to_status: TaskStatus;
  readonly at: Instant;
  /** They made it. */
  readonly own: boolean;
  /** The task was theirs to edit. */
  readonly edits: boolean;
  /** After it the task was with them: as its editor, or as the one who checks. */
  readonly with_them: boolean;
  /** When it had entered the status this move took it from, and when it left the one this move took it to. */
  readonly since: Instant | null;
  readonly until: Instant | null;
  readonly pieces: number;
  readonly fault_kinds: readonly string[] | null;
  /** It is part of a rework that was deleted: nothing came back then. */
  readonly of_deleted_rework: boolean;
  /** How often a check had found faults in it before, and how often it had been completed. */
  readonly faults_before: number;
  readonly completed_before: number;
}

const MINUTE = 60_000;
/** Who acts again within so long, over midnight, went on working; who slept did not (decision 109). */
const STILL_AT_WORK = 6 * 60 * MINUTE;
type Span = readonly [from: number, to: number];

/**
 * What a person's moves come to in the days from `from` to `to`; `now` ends what is still in their hands. The moves reach a day past
 * both ends, for a shift over midnight.
 */
export function workFigures(
  moves: readonly WorkMove[],
  { from, to }: { from: Day; to: Day },
  now: Instant,
): WorkFigures {
  const [first, end] = [startOfDay(from), startOfDay(addDays(to, 1))];
  const near = movesBetween(moves, startOfDay(addDays(from, -1)), startOfDay(addDays(to, 2)));
  const within = movesBetween(near, first, end);
  const own = within.filter((move) => move.own);
  const finished = new Map<number, number>();
  for (const { task_id, action, pieces } of own) if (FINISHING.includes(action)) finished.set(task_id, pieces);
  const taken = own.filter(({ action, since }) => TAKING_UP.includes(action) && since !== null);
  const edited = within.filter((move) => move.edits);
  const completed = edited.filter((move) => entered(move, TaskStatus.COMPLETED) && move.completed_before === 0);
  const found = edited.flatMap(({ fault_kinds }) => fault_kinds ?? []);
  return {
    tasks: finished.size,
    pieces: sum([...finished.values()]),
    working: Math.round(sum(worked(moves, near, [Date.parse(first), Date.parse(end)], now)) / MINUTE),
    taken_up: taken.length,
    waiting: Math.round(sum(taken.map(({ at, since }) => Date.parse(at) - Date.parse(since!))) / MINUTE),
    completed: completed.length,
    first_time_right: completed.filter((move) => move.faults_before === 0).length,
    faults: [...groupBy(found, (kind) => kind)].map(([kind, all]) => ({ kind, count: all.length })),
    rework: edited.filter(
      (move) =>
        entered(move, TaskStatus.REWORK) && move.from_status === TaskStatus.COMPLETED && !move.of_deleted_rework,
    ).length,
  };
}

const movesBetween = (moves: readonly WorkMove[], from: Instant, to: Instant): readonly WorkMove[] =>
  moves.filter(({ at }) => at >= from && at < to);
const entered = ({ from_status, to_status }: WorkMove, status: TaskStatus): boolean =>
  to_status === status && from_status !== status;
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Shift by shift, the milliseconds within a span in which a task was in their hands, between the first and the last thing they did. */
function worked(moves: readonly WorkMove[], near: readonly WorkMove[], [from, to]: Span, now: Instant): number[] {
  const stays = moves
    .filter((move) => move.with_them && isWorking(move.to_status))
    .map(({ at, until }): Span => [Date.parse(at), Date.parse(until ?? now)])
    .sort(([a], [b]) => a - b);
  return shifts(near.filter((move) => move.own)).map(([begun, ended]) =>
    covered(stays, [Math.max(begun, from), Math.min(ended, to)]),
  );
}

/** From the first to the last thing done of each day; days are one shift where work went on over the midnight between them. */
function shifts(done: readonly WorkMove[]): Span[] {
  const spans: [number, number][] = [];
  for (const time of done.map(({ at }) => Date.parse(at)).sort((one, other) => one - other)) {
    const last = spans.at(-1);
    if (last && (time - last[1] <= STILL_AT_WORK || dayOf(time) === dayOf(last[1]))) last[1] = time;
    else spans.push([time, time]);
  }
  return spans;
}

/** How much of a span some stays cover, those that overlap counted once; the stays are in the order of their beginnings. */
function covered(stays: readonly Span[], [first, last]: Span): number {
  let all = 0;
  let reached = first;
  for (const [from, to] of stays) {
    if (from >= last) break;
    const [begin, end] = [Math.max(from, reached), Math.min(to, last)];
    if (end <= begin) continue;
    all += end - begin;
    reached = end;
  }
  return all;
}

/** How one's work is told: by days, weeks or months. */
export const WORK_SPANS = ['day', 'week', 'month'] as const;
export type WorkSpan = (typeof WORK_SPANS)[number];

export interface WorkPeriod {
  readonly from: Day;
  readonly to: Day;
}
const WEEKS = 12;
const MONTHS = 12;

/** The periods a screen of work shows around a day: its month's days, or the twelve weeks or months that end with its own. */
export function workPeriods(by: WorkSpan, day: Day): WorkPeriod[] {
  switch (by) {
    case 'day':
      return daysOfMonth(monthOf(day)).map((one) => ({ from: one, to: one }));
    case 'week': {
      const monday = addDays(day, -((weekday(day) + 6) % 7));
      return Array.from({ length: WEEKS }, (_, at) => {
        const from = addDays(monday, (at - WEEKS + 1) * 7);
        return { from, to: addDays(from, 6) };
      });
    }
    case 'month':
      return Array.from({ length: MONTHS }, (_, at) => {
        const days = daysOfMonth(addMonths(monthOf(day), at - MONTHS + 1));
        return { from: days[0]!, to: days.at(-1)! };
      });
    default: {
      const never: never = by;
      return never;
    }
  }
}

/** A day in the stretch before or after: the month beside for days, twelve weeks or months for the others. */
export function workStep(by: WorkSpan, day: Day, steps: number): Day {
  if (by === 'week') return addDays(day, steps * WEEKS * 7);
  const month = addMonths(monthOf(day), steps * (by === 'day' ? 1 : MONTHS));
  return `${month}-01`;
}
