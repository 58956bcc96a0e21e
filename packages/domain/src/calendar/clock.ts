import { dayOf, startOfDay, type Day, type Instant } from './day.ts';

/** A time of day in Asia/Bangkok (spec §1), `HH:mm`, 24 hours. */
export type Clock = string;

const MINUTE_MS = 60_000;

/** The bureau's time of day at an instant. */
export function clockOf(instant: Instant): Clock {
  const minutes = Math.floor((Date.parse(instant) - Date.parse(startOfDay(dayOf(instant)))) / MINUTE_MS);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** A time as people write it: `9:05`, `09.05`, `0905`, `9h05`, `9h`, `9`. null where it is none. */
export function readClock(text: string): Clock | null {
  const match = /^\s*(\d{1,2})\s*(?:[:.h]\s*(\d{2})?|(\d{2}))?\s*$/i.exec(text);
  if (!match) return null;
  const [, hours = '', parted = '', joined = ''] = match;
  const minutes = parted || joined || '00';
  if (Number(hours) > 23 || Number(minutes) > 59) return null;
  return `${hours.padStart(2, '0')}:${minutes}`;
}

/** The instant of a day's time in the bureau. */
export function instantAt(day: Day, clock: Clock): Instant {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return new Date(Date.parse(startOfDay(day)) + (hours * 60 + minutes) * MINUTE_MS).toISOString();
}
