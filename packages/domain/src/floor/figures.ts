import { addDays, dayOf, startOfDay, type Day, type Instant } from '../calendar/day.ts';

/**
 * The floor's figures. What each is stands here and in words where it is shown (`floor:means.<figure>`); the server counts them, and a
 * test reproduces each from the tables by a query of its own.
 *
 * - `tasks`, of a band: open tasks that stand in it (domain/floor/bands). `jobs`: jobs whose hindmost open task stands in it.
 * - `oldest`: since when the task that has been longest in its present status there is in it.
 * - `late`: tasks of a band whose job was promised for an instant that is past.
 * - `at_risk`: tasks of a band, not late, whose job is forecast to be done after its promise (p80 after due).
 * - `came_in`: tasks of the jobs that were made today. `done`: times a task entered Completed today, less what was taken back.
 * - `faults`: times a check or recheck found faults today, less what was taken back and what is none since an appeal was upheld (decision 133).
 * - `kept` of `due`: jobs promised for an instant of today that is past, and those of them that were completed by then.
 * - `working`: people with a task started (edited, or being checked), each once, and what they have started. `idle`: people who hold the workstream's editor or QC code, used a
 *   session today (or within the hour, so that nobody leaves at midnight) and have nothing started. `away`: people with work in their
 *   hands who used no session and moved nothing for as long, or are not active any more.
 */
export const DAY_FIGURES = ['came_in', 'done', 'faults', 'kept'] as const;
export type DayFigure = (typeof DAY_FIGURES)[number];

/** What is counted of a stretch of a day. */
export interface DayCounts {
  readonly came_in: number;
  readonly done: number;
  readonly faults: number;
  /** Promises that fell due, and those of them that were kept. */
  readonly due: number;
  readonly kept: number;
}
export const NOTHING_COUNTED: DayCounts = { came_in: 0, done: 0, faults: 0, due: 0, kept: 0 };

/** The usual day is the same weekday of so many weeks before. */
export const USUAL_WEEKS = 8;
/** What was counted is kept by quarters of an hour. */
export const SLOT_MINUTES = 15;

/** The same weekday of the weeks before, newest first. */
export const usualDays = (today: Day): Day[] =>
  Array.from({ length: USUAL_WEEKS }, (_, at) => addDays(today, -7 * (at + 1)));

/** The same time of another day. */
export const sameTimeOn = (day: Day, now: Instant, today: Day): Instant =>
  new Date(Date.parse(startOfDay(day)) + Date.parse(now) - Date.parse(startOfDay(today))).toISOString();

/** The middle of some numbers; of an even number of them the mean of the two in the middle. Null where there is none. */
export function median(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half];
  if (upper === undefined) return null;
  return sorted.length % 2 ? upper : ((sorted[half - 1] ?? upper) + upper) / 2;
}

/** In percent; null of nothing. */
export const shareKept = ({ due, kept }: Pick<DayCounts, 'due' | 'kept'>): number | null =>
  due === 0 ? null : Math.round((kept / due) * 1000) / 10;

/** The usual day up to the same time: the median of the days there were; of promises the median share of the days that had any. */
export function usualOf(days: readonly DayCounts[]): Record<DayFigure, number | null> {
  const of = (figure: 'came_in' | 'done' | 'faults') => median(days.map((day) => day[figure]));
  return {
    came_in: of('came_in'),
    done: of('done'),
    faults: of('faults'),
    kept: median(days.flatMap((day) => shareKept(day) ?? [])),
  };
}

const WITHIN_MS = 3600_000;
/** Since when somebody must have been seen to be here: since the day began, or within the hour before, when it has just begun. */
export const presentSince = (now: Instant): Instant => {
  const [day, hour] = [startOfDay(dayOf(now)), new Date(Date.parse(now) - WITHIN_MS).toISOString()];
  return day < hour ? day : hour;
};

/** Open work is late once the instant it was promised for is past. */
export const isLate = (due_at: Instant | null, now: Instant): boolean => due_at !== null && due_at < now;
