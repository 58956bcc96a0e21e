import { addDays, dayOf, startOfDay, type Day, type Instant } from '../calendar/day.ts';

/**
 * The floor's figures, defined here and explained on the screen (`floor:explanation.<figure>`). The server calculates them,
 * and a test reproduces each with its own query.
 *
 * - `tasks` of a band: its open tasks (domain/floor/bands).
 * - `jobs`: jobs whose last open task is in the band.
 * - `oldest`: start of the current status of the task that has had its status for the longest time.
 * - `late`: tasks of a band whose due date is past.
 * - `at_risk`: tasks of a band that are not late but whose job is forecast to be late (p80 after due).
 * - `added`: tasks of the jobs that were added today.
 * - `done`: completions today, without those that were undone.
 * - `faults`: checks and rechecks with faults today, unless they were undone or removed by an upheld appeal (decision 133).
 * - `on_time` of `due`: jobs whose due date was earlier today, and those of them that were completed by then.
 * - `working`: people with a started edit or check, each once, and their started tasks.
 * - `idle`: editors and QCs of the workstream who have started nothing. They used a session today or within the hour (because of midnight).
 * - `away`: people with assigned work who used no session and made no step in that time, or who are on leave or no longer active.
 */
export const DAY_FIGURES = ['added', 'done', 'faults', 'on_time'] as const;
export type DayFigure = (typeof DAY_FIGURES)[number];

/** Numbers of a part of a day. */
export interface DayCounts {
  readonly added: number;
  readonly done: number;
  readonly faults: number;
  /** Due jobs, and those of them that were completed on time. */
  readonly due: number;
  readonly on_time: number;
}
export const NO_DAY_COUNTS: DayCounts = { added: 0, done: 0, faults: 0, due: 0, on_time: 0 };

/** A usual day is calculated from the same weekday of this number of weeks before. */
export const COMPARISON_WEEKS = 8;
/** Numbers are saved for each quarter of an hour. */
export const SLOT_MINUTES = 15;

/** Returns the same weekday of the earlier weeks, newest first. */
export const getComparisonDays = (today: Day): Day[] =>
  Array.from({ length: COMPARISON_WEEKS }, (_, index) => addDays(today, -7 * (index + 1)));

/** Returns the instant with the current time of day on another day. */
export const sameTimeOn = (day: Day, now: Instant, today: Day): Instant =>
  new Date(Date.parse(startOfDay(day)) + Date.parse(now) - Date.parse(startOfDay(today))).toISOString();

/** Returns the median, for an even number of values the mean of the middle two. Null if there are no values. */
export function median(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half];
  if (upper === undefined) return null;
  return sorted.length % 2 ? upper : ((sorted[half - 1] ?? upper) + upper) / 2;
}

/** Calculates the on-time share in per cent. Null if nothing was due. */
export const calculateOnTimePercent = ({ due, on_time }: Pick<DayCounts, 'due' | 'on_time'>): number | null =>
  due === 0 ? null : Math.round((on_time / due) * 1000) / 10;

/**
 * Calculates the usual values up to the same time: the median of the days before. For the on-time share, only days with due jobs are used.
 */
export function calculateTypicalCounts(days: readonly DayCounts[]): Record<DayFigure, number | null> {
  const medianOf = (figure: 'added' | 'done' | 'faults') => median(days.map((day) => day[figure]));
  return {
    added: medianOf('added'),
    done: medianOf('done'),
    faults: medianOf('faults'),
    on_time: median(days.flatMap((day) => calculateOnTimePercent(day) ?? [])),
  };
}

const PRESENCE_MS = 3600_000;
/** Returns the time from which a session counts as being at work: the start of the day, or an hour ago if that is earlier. */
export const getPresenceStart = (now: Instant): Instant => {
  const [day, hour] = [startOfDay(dayOf(now)), new Date(Date.parse(now) - PRESENCE_MS).toISOString()];
  return day < hour ? day : hour;
};

/** True if open work is late: its due date is past. */
export const isLate = (due_at: Instant | null, now: Instant): boolean => due_at !== null && due_at < now;
