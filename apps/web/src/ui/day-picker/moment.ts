import { clockOf, instantAt } from '@darkroom/domain/calendar/clock';
import { dayOf, isDay, type Day, type Instant } from '@darkroom/domain/calendar/day';
import { readTimeOfDay } from '../../lib/words/time-of-day.ts';

/** An instant while it is typed: a day and a time, either of which may be none yet. */
export interface Moment {
  day: Day | null;
  time: string;
}

/** An instant as its field holds it: Bangkok's day and time. */
export const momentOf = (instant: Instant | null): Moment =>
  instant ? { day: dayOf(instant), time: clockOf(instant) } : { day: null, time: '' };

export const isEmptyMoment = ({ day, time }: Moment): boolean => day === null && time.trim() === '';

/** The instant that is meant; null where nothing is typed, or what is typed is none (`isWhole` tells which). */
export function instantOf({ day, time }: Moment): Instant | null {
  const clock = readTimeOfDay(time);
  return day && isDay(day) && clock ? instantAt(day, clock) : null;
}

/** Nothing, or a day and a time: not one without the other. */
export const isWhole = (moment: Moment): boolean => isEmptyMoment(moment) || instantOf(moment) !== null;
