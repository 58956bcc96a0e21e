import type { Instant } from '../calendar/day.ts';
import { addWork, isWorkingTime, workBetween, type WorkCalendar } from '../calendar/working-time.ts';

/** The bureau's working time in minutes: the amount between two instants (zero backwards), and the instant after an amount. */
export interface WorkClock {
  readonly between: (from: Instant, to: Instant) => number;
  readonly after: (from: Instant, minutes: number) => Instant;
  /** True if a completion at this time shows the duration of work: within the bureau's hours, or just after them. */
  readonly isWorkTime: (completed_at: Instant) => boolean;
}

/** Time after a shift in which a completion still counts. Work late in the evening does not. */
const GRACE_MS = 30 * 60_000;

export const createWorkClock = (calendar: WorkCalendar): WorkClock => ({
  between: (from, to) => Math.max(0, workBetween(calendar, from, to)),
  after: (from, minutes) => addWork(calendar, from, minutes),
  isWorkTime: (at) =>
    isWorkingTime(calendar, at) || isWorkingTime(calendar, new Date(Date.parse(at) - GRACE_MS).toISOString()),
});
