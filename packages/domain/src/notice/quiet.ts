import { secondOfDay } from '../calendar/time-of-day.ts';
import type { Instant } from '../calendar/day.ts';

/** Quiet hours of the day, in Bangkok's time; `22:00`–`06:00` spans midnight. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}

const secondsOf = (time: string): number => Number(time.slice(0, 2)) * 3600 + Number(time.slice(3)) * 60;

/** `HH:MM` of a day. */
export const isTimeOfDay = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** Whether an instant lies in somebody's quiet hours: from the first minute on, up to the last but not in it. */
export function isQuiet(quiet: QuietHours | null, now: Instant): boolean {
  if (!quiet) return false;
  const [at, from, to] = [secondOfDay(now), secondsOf(quiet.from), secondsOf(quiet.to)];
  return from <= to ? at >= from && at < to : at >= from || at < to;
}
