import { secondOfDay } from '../calendar/time-of-day.ts';
import type { Instant } from '../calendar/day.ts';

/** Quiet hours in Bangkok's time. `22:00`–`06:00` spans midnight. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}

const secondsOf = (time: string): number => Number(time.slice(0, 2)) * 3600 + Number(time.slice(3)) * 60;

/** True if a text is a time of day, `HH:MM`. */
export const isTimeOfDay = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** True if an instant is within a user's quiet hours, which exclude their last minute. */
export function isQuietTime(quiet: QuietHours | null, now: Instant): boolean {
  if (!quiet) return false;
  const [at, from, to] = [secondOfDay(now), secondsOf(quiet.from), secondsOf(quiet.to)];
  return from <= to ? at >= from && at < to : at >= from || at < to;
}
