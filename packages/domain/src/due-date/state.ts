import type { Instant } from '../calendar/day.ts';
import { workBetween, type WorkCalendar } from '../calendar/working-time.ts';

/** Due date of work, its completion, and the time of the completion if it is known. */
export interface DueWork {
  readonly due_at: Instant | null;
  readonly done: boolean;
  readonly done_at: Instant | null;
}

/** State of a due date, in minutes of working time: the time left, or the delay. */
export type DueDateState =
  | { readonly kind: 'ahead' | 'late' | 'broken'; readonly minutes: number }
  /** `kept` is completed on time, `done` is completed at an unknown time, `none` has no due date. */
  | { readonly kind: 'on_time' | 'done' | 'none' };

/** Returns the state of a due date (decision 124). Work is late as soon as the instant is past, even at night. */
export function getDueDateState(
  calendar: WorkCalendar,
  { due_at, done, done_at }: DueWork,
  now: Instant,
): DueDateState {
  if (due_at === null) return { kind: 'none' };
  if (done && done_at === null) return { kind: 'done' };
  const at = done_at ?? now;
  const isLate = Date.parse(at) > Date.parse(due_at);
  if (done && !isLate) return { kind: 'on_time' };
  const minutes = Math.floor(isLate ? workBetween(calendar, due_at, at) : workBetween(calendar, at, due_at));
  return { kind: done ? 'broken' : isLate ? 'late' : 'ahead', minutes };
}
