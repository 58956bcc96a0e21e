import { dayOf, startOfDay, type Day, type Instant } from './day.ts';

/** Time of day in Asia/Bangkok (spec §1), `HH:mm`, 24 hours. */
export type Clock = string;

const MINUTE_MS = 60_000;

/** Returns the bureau's time of day at an instant. */
export function clockOf(instant: Instant): Clock {
  const minutes = Math.floor((Date.parse(instant) - Date.parse(startOfDay(dayOf(instant)))) / MINUTE_MS);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Returns the instant of a time of day in Bangkok. */
export function instantAt(day: Day, clock: Clock): Instant {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return new Date(Date.parse(startOfDay(day)) + (hours * 60 + minutes) * MINUTE_MS).toISOString();
}
