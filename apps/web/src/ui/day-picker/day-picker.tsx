import { FIRST_DAY, isCalendarDay, LAST_DAY, type Day, type Month } from '@darkroom/domain/calendar/day';
import type { DayRange } from '@darkroom/domain/calendar/day-range';
import { readWrittenDay } from '@darkroom/domain/calendar/written-day';
import type { Dayjs } from 'dayjs';
import {
  cloneElement,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactElement,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useHolidays } from '../../lib/session/holidays.ts';
import { held, Picker } from './bureau-calendar.ts';
import styles from './day-picker.module.css';
import { DayInput, TypedDayContext } from './typed-day.tsx';

type Look = Pick<
  ComponentProps<typeof Picker>,
  | 'id'
  | 'className'
  | 'placeholder'
  | 'allowClear'
  | 'autoFocus'
  | 'defaultOpen'
  | 'disabled'
  | 'onBlur'
  | 'aria-label'
  | 'aria-required'
  | 'aria-describedby'
  | 'aria-invalid'
>;

interface DayPickerProps extends Look {
  /** A day, or in a form what was typed and is none. */
  value?: Day | null | undefined;
  onChange?: (day: Day | null) => void;
  min?: Day | undefined;
  max?: Day | undefined;
  /** What was typed is no day that is taken. */
  onUnread?: ((text: string) => void) | undefined;
}

// How a day is shown; typed ones are read alike in either language (domain/calendar/written-day).
const FORMATS = { vi: 'DD/MM/YYYY', en: 'DD MMM YYYY' };
/** The same for the same day: a picker takes another one for another day, and what is being typed is gone. */
const useHeld = (day: Day | null | undefined): Dayjs | null => useMemo(() => held(day), [day]);

const useFormat = () => FORMATS[useTranslation().i18n.resolvedLanguage === 'vi' ? 'vi' : 'en'];

const written = (day: Dayjs | null | undefined): Day | null => day?.format('YYYY-MM-DD') ?? null;

type DrawCell = NonNullable<ComponentProps<typeof Picker>['cellRender']>;

/** Draws the days of a calendar: holidays are marked, and say which they are. */
function useDayCells(): DrawCell {
  const holidays = useHolidays();
  const language = useTranslation().i18n.resolvedLanguage === 'vi' ? 'vi' : 'en';
  return (day, { type, originNode }) => {
    const holiday = type === 'date' && typeof day === 'object' ? holidays.get(day.format('YYYY-MM-DD')) : undefined;
    if (!holiday) return originNode;
    const cell = originNode as ReactElement<{ className?: string; title?: string }>;
    return cloneElement(cell, {
      className: `${cell.props.className ?? ''} ${styles.holiday}`,
      title: holiday[language],
    });
  };
}

/** Enter takes what is typed while the calendar is open, as it does in a list of choices; only the next one sends the form. */
function useEnterTakes() {
  const open = useRef(false);
  return {
    // The same Enter closes the calendar, before it is heard of as a key.
    onOpenChange: (is: boolean) =>
      queueMicrotask(() => {
        open.current = is;
      }),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Enter' && open.current) event.preventDefault();
    },
  };
}

/**
 * What is typed into a field for a day, from the first sign until somebody is done with it. What is no day that is taken goes to
 * `onUnread`; without that the former day comes back.
 */
function useTyped({ value, onChange, onUnread, allowClear, min = FIRST_DAY, max = LAST_DAY }: DayPickerProps) {
  const [text, setText] = useState<string | null>(null);
  // Where one event of the browser makes several of the picker, the later ones hear of the earlier.
  const typed = useRef<{ text: string; last: Day | null } | null>(null);
  const read = (typing: string) => readWrittenDay(typing, min, max);
  const end = () => {
    typed.current = null;
    setText(null);
  };
  const onText = (typing: string) => {
    const now = read(typing);
    typed.current = { text: typing, last: now.ok ? now.day : (typed.current?.last ?? null) };
    setText(typing);
  };
  const onDone = () => {
    if (!typed.current) return;
    const typing = typed.current.text.trim();
    const now = read(typing);
    end();
    if (now.ok) {
      if (now.day !== value) onChange?.(now.day);
    } else if (typing !== '') onUnread?.(typing);
    else if (value && (onUnread || allowClear !== false)) onChange?.(null);
  };
  const onDay = (day: Day | null) => {
    // The picker still holds the day that could be read before more was typed: that one is not meant.
    if (typed.current && day !== null && day === typed.current.last && !read(typed.current.text).ok) return;
    end();
    onChange?.(day);
  };
  const onEscape = () => {
    if (value) end();
  };
  const settled = text === null || read(text).ok;
  return { shown: text ?? (value && !isCalendarDay(value) ? value : null), settled, onText, onDone, onDay, onEscape };
}

