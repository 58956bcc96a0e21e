import type { Day } from '@darkroom/domain/calendar/day';
import { useRef, useState } from 'react';

/** What somebody typed for a day and cannot be read as one. */
export interface UnreadDay {
  text: string | null;
  /** Whether there is any at this moment, drawn or not. */
  stands: () => boolean;
  keep: (text: string) => void;
  forget: () => void;
}

/**
 * Outside a form, where a day is taken at once: what is no day stays in its field until another is given there or elsewhere, and the
 * former day holds meanwhile.
 */
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
