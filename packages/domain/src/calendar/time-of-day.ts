import { BANGKOK_OFFSET_MS, startOfDay, type Day, type Instant } from './day.ts';

const DAY_S = 86_400;

/** Returns the instant at a number of seconds after midnight in Bangkok. */
export const instantAtTime = (day: Day, second: number): Instant =>
  new Date(Date.parse(startOfDay(day)) + second * 1000).toISOString();

/** Returns the whole seconds since midnight in Bangkok. */
export const secondOfDay = (instant: Instant): number =>
  Math.floor((Date.parse(instant) + BANGKOK_OFFSET_MS) / 1000) % DAY_S;