/** Keeps its place: another component would be another field, without the focus. */
const PARTS = { input: DayInput };

/** The one field for a day. It takes and gives days as the wire has them, whatever the device's zone. */
export function DayPicker({ onUnread, ...props }: DayPickerProps) {
  const { value, onChange: _onChange, min = FIRST_DAY, max = LAST_DAY, ...look } = props;
  const format = useFormat();
  const cells = useDayCells();
  const enter = useEnterTakes();
  const { shown, settled, onText, onDone, onDay, onEscape } = useTyped({ ...props, onUnread });
  const chosen = useHeld(settled && value && isCalendarDay(value) ? value : null);
  const typed = useMemo(() => ({ text: shown, onText, onDone, onEscape }), [shown, onText, onDone, onEscape]);
  return (
    <TypedDayContext value={typed}>
      <Picker
        {...look}
        {...enter}
        components={PARTS}
        cellRender={cells}
        value={chosen}
        minDate={held(min) ?? undefined}
        maxDate={held(max) ?? undefined}
        format={format}
        onChange={(day) => onDay(written(day))}
      />
    </TypedDayContext>
  );
}

/**
 * The same in a form. What cannot be read stays as it is typed and is the field's value, as a number field keeps what is no number:
 * `useDayRule` says what is wrong with it, and the form is not sent.
 */
export function DayField(props: Omit<DayPickerProps, 'onUnread'>) {
  return <DayPicker {...props} onUnread={props.onChange} />;
}

interface DayRangePickerProps {
  /** Ranges that one press chooses. */
  presets: readonly { label: string; range: DayRange }[];
  from: Day | undefined;
  to: Day | undefined;
  placeholder: [string, string];
  onChange: (from: Day | undefined, to: Day | undefined) => void;
}

/** A range of days, either end open. */
export function DayRangePicker({ presets, from, to, placeholder, onChange }: DayRangePickerProps) {
  const format = useFormat();
  const cells = useDayCells();
  const [first, last] = [useHeld(from), useHeld(to)];
  const range = useMemo((): [Dayjs | null, Dayjs | null] => [first, last], [first, last]);
  return (
    <Picker.RangePicker
      cellRender={cells}
      value={range}
      allowEmpty={[true, true]}
      minDate={held(FIRST_DAY) ?? undefined}
      maxDate={held(LAST_DAY) ?? undefined}
      format={format}
      placeholder={placeholder}
      presets={presets.map(({ label, range }) => ({ label, value: [held(range.from), held(range.to)] }))}
      onChange={(range) => onChange(written(range?.[0]) ?? undefined, written(range?.[1]) ?? undefined)}
    />
  );
}

interface MonthPickerProps extends Look {
  value?: Month | null | undefined;
  onChange?: (month: Month | null) => void;
}

/** The one field for a month. */
export function MonthPicker({ value, onChange, ...look }: MonthPickerProps) {
  const chosen = useHeld(value ? `${value}-01` : null);
  const enter = useEnterTakes();
  return (
    <Picker.MonthPicker
      {...look}
      {...enter}
      value={chosen}
      minDate={held(FIRST_DAY) ?? undefined}
      maxDate={held(LAST_DAY) ?? undefined}
      format={['MM/YYYY', 'YYYY-MM']}
      onChange={(month) => onChange?.(month?.format('YYYY-MM') ?? null)}
    />
  );
}
