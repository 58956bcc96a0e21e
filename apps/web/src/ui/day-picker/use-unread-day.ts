import type { Day } from '@darkroom/domain/calendar/day';
import { useRef, useState } from 'react';

/** Invalid text of a day field. */
export interface UnreadDay {
  text: string | null;
  /** Whether there is any now, rendered or not. */
  stands: () => boolean;
  keep: (text: string) => void;
  forget: () => void;
}

/** For fields outside a form, which take a day immediately: invalid text stays, and the previous day applies until another day is given. */
export function useUnreadDay(day: Day | undefined): UnreadDay {
  const [kept, setKept] = useState<{ text: string; day: Day | undefined } | null>(null);
  const latest = useRef(kept);
  const put = (next: typeof kept) => {
    latest.current = next;
    setKept(next);
  };
  return {
    text: kept && kept.day === day ? kept.text : null,
    stands: () => latest.current !== null && latest.current.day === day,
    keep: (text) => put({ text, day }),
    forget: () => put(null),
  };
}
