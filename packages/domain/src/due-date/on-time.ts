import type { Instant } from '../calendar/day.ts';

/** Due dates of a job and its completion. */
export interface CompletedWork {
  readonly due_at: Instant | null;
  readonly first_due_at: Instant | null;
  readonly completed_at: Instant;
}

/** Result of a job's due date. A job without a due date has none. */
export interface DueDateResult {
  /** True if completed by the last due date, or by the first due date. */
  readonly on_time: boolean;
  readonly first_on_time: boolean;
  readonly changed: boolean;
  /** Working minutes after the last due date. */
  readonly late_minutes: number;
}

export function evaluateDueDate(
  { due_at, first_due_at, completed_at }: CompletedWork,
  workMinutesBetween: (from: Instant, to: Instant) => number,
): DueDateResult | null {
  if (due_at === null) return null;
  const completedMs = Date.parse(completed_at);
  const firstDueDate = first_due_at ?? due_at;
  const on_time = completedMs <= Date.parse(due_at);
  return {
    on_time,
    first_on_time: completedMs <= Date.parse(firstDueDate),
    changed: Date.parse(firstDueDate) !== Date.parse(due_at),
    late_minutes: on_time ? 0 : Math.max(1, Math.round(workMinutesBetween(due_at, completed_at))),
  };
}

/** Calculates the on-time share: completed jobs that were on time ÷ completed jobs with a due date. Null if there are none. */
export const calculateOnTimeShare = (on_time: number, completed: number): number | null =>
  completed === 0 ? null : on_time / completed;
