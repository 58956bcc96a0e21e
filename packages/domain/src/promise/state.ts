import type { Instant } from '../calendar/day.ts';
import { workBetween, type WorkCalendar } from '../calendar/working-time.ts';

/** What a promise is of: when it is due, whether the work is done, and when, where that is known. */
export interface Promised {
  readonly due_at: Instant | null;
  readonly done: boolean;
  readonly done_at: Instant | null;
}

/** How a promise stands at an instant, in minutes of working time: how much is left, by how much it was missed. */
export type PromiseState =
  | { readonly kind: 'ahead' | 'late' | 'broken'; readonly minutes: number }
  /** Done in time; done, nobody asks when; nothing was promised. */
  | { readonly kind: 'kept' | 'done' | 'none' };

/** How a promise stands (decision 124). What is due at an instant is late once that has passed, be it at night. */
export function promiseState(calendar: WorkCalendar, { due_at, done, done_at }: Promised, now: Instant): PromiseState {
  if (due_at === null) return { kind: 'none' };
  if (done && done_at === null) return { kind: 'done' };
  const at = done_at ?? now;
  const late = Date.parse(at) > Date.parse(due_at);
  if (done && !late) return { kind: 'kept' };
  const minutes = Math.floor(late ? workBetween(calendar, due_at, at) : workBetween(calendar, at, due_at));
  return { kind: done ? 'broken' : late ? 'late' : 'ahead', minutes };
}
