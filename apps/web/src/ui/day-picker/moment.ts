import { clockOf, instantAt } from '@darkroom/domain/calendar/clock';
import { dayOf, isDay, type Day, type Instant } from '@darkroom/domain/calendar/day';
import { parseTimeOfDay } from '../../lib/i18n/time-of-day.ts';

/** An instant during typing: a day and a time, either of which can be missing. */
export interface Moment {
  day: Day | null;
  time: string;
}

/** Converts an instant to Bangkok's day and time for the field. */
export const toMoment = (instant: Instant | null): Moment =>
  instant ? { day: dayOf(instant), time: clockOf(instant) } : { day: null, time: '' };

export const isEmptyMoment = ({ day, time }: Moment): boolean => day === null && time.trim() === '';

/** Converts the typed day and time to an instant. Null if it is empty or invalid (`isCompleteMoment` distinguishes). */
export function toInstant({ day, time }: Moment): Instant | null {
  const clock = parseTimeOfDay(time);
  return day && isDay(day) && clock ? instantAt(day, clock) : null;
}

/** True if the moment is empty or has both a day and a time. */
export const isCompleteMoment = (moment: Moment): boolean => isEmptyMoment(moment) || toInstant(moment) !== null;
