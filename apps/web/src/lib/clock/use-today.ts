import { addDays, dayOf, startOfDay, type Day } from '@darkroom/domain/calendar/day';
import { useEffect, useState } from 'react';
import { clockNow, onClockSet } from './clock.ts';

/** Which day it is in the bureau, on whatever device. */
export const bureauDay = (): Day => dayOf(clockNow());

/** The bureau's day; it changes at midnight on a page that stays open. */
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
 * The day whose period a report shows where its address names none: today, though not from one second to the next under somebody's
 * eyes. A page that nobody looks at goes on at midnight, one that is being read when its reader comes back to it; not while it is
 * `held`, for somebody writes on it.
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

/** The day on which somebody came to a page they write on: what they type next is for where they are, though another day begins. */
export const useOpenedDay = (): Day => useState(bureauDay)[0];
