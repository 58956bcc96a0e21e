import type { Day } from '@darkroom/domain/calendar/day';
import { useState } from 'react';

/** What somebody typed for a day and cannot be read as one. */
interface UnreadDay {
  text: string | null;
  keep: (text: string) => void;
  forget: () => void;
}

/**
 * Outside a form, where a day is taken at once: what is no day stays in its field until another is given there or elsewhere, and the
 * former day holds meanwhile.
 */
export function useUnreadDay(day: Day | undefined): UnreadDay {
  const [kept, setKept] = useState<{ text: string; day: Day | undefined } | null>(null);
  return {
    text: kept && kept.day === day ? kept.text : null,
    keep: (text) => setKept({ text, day }),
    forget: () => setKept(null),
  };
}
