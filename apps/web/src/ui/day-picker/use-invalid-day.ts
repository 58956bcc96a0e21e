import type { Day } from '@darkroom/domain/calendar/day';
import { useRef, useState } from 'react';

/** Invalid text of a day field. */
export interface InvalidDay {
  text: string | null;
  /** True if the form has any invalid day now, rendered or not. */
  isInvalid: () => boolean;
  keep: (text: string) => void;
  forget: () => void;
}

/** Stores the invalid text of fields outside a form, which apply a day immediately. The previous day applies until another day is set. */
export function useInvalidDay(day: Day | undefined): InvalidDay {
  const [invalid, setInvalid] = useState<{ text: string; day: Day | undefined } | null>(null);
  const latest = useRef(invalid);
  const update = (next: typeof invalid) => {
    latest.current = next;
    setInvalid(next);
  };
  return {
    text: invalid && invalid.day === day ? invalid.text : null,
    isInvalid: () => latest.current !== null && latest.current.day === day,
    keep: (text) => update({ text, day }),
    forget: () => update(null),
  };
}
