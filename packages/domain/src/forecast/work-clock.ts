import type { Instant } from '../calendar/day.ts';
import { addWork, isWorking, workBetween, type WorkCalendar } from '../calendar/working-time.ts';

/** The bureau's working time: how much of it lies between two instants (none backwards), and when so much of it has passed. In minutes. */
export interface WorkClock {
  readonly between: (from: Instant, to: Instant) => number;
  readonly after: (from: Instant, minutes: number) => Instant;
  /** Whether what is completed then tells how long work takes: within the bureau's hours, or hardly after them. */
  readonly tells: (completed_at: Instant) => boolean;
}

/** Whoever finishes what is in hand after the end of a shift tells nearly as much as before it; whoever works the evening through, nothing. */
const HARDLY_AFTER_MS = 30 * 60_000;

export const workClock = (calendar: WorkCalendar): WorkClock => ({
  between: (from, to) => Math.max(0, workBetween(calendar, from, to)),
  after: (from, minutes) => addWork(calendar, from, minutes),
  tells: (at) =>
    isWorking(calendar, at) || isWorking(calendar, new Date(Date.parse(at) - HARDLY_AFTER_MS).toISOString()),
});
