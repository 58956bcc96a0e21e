import { addDays, dayOf, startOfDay, type Day } from '@darkroom/domain/calendar/day';
import { useEffect, useState } from 'react';
import { clockNow, onClockChange } from './clock.ts';

/** Returns the current day in the bureau, on any device. */
export const bureauDay = (): Day => dayOf(clockNow());

/** Returns the bureau's day. It changes at midnight on a page that stays open. */
export function useToday(): Day {
  const [today, setToday] = useState(bureauDay);
  useEffect(() => {
    const update = () => setToday(bureauDay);
    const remaining = Date.parse(startOfDay(addDays(today, 1))) - clockNow();
    const timer = setTimeout(update, Math.max(0, remaining) + 1000);
    const unsubscribe = onClockChange(update);
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [today]);
  return today;
}

/**
 * Returns the day of a report whose URL names no period: today, but without a change while the user reads. A visible page changes when the
 * user returns to it. `isPaused` prevents the change while the user types.
 */
export function useReportDay(isPaused = false): Day {
  const today = useToday();
  const [shownDay, setShownDay] = useState(today);
  if (!isPaused && shownDay !== today && document.visibilityState === 'hidden') setShownDay(today);
  useEffect(() => {
    if (isPaused || shownDay === today) return;
    const showToday = () => {
      if (document.visibilityState === 'visible') setShownDay(today);
    };
    addEventListener('focus', showToday);
    document.addEventListener('visibilitychange', showToday);
    return () => {
      removeEventListener('focus', showToday);
      document.removeEventListener('visibilitychange', showToday);
    };
  }, [isPaused, shownDay, today]);
  return shownDay;
}

/** Returns the day on which the user opened a form. Later input belongs to that day, even after midnight. */
export const useOpeningDay = (): Day => useState(bureauDay)[0];
