import { MIN_DAY, isCalendarDay, MAX_DAY, type Day } from '@darkroom/domain/calendar/day';
import { readWrittenDay } from '@darkroom/domain/calendar/written-day';
import { useRef, useState } from 'react';
import type { TypedDay } from './typed-day.tsx';

interface TypedDayProps {
  /** A day, or the invalid text. */
  value?: string | null | undefined;
  onChange?: ((day: Day | null) => void) | undefined;
  /** Receives invalid text. Without it the previous day is restored. */
  onInvalidText?: ((text: string) => void) | undefined;
  allowClear?: boolean | object | undefined;
  min?: Day | undefined;
  max?: Day | undefined;
}

/**
 * Returns the typed text of a day field, until the user has finished. Then `onUnread` receives invalid text, or the previous day is
 * restored.
 */
export function useTypedDay({
  value,
  onChange,
  onInvalidText,
  allowClear,
  min = MIN_DAY,
  max = MAX_DAY,
}: TypedDayProps): {
  typed: TypedDay;
  isValid: boolean;
  onDay: (day: Day | null) => void;
  discard: () => void;
  /** True if the picker read this day from the typed text. */
  isTyped: (day: Day | null) => boolean;
} {
  const [text, setText] = useState<string | null>(null);
  // One browser event can cause several picker events, and the later events need the effect of the earlier.
  const typing = useRef<{ text: string; last: Day | null } | null>(null);
  const parse = (typedText: string) => readWrittenDay(typedText, min, max);
  const discard = () => {
    typing.current = null;
    setText(null);
  };
  const onText = (typedText: string) => {
    const parsed = parse(typedText);
    typing.current = { text: typedText, last: parsed.ok ? parsed.day : (typing.current?.last ?? null) };
    setText(typedText);
  };
  const onDone = () => {
    if (!typing.current) return;
    const typedText = typing.current.text.trim();
    const parsed = parse(typedText);
    discard();
    if (parsed.ok) {
      if (parsed.day !== value) onChange?.(parsed.day);
    } else if (typedText !== '') onInvalidText?.(typedText);
    else if (value && (onInvalidText || allowClear !== false)) onChange?.(null);
  };
  const onDay = (day: Day | null) => {
    // The picker still has the day of a shorter text, which the user did not select.
    if (typing.current && day !== null && day === typing.current.last && !parse(typing.current.text).ok) return;
    discard();
    onChange?.(day);
  };
  const onEscape = () => {
    if (value) discard();
  };
  const invalidText = value && !isCalendarDay(value) ? value : null;
  const isValid = text === null || parse(text).ok;
  return {
    typed: { text: text ?? invalidText, invalid: invalidText !== null && text === null, onText, onDone, onEscape },
    isValid,
    onDay,
    discard,
    isTyped: (day) => typing.current !== null && day === typing.current.last,
  };
}
