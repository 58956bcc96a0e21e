import type { Instant } from '../calendar/day.ts';

/** Due dates of a job and its completion. */
export interface Promised {
  readonly due_at: Instant | null;
  readonly first_due_at: Instant | null;
  readonly completed_at: Instant;
}

/** Result of a job's due date. A job without a due date has none. */
export interface DueDateKept {
  /** Completed by the last due date, and by the first one. */
  readonly kept: boolean;
  readonly kept_first: boolean;
  /** The due date was changed. */
  readonly changed: boolean;
  /** Working minutes after the last due date. */
  readonly late_minutes: number;
}

export function isOnTime(
  { due_at, first_due_at, completed_at }: Promised,
  between: (from: Instant, to: Instant) => number,
): DueDateKept | null {
  if (due_at === null) return null;
  const done = Date.parse(completed_at);
  const first = first_due_at ?? due_at;
  const kept = done <= Date.parse(due_at);
  return {
    kept,
    kept_first: done <= Date.parse(first),
    changed: Date.parse(first) !== Date.parse(due_at),
    late_minutes: kept ? 0 : Math.max(1, Math.round(between(due_at, completed_at))),
  };
}

/** On-time share: completed jobs that were on time ÷ completed jobs with a due date. Null if there are none. */
export const shareKept = (kept: number, completed: number): number | null =>
  completed === 0 ? null : kept / completed;
