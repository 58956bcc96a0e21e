import { FIRST_DAY, LAST_DAY, type Day } from '@darkroom/domain/calendar/day';
import type { DayRange } from '@darkroom/domain/calendar/day-range';
import type { Dayjs } from 'dayjs';
import { useMemo, useRef, useState } from 'react';
import { held, Picker, written } from './bureau-calendar.ts';
import { useDayCells, useDayFormat, useHeld } from './day-look.ts';
import styles from './day-picker.module.css';
import { DayInput, TypedDayContext } from './typed-day.tsx';
import { useDayError } from './use-day-rule.ts';
import { useTypedDay } from './use-typed-day.ts';
import { useUnreadDay, type UnreadDay } from './use-unread-day.ts';

interface DayRangePickerProps {
  /** Ranges that one press selects. */
  presets: readonly { label: string; range: DayRange }[];
  from: Day | undefined;
  to: Day | undefined;
  placeholder: [string, string];
  /** Both ends are required, and a cleared one is restored. */
  whole?: boolean;
  onChange: (from: Day | undefined, to: Day | undefined) => void;
}

type Ends = readonly [Day | null, Day | null];

const inOrder = ([first, last]: Ends): Ends => (first && last && first > last ? [last, first] : [first, last]);

const PARTS = { input: DayInput };

/** One end of a range: its day, the typed text and the invalid text. */
function useEnd(unread: UnreadDay, day: Day | null, onDay: (day: Day | null) => void) {
  const { typed, settled, end, isTyped } = useTypedDay({
    value: unread.text ?? day,
    onUnread: unread.keep,
    onChange: (next) => {
      unread.forget();
      onDay(next);
    },
  });
  const forget = () => {
    unread.forget();
    end();
  };
  return {
    typed: { ...typed, onEscape: forget },
    // The picker must not keep the day of a shorter text.
    shown: useHeld(settled && unread.text === null ? day : null),
    forget,
    /** Receives the picker's day: a day pressed in the calendar replaces the typed text. */
    onHeld: (next: Day | null) => {
      if (next !== null && next !== day && !isTyped(next)) forget();
    },
  };
}

/** The typed day that is not taken yet, with the range it will replace. */
interface Draft {
  ends: Ends;
  given: Ends;
}

const isSame = (a: Ends, b: Ends) => a[0] === b[0] && a[1] === b[1];

/**
 * A range of days, either end open. Both ends are taken together when the calendar closes, and invalid text shows an error while the
 * previous range applies.
 */
export function DayRangePicker({ presets, from, to, placeholder, whole = false, onChange }: DayRangePickerProps) {
  const trouble = useDayError();
  const [unreadFrom, unreadTo] = [useUnreadDay(from), useUnreadDay(to)];
  const open = useRef(false);
  const given: Ends = [from ?? null, to ?? null];
  const [draft, setDraft] = useState<Draft | null>(null);
  const latest = useRef<Draft | null>(null);
  const put = (ends: Ends | null) => {
    latest.current = ends && { ends, given };
    setDraft(latest.current);
  };
  // A new range from outside replaces the draft.
  const drafted = (of: Draft | null): Ends | null => (of && isSame(of.given, given) ? of.ends : null);
  const take = (ends: Ends) => {
    if (unreadFrom.stands() || unreadTo.stands()) return put(ends);
    put(null);
    const [first, last] = inOrder(ends);
    const halfOpen = (first === null) !== (last === null);
    const wanted: Ends = whole && halfOpen ? inOrder([first ?? given[0], last ?? given[1]]) : [first, last];
    if (!isSame(wanted, given)) onChange(wanted[0] ?? undefined, wanted[1] ?? undefined);
  };
  const onTyped = (change: (ends: Ends) => Ends) => {
    const ends = change(drafted(latest.current) ?? given);
    if (open.current) put(ends);
    else take(ends);
  };
  const [firstDay, lastDay] = drafted(draft) ?? given;
  const start = useEnd(unreadFrom, firstDay, (day) => onTyped(([, last]) => [day, last]));
  const end = useEnd(unreadTo, lastDay, (day) => onTyped(([first]) => [first, day]));
  const range = useMemo((): [Dayjs | null, Dayjs | null] => [start.shown, end.shown], [start.shown, end.shown]);
  const onPicked = (picked: Ends | null) => {
    if (picked === null) {
      start.forget();
      end.forget();
      return take([null, null]);
    }
    take([picked[0] ?? (unreadFrom.stands() ? firstDay : null), picked[1] ?? (unreadTo.stands() ? lastDay : null)]);
  };
  // Once, if both ends have the same text.
  const said = [...new Set([unreadFrom.text, unreadTo.text])].flatMap((text) => trouble(text) ?? []);
  return (
    <div>
      <TypedDayContext value={{ start: start.typed, end: end.typed }}>
        <Picker.RangePicker
          className="w-full"
          components={PARTS}
          cellRender={useDayCells()}
          value={range}
          allowEmpty={[true, true]}
          minDate={held(FIRST_DAY) ?? undefined}
          maxDate={held(LAST_DAY) ?? undefined}
          format={useDayFormat()}
          placeholder={placeholder}
          {...(said.length > 0 && { status: 'error' as const })}
          presets={presets.map(({ label, range }) => ({ label, value: [held(range.from), held(range.to)] }))}
          onOpenChange={(is) => {
            open.current = is;
            const typed = drafted(latest.current);
            if (!is && typed) take(typed);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') put(null);
          }}
          onCalendarChange={(days) => {
            start.onHeld(written(days?.[0]));
            end.onHeld(written(days?.[1]));
          }}
          onChange={(days) => onPicked(days && [written(days[0]), written(days[1])])}
        />
      </TypedDayContext>
      {said.map((text) => (
        <div key={text} role="alert" className={styles.trouble}>
          {text}
        </div>
      ))}
    </div>
  );
}
