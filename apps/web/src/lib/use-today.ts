import { addDays, dayOf, startOfDay, type Day } from '@darkroom/domain/calendar/day';
import { useEffect, useState } from 'react';

/** The bureau's day; it changes at midnight on a page that stays open. */
export function useToday(): Day {
  const [today, setToday] = useState(() => dayOf(Date.now()));
  useEffect(() => {
    const left = Date.parse(startOfDay(addDays(today, 1))) - Date.now();
    const timer = setTimeout(() => setToday(dayOf(Date.now())), Math.max(0, left) + 1000);
    return () => clearTimeout(timer);
  }, [today]);
  return today;
}
