import { FIRST_DAY, isCalendarDay, LAST_DAY, type Day } from '@darkroom/domain/calendar/day';
import { readWrittenDay } from '@darkroom/domain/calendar/written-day';
import { useRef, useState } from 'react';
import type { TypedDay } from './typed-day.tsx';

interface TypedDayProps {
  /** A day, or the invalid text. */
  value?: string | null | undefined;
  onChange?: ((day: Day | null) => void) | undefined;
  /** Receives invalid text. Without it the previous day is restored. */
  onUnread?: ((text: string) => void) | undefined;
  allowClear?: boolean | object | undefined;
  min?: Day | undefined;
  max?: Day | undefined;
}

/** The typed text of a day field, until the user has finished. Invalid text goes to `onUnread`, or the previous day is restored. */
export function useTypedDay({
  value,
  onChange,
  onUnread,
  allowClear,
  min = FIRST_DAY,
  max = LAST_DAY,
}: TypedDayProps): {
  typed: TypedDay;
  /** Whether the text is valid or empty. */
  settled: boolean;
  /** Receives the picker's day. */
  onDay: (day: Day | null) => void;
  /** Discards the typed text. */
  end: () => void;
  /** Whether the picker read this day from the typed text. */
  isTyped: (day: Day | null) => boolean;
} {
  const [text, setText] = useState<string | null>(null);
  // One browser event can cause several picker events, and the later ones need the effect of the earlier.
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
    // The picker still holds the day of a shorter text, which the user did not select.
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
