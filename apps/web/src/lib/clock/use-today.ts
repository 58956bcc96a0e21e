import { addDays, dayOf, startOfDay, type Day } from '@darkroom/domain/calendar/day';
import { useEffect, useState } from 'react';
import { clockNow, onClockSet } from './clock.ts';

/** The current day in the bureau, on any device. */
export const bureauDay = (): Day => dayOf(clockNow());

/** The bureau's day. It changes at midnight on a page that stays open. */
export function useToday(): Day {
  const [today, setToday] = useState(bureauDay);
  useEffect(() => {
    const look = () => setToday(bureauDay);
    const left = Date.parse(startOfDay(addDays(today, 1))) - clockNow();
    const timer = setTimeout(look, Math.max(0, left) + 1000);
    const leave = onClockSet(look);
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [today]);
  return today;
}

/**
 * The day of a report whose URL names no period: today, but without a change while the user reads. A hidden page changes at midnight, a
 * visible page when the user returns to it. With `held`, while the user types, the day stays.
 */
export function useReadDay(held = false): Day {
  const today = useToday();
  const [read, setRead] = useState(today);
  if (!held && read !== today && document.visibilityState === 'hidden') setRead(today);
  useEffect(() => {
    if (held || read === today) return;
    const goOn = () => {
      if (document.visibilityState === 'visible') setRead(today);
    };
    addEventListener('focus', goOn);
    document.addEventListener('visibilitychange', goOn);
    return () => {
      removeEventListener('focus', goOn);
      document.removeEventListener('visibilitychange', goOn);
    };
  }, [held, read, today]);
  return read;
}

/** The day on which the user opened a form. Later input belongs to that day, even after midnight. */
export const useOpenedDay = (): Day => useState(bureauDay)[0];
