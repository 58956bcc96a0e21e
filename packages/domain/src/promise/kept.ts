import type { Instant } from '../calendar/day.ts';

/** What was promised for a job, and when it was done. */
export interface Promised {
  readonly due_at: Instant | null;
  readonly first_due_at: Instant | null;
  readonly completed_at: Instant;
}

/** How a job's promise turned out; of a job that nothing was promised for, nothing. */
export interface PromiseKept {
  /** Completed at the latest when it was due, as promised last; and as promised first. */
  readonly kept: boolean;
  readonly kept_first: boolean;
  /** It was promised otherwise than at first. */
  readonly changed: boolean;
  /** Working minutes after what was promised last. */
  readonly late_minutes: number;
}

export function promiseKept(
  { due_at, first_due_at, completed_at }: Promised,
  between: (from: Instant, to: Instant) => number,
): PromiseKept | null {
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

/** Promises kept: jobs completed by when they were due ÷ jobs completed that something was promised for; null where there are none. */
export const shareKept = (kept: number, completed: number): number | null =>
  completed === 0 ? null : kept / completed;
