import type { Clock } from './clock.ts';
import { BANGKOK_OFFSET_MS, startOfDay, type Day, type Instant } from './day.ts';

/** A stretch of work within one day, up to 24:00. A night shift is a stretch on each of two days. */
export interface WorkHours {
  readonly from: Clock;
  readonly to: Clock;
}
/** Hours of a day, with lunch between two stretches. An empty list is a day off. */
export type DayHours = readonly WorkHours[];

/** The bureau's hours (metadata JOB_TASK, `calendar`). */
export interface BureauHours {
  /** Hours of each weekday, Sunday to Saturday (spec §9). */
  readonly week: readonly DayHours[];
  /** Days with their own hours. Any day can be one, also a holiday. */
  readonly extra_days: readonly { readonly date: Day; readonly hours: DayHours }[];
}

/** The bureau's hours and holidays in Bangkok's time, prepared for calculation by `createWorkCalendar`. */
export interface WorkCalendar {
  /** By weekday from Sunday: stretches in milliseconds of the day, in order. */
  readonly week: readonly (readonly Stretch[])[];
  /** Days that differ from their weekday, by their number since 1970. */
  readonly exceptionDays: ReadonlyMap<number, readonly Stretch[]>;
  /** Last day that differs from its weekday. */
  readonly last: number;
}
type Stretch = readonly [from: number, to: number];

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const WEEKDAYS = 7;
/** 1 January 1970 was a Thursday. */
const FIRST_WEEKDAY = 4;

const DAY_CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/;
/** True if a text is a time of day, `HH:mm` up to `24:00`. */
export const isDayClock = (text: string): text is Clock => DAY_CLOCK.test(text);

const minutesOf = (clock: Clock): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** Finds the first invalid interval of a day: its index, and whether it is empty or overlaps the one before. */
export function findHoursError(hours: DayHours): { at: number; code: 'not_after' | 'overlaps' } | null {
  for (const [index, { from, to }] of hours.entries()) {
    if (to <= from) return { at: index, code: 'not_after' };
    if (from < (hours[index - 1]?.to ?? '')) return { at: index, code: 'overlaps' };
  }
  return null;
}

/** Returns the minutes of work in a day's hours. */
export const minutesOfHours = (hours: DayHours): number =>
  hours.reduce((sum, { from, to }) => sum + minutesOf(to) - minutesOf(from), 0);

/** Returns the minutes of work in a week without holidays. */
export const minutesOfWeek = ({ week }: Pick<BureauHours, 'week'>): number =>
  week.reduce((sum, hours) => sum + minutesOfHours(hours), 0);

/** Creates a calendar of hours and holidays (decision 123). The hours of an extra day take precedence over a holiday. */
export function createWorkCalendar(hours: BureauHours, holidays: readonly Day[]): WorkCalendar {
  const stretches = (of: DayHours): Stretch[] =>
    of.map(({ from, to }) => [minutesOf(from) * MINUTE_MS, minutesOf(to) * MINUTE_MS]);
  const exceptionDays = new Map<number, readonly Stretch[]>();
  for (const day of holidays) exceptionDays.set(dayNumberOf(Date.parse(startOfDay(day))), []);
  for (const extra of hours.extra_days)
    exceptionDays.set(dayNumberOf(Date.parse(startOfDay(extra.date))), stretches(extra.hours));
  return { week: hours.week.map(stretches), exceptionDays, last: Math.max(-1, ...exceptionDays.keys()) };
}

/** Returns the number of the Bangkok day of an instant. */
const dayNumberOf = (ms: number): number => Math.floor((ms + BANGKOK_OFFSET_MS) / DAY_MS);
const startOfDayNumber = (day: number): number => day * DAY_MS - BANGKOK_OFFSET_MS;

const getStretches = ({ week, exceptionDays }: WorkCalendar, day: number): readonly Stretch[] =>
  exceptionDays.get(day) ?? week[(((day + FIRST_WEEKDAY) % WEEKDAYS) + WEEKDAYS) % WEEKDAYS] ?? [];

/**
 * Returns the earliest instant at which a number of minutes has been worked, at the end of a day rather than the next morning. Throws for a
 * calendar that never works again.
 */
export function addWork(calendar: WorkCalendar, instant: Instant, minutes: number): Instant {
  if (!(minutes >= 0)) throw new RangeError('work is added in minutes from 0 on');
  const start = Date.parse(instant);
  let remaining = Math.round(minutes * MINUTE_MS);
  const works = calendar.week.some((hours) => hours.length > 0);
  for (let day = dayNumberOf(start); remaining > 0; day += 1) {
    if (!works && day > calendar.last) throw new RangeError('a calendar without hours');
    for (const [from, to] of getStretches(calendar, day)) {
      const begins = Math.max(startOfDayNumber(day) + from, start);
      const length = startOfDayNumber(day) + to - begins;
      if (length <= 0) continue;
      if (remaining <= length) return new Date(begins + remaining).toISOString();
      remaining -= length;
    }
  }
  return new Date(start).toISOString();
}

/** Returns the minutes of work from one instant to another, negative if the other is earlier. */
export function workBetween(calendar: WorkCalendar, from: Instant, to: Instant): number {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  return start <= end ? measureWork(calendar, start, end) / MINUTE_MS : -measureWork(calendar, end, start) / MINUTE_MS;
}

function measureWork(calendar: WorkCalendar, start: number, end: number): number {
  let sum = 0;
  for (let day = dayNumberOf(start); startOfDayNumber(day) < end; day += 1) {
    for (const [from, to] of getStretches(calendar, day)) {
      sum += Math.max(0, Math.min(startOfDayNumber(day) + to, end) - Math.max(startOfDayNumber(day) + from, start));
    }
  }
  return sum;
}

/** True if the bureau works at an instant. */
export function isWorkingTime(calendar: WorkCalendar, instant: Instant): boolean {
  const ms = Date.parse(instant);
  const day = dayNumberOf(ms);
  return getStretches(calendar, day).some(
    ([from, to]) => startOfDayNumber(day) + from <= ms && ms < startOfDayNumber(day) + to,
  );
}

const STRETCH = /^(\d{1,2})(?:[:.h](\d{2})|(\d{2}))?h?\s*[-–—]\s*(\d{1,2})(?:[:.h](\d{2})|(\d{2}))?h?$/i;

/** Reads the hours of a day from text such as `8-12, 13.30–17.30`. An empty text is a day off, and null is unreadable. */
export function readDayHours(text: string): DayHours | null {
  const hours: { from: string; to: string }[] = [];
  // The word joiners of the form's example can be copied with it.
  for (const part of text.replaceAll('\u2060', '').split(/[,;+\n]/)) {
    if (part.trim() === '') continue;
    const [, from, fromA, fromB, to, toA, toB] = STRETCH.exec(part.trim()) ?? [];
    const stretch = { from: readClock(from, fromA ?? fromB), to: readClock(to, toA ?? toB) };
    if (stretch.from === null || stretch.to === null) return null;
    hours.push({ from: stretch.from, to: stretch.to });
  }
  return hours;
}

/** Formats the hours of a day. */
export const writeDayHours = (hours: DayHours): string => hours.map(({ from, to }) => `${from}–${to}`).join(', ');

function readClock(hours: string | undefined, minutes = '00'): string | null {
  if (hours === undefined || Number(minutes) > 59) return null;
  const whole = `${hours.padStart(2, '0')}:${minutes}`;
  return whole <= '24:00' ? whole : null;
}
