import { FIRST_DAY, isCalendarDay, LAST_DAY, type Day } from '@darkroom/domain/calendar/day';
import { readWrittenDay } from '@darkroom/domain/calendar/written-day';
import { useRef, useState } from 'react';
import type { TypedDay } from './typed-day.tsx';

interface TypedDayProps {
  /** A day, or what was typed and is none. */
  value?: string | null | undefined;
  onChange?: ((day: Day | null) => void) | undefined;
  /** What was typed is no day that is taken. Without it the former day comes back. */
  onUnread?: ((text: string) => void) | undefined;
  allowClear?: boolean | object | undefined;
  min?: Day | undefined;
  max?: Day | undefined;
}

/**
 * What is typed into a field for a day, from the first sign until somebody is done with it. What is no day that is taken goes to
 * `onUnread`; without that the former day comes back.
 */
export function useTypedDay({
  value,
  onChange,
  onUnread,
  allowClear,
  min = FIRST_DAY,
  max = LAST_DAY,
}: TypedDayProps): {
  typed: TypedDay;
  /** Nothing is typed that cannot be read. */
  settled: boolean;
  /** The picker gives a day. */
  onDay: (day: Day | null) => void;
  /** What is being typed is not meant. */
  end: () => void;
  /** Whether the picker read this day in what is being typed. */
  isTyped: (day: Day | null) => boolean;
} {
  const [text, setText] = useState<string | null>(null);
  // Where one event of the browser makes several of the picker, the later ones hear of the earlier.
  const typing = useRef<{ text: string; last: Day | null } | null>(null);
  const read = (written: string) => readWrittenDay(written, min, max);
  const end = () => {
    typing.current = null;
    setText(null);
  };
  const onText = (written: string) => {
    const now = read(written);
    typing.current = { text: written, last: now.ok ? now.day : (typing.current?.last ?? null) };
    setText(written);
  };
  const onDone = () => {
    if (!typing.current) return;
    const written = typing.current.text.trim();
    const now = read(written);
    end();
    if (now.ok) {
      if (now.day !== value) onChange?.(now.day);
    } else if (written !== '') onUnread?.(written);
    else if (value && (onUnread || allowClear !== false)) onChange?.(null);
  };
  const onDay = (day: Day | null) => {
    // The picker still holds the day that could be read before more was typed: that one is not meant.
    if (typing.current && day !== null && day === typing.current.last && !read(typing.current.text).ok) return;
    end();
    onChange?.(day);
  };
  const onEscape = () => {
    if (value) end();
  };
  const unread = value && !isCalendarDay(value) ? value : null;
  const settled = text === null || read(text).ok;
  return {
    typed: { text: text ?? unread, invalid: unread !== null && text === null, onText, onDone, onEscape },
    settled,
    onDay,
    end,
    isTyped: (day) => typing.current !== null && day === typing.current.last,
  };
}
