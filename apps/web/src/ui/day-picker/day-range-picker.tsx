import { MIN_DAY, MAX_DAY, type Day } from '@darkroom/domain/calendar/day';
import type { DayRange } from '@darkroom/domain/calendar/day-range';
import type { Dayjs } from 'dayjs';
import { useMemo, useRef, useState } from 'react';
import { toPickerDay, Picker, toDay } from './bureau-calendar.ts';
import { useHolidayCells, useDayFormat, usePickerDay } from './day-format.ts';
import styles from './day-picker.module.css';
import { DayInput, TypedDayContext } from './typed-day.tsx';
import { useDayError } from './use-day-rule.ts';
import { useTypedDay } from './use-typed-day.ts';
import { useInvalidDay, type InvalidDay } from './use-invalid-day.ts';

interface DayRangePickerProps {
  /** Ranges that one press selects. */
  presets: readonly { label: string; range: DayRange }[];
  from: Day | undefined;
  to: Day | undefined;
  placeholder: [string, string];
  /** True if both ends are required. A cleared end is restored. */
  isRequired?: boolean;
  onChange: (from: Day | undefined, to: Day | undefined) => void;
}

type Ends = readonly [Day | null, Day | null];

const sortEnds = ([first, last]: Ends): Ends => (first && last && first > last ? [last, first] : [first, last]);

const PICKER_COMPONENTS = { input: DayInput };

/** Returns one end of a range: its day, the typed text and the invalid text. */
function useRangeEnd(invalidDay: InvalidDay, day: Day | null, onDay: (day: Day | null) => void) {
  const {
    typed,
    isValid,
    discard: end,
    isTyped,
  } = useTypedDay({
    value: invalidDay.text ?? day,
    onInvalidText: invalidDay.keep,
    onChange: (next) => {
      invalidDay.forget();
      onDay(next);
    },
  });
  const forget = () => {
    invalidDay.forget();
    end();
  };
  return {
    typed: { ...typed, onEscape: forget },
    // The picker must not show the day of a shorter text.
    shown: usePickerDay(isValid && invalidDay.text === null ? day : null),
    forget,
    /** Receives the picker's day: a day pressed in the calendar replaces the typed text. */
    onPickerDay: (next: Day | null) => {
      if (next !== null && next !== day && !isTyped(next)) forget();
    },
  };
}

/** The typed day that the field has not applied yet, with the range it will replace. */
interface Draft {
  ends: Ends;
  savedEnds: Ends;
}

const isSame = (a: Ends, b: Ends) => a[0] === b[0] && a[1] === b[1];

/**
 * A range of days, either end open. Both ends are taken together when the calendar closes, and invalid text shows an error while the
 * previous range applies.
 */
export function DayRangePicker({ presets, from, to, placeholder, isRequired = false, onChange }: DayRangePickerProps) {
  const getDayError = useDayError();
  const [invalidFrom, invalidTo] = [useInvalidDay(from), useInvalidDay(to)];
  const open = useRef(false);
  const savedEnds: Ends = [from ?? null, to ?? null];
  const [draft, setDraft] = useState<Draft | null>(null);
  const latest = useRef<Draft | null>(null);
  const setDraftEnds = (ends: Ends | null) => {
    latest.current = ends && { ends, savedEnds };
    setDraft(latest.current);
  };
  // A new range from outside replaces the draft.
  const getDraftEnds = (candidate: Draft | null): Ends | null =>
    candidate && isSame(candidate.savedEnds, savedEnds) ? candidate.ends : null;
  const applyEnds = (ends: Ends) => {
    if (invalidFrom.isInvalid() || invalidTo.isInvalid()) return setDraftEnds(ends);
    setDraftEnds(null);
    const [first, last] = sortEnds(ends);
    const halfOpen = (first === null) !== (last === null);
    const nextEnds: Ends =
      isRequired && halfOpen ? sortEnds([first ?? savedEnds[0], last ?? savedEnds[1]]) : [first, last];
    if (!isSame(nextEnds, savedEnds)) onChange(nextEnds[0] ?? undefined, nextEnds[1] ?? undefined);
  };
  const onTyped = (change: (ends: Ends) => Ends) => {
    const ends = change(getDraftEnds(latest.current) ?? savedEnds);
    if (open.current) setDraftEnds(ends);
    else applyEnds(ends);
  };
  const [firstDay, lastDay] = getDraftEnds(draft) ?? savedEnds;
  const start = useRangeEnd(invalidFrom, firstDay, (day) => onTyped(([, last]) => [day, last]));
  const end = useRangeEnd(invalidTo, lastDay, (day) => onTyped(([first]) => [first, day]));
  const range = useMemo((): [Dayjs | null, Dayjs | null] => [start.shown, end.shown], [start.shown, end.shown]);
  const onPicked = (picked: Ends | null) => {
    if (picked === null) {
      start.forget();
      end.forget();
      return applyEnds([null, null]);
    }
    applyEnds([
      picked[0] ?? (invalidFrom.isInvalid() ? firstDay : null),
      picked[1] ?? (invalidTo.isInvalid() ? lastDay : null),
    ]);
  };
  // Once, if both ends have the same text.
  const errors = [...new Set([invalidFrom.text, invalidTo.text])].flatMap((text) => getDayError(text) ?? []);
  return (
    <div>
      <TypedDayContext value={{ start: start.typed, end: end.typed }}>
        <Picker.RangePicker
          className="w-full"
          components={PICKER_COMPONENTS}
          cellRender={useHolidayCells()}
          value={range}
          allowEmpty={[true, true]}
          minDate={toPickerDay(MIN_DAY) ?? undefined}
          maxDate={toPickerDay(MAX_DAY) ?? undefined}
          format={useDayFormat()}
          placeholder={placeholder}
          {...(errors.length > 0 && { status: 'error' as const })}
          presets={presets.map(({ label, range }) => ({
            label,
            value: [toPickerDay(range.from), toPickerDay(range.to)],
          }))}
          onOpenChange={(isOpen) => {
            open.current = isOpen;
            const typed = getDraftEnds(latest.current);
            if (!isOpen && typed) applyEnds(typed);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setDraftEnds(null);
          }}
          onCalendarChange={(days) => {
            start.onPickerDay(toDay(days?.[0]));
            end.onPickerDay(toDay(days?.[1]));
          }}
          onChange={(days) => onPicked(days && [toDay(days[0]), toDay(days[1])])}
        />
      </TypedDayContext>
      {errors.map((text) => (
        <div key={text} role="alert" className={styles.error}>
          {text}
        </div>
      ))}
    </div>
  );
}
