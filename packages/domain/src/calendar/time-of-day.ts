import { startOfDay, type Day, type Instant } from './day.ts';

const BANGKOK_OFFSET_S = 7 * 3600;
const DAY_S = 86_400;

/** The instant at so many seconds after a day's Bangkok midnight. */
export const instantAt = (day: Day, second: number): Instant =>
  new Date(Date.parse(startOfDay(day)) + second * 1000).toISOString();

/** Whole seconds since Bangkok's midnight. */
export const secondOfDay = (instant: Instant): number =>
  (Math.floor(Date.parse(instant) / 1000) + BANGKOK_OFFSET_S) % DAY_S;
