import { BANGKOK_OFFSET_MS, startOfDay, type Day, type Instant } from './day.ts';

const DAY_S = 86_400;

/** The instant at so many seconds after a day's Bangkok midnight. */
export const instantAt = (day: Day, second: number): Instant =>
  new Date(Date.parse(startOfDay(day)) + second * 1000).toISOString();

/** Whole seconds since Bangkok's midnight. */
export const secondOfDay = (instant: Instant): number =>
  Math.floor((Date.parse(instant) + BANGKOK_OFFSET_MS) / 1000) % DAY_S;
