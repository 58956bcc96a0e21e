import type { Clock } from './clock.ts';
import { BANGKOK_OFFSET_MS, startOfDay, type Day, type Instant } from './day.ts';

/** Hours worked at a stretch, within one day; `to` may be 24:00. A night is the end of one day and the beginning of the next. */
export interface WorkHours {
  readonly from: Clock;
  readonly to: Clock;
}
/** The hours of a day: morning and afternoon are two stretches, with lunch between them. None: the day is off. */
export type DayHours = readonly WorkHours[];

/** The hours the bureau keeps (metadata JOB_TASK, `calendar`). */
export interface BureauHours {
  /** Sunday to Saturday (spec §9). */
  readonly week: readonly DayHours[];
  /** Days with hours of their own, whatever their weekday and whether they are holidays or not. */
  readonly extra_days: readonly { readonly date: Day; readonly hours: DayHours }[];
}

/** When the bureau works, in Bangkok's time: its hours and its holidays, made ready to reckon with (`workCalendar`). */
export interface WorkCalendar {
  /** By weekday, Sunday first: stretches as milliseconds of the day, first to last. */
  readonly week: readonly (readonly Stretch[])[];
  /** Days that are not as their weekday, by their number since 1970. */
  readonly apart: ReadonlyMap<number, readonly Stretch[]>;
  /** After it no day is apart from its weekday. */
  readonly last: number;
}
type Stretch = readonly [from: number, to: number];

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const WEEKDAYS = 7;
/** 1 January 1970 was a Thursday. */
const FIRST_WEEKDAY = 4;

const DAY_CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/;
/** A time of day as hours are kept, `HH:mm` to `24:00`. */
export const isDayClock = (text: string): text is Clock => DAY_CLOCK.test(text);

const minutesOf = (clock: Clock): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** What is wrong with the hours of a day, and where: a stretch ends before it begins, or begins before the one above it ends. */
export function hoursTrouble(hours: DayHours): { at: number; code: 'not_after' | 'overlaps' } | null {
  for (const [at, { from, to }] of hours.entries()) {
    if (to <= from) return { at, code: 'not_after' };
    if (from < (hours[at - 1]?.to ?? '')) return { at, code: 'overlaps' };
  }
  return null;
}

/** How many minutes of work hours are. */
export const minutesOfHours = (hours: DayHours): number =>
  hours.reduce((sum, { from, to }) => sum + minutesOf(to) - minutesOf(from), 0);

/** How many minutes of work a week is that has no holidays. */
export const minutesOfWeek = ({ week }: Pick<BureauHours, 'week'>): number =>
  week.reduce((sum, hours) => sum + minutesOfHours(hours), 0);

/** The calendar that hours and holidays make (decision 123). An extra day's hours are its own: they go before its being a holiday. */
export function workCalendar(hours: BureauHours, holidays: readonly Day[]): WorkCalendar {
  const stretches = (of: DayHours): Stretch[] =>
    of.map(({ from, to }) => [minutesOf(from) * MINUTE_MS, minutesOf(to) * MINUTE_MS]);
  const apart = new Map<number, readonly Stretch[]>();
  for (const day of holidays) apart.set(numberOf(Date.parse(startOfDay(day))), []);
  for (const extra of hours.extra_days) apart.set(numberOf(Date.parse(startOfDay(extra.date))), stretches(extra.hours));
  return { week: hours.week.map(stretches), apart, last: Math.max(-1, ...apart.keys()) };
}

/** The number of the Bangkok day an instant is in. */
const numberOf = (ms: number): number => Math.floor((ms + BANGKOK_OFFSET_MS) / DAY_MS);
const startOf = (day: number): number => day * DAY_MS - BANGKOK_OFFSET_MS;

const stretchesOf = ({ week, apart }: WorkCalendar, day: number): readonly Stretch[] =>
  apart.get(day) ?? week[(((day + FIRST_WEEKDAY) % WEEKDAYS) + WEEKDAYS) % WEEKDAYS] ?? [];

/**
 * The instant by which so many minutes have been worked since another, the earliest there is: what ends with the day is done at its
 * end, not the morning after. A calendar that never works again has no such instant: that throws, and is refused where
 * calendars are saved.
 */
export function addWork(calendar: WorkCalendar, instant: Instant, minutes: number): Instant {
  if (!(minutes >= 0)) throw new RangeError('work is added in minutes from 0 on');
  const start = Date.parse(instant);
  let left = Math.round(minutes * MINUTE_MS);
  const works = calendar.week.some((hours) => hours.length > 0);
  for (let day = numberOf(start); left > 0; day += 1) {
    if (!works && day > calendar.last) throw new RangeError('a calendar without hours');
    for (const [from, to] of stretchesOf(calendar, day)) {
      const begins = Math.max(startOf(day) + from, start);
      const length = startOf(day) + to - begins;
      if (length <= 0) continue;
      if (left <= length) return new Date(begins + left).toISOString();
      left -= length;
    }
  }
  return new Date(start).toISOString();
}

/** How many minutes are worked from one instant to another; less than none where the other is earlier. */
export function workBetween(calendar: WorkCalendar, from: Instant, to: Instant): number {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  return start <= end ? worked(calendar, start, end) / MINUTE_MS : -worked(calendar, end, start) / MINUTE_MS;
}

function worked(calendar: WorkCalendar, start: number, end: number): number {
  let sum = 0;
  for (let day = numberOf(start); startOf(day) < end; day += 1) {
    for (const [from, to] of stretchesOf(calendar, day)) {
      sum += Math.max(0, Math.min(startOf(day) + to, end) - Math.max(startOf(day) + from, start));
    }
  }
  return sum;
}

/** Whether the bureau works at an instant. */
export function isWorking(calendar: WorkCalendar, instant: Instant): boolean {
  const ms = Date.parse(instant);
  const day = numberOf(ms);
  return stretchesOf(calendar, day).some(([from, to]) => startOf(day) + from <= ms && ms < startOf(day) + to);
}

const STRETCH = /^(\d{1,2})(?:[:.h](\d{2})|(\d{2}))?h?\s*[-–—]\s*(\d{1,2})(?:[:.h](\d{2})|(\d{2}))?h?$/i;

/** The hours of a day as people write them: `8-12, 13.30–17.30`; nothing is a day off, null is none that can be read. */
export function readDayHours(text: string): DayHours | null {
  const hours: { from: string; to: string }[] = [];
  // What holds the example of the form together on its line may be copied with it.
  for (const part of text.replaceAll('\u2060', '').split(/[,;+\n]/)) {
    if (part.trim() === '') continue;
    const [, from, fromA, fromB, to, toA, toB] = STRETCH.exec(part.trim()) ?? [];
    const stretch = { from: clock(from, fromA ?? fromB), to: clock(to, toA ?? toB) };
    if (stretch.from === null || stretch.to === null) return null;
    hours.push({ from: stretch.from, to: stretch.to });
  }
  return hours;
}

/** The same as it is written down. */
export const writeDayHours = (hours: DayHours): string => hours.map(({ from, to }) => `${from}–${to}`).join(', ');

function clock(hours: string | undefined, minutes = '00'): string | null {
  if (hours === undefined || Number(minutes) > 59) return null;
  const whole = `${hours.padStart(2, '0')}:${minutes}`;
  return whole <= '24:00' ? whole : null;
}
