import type { Day, Month } from '@darkroom/domain/calendar/day';
import type { DayRange } from '@darkroom/domain/calendar/day-range';
import type { Dayjs } from 'dayjs';
import { cloneElement, useMemo, useRef, type ComponentProps, type KeyboardEvent, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolidays } from '../../lib/session/holidays.ts';
import { held, Picker } from './bureau-calendar.ts';
import styles from './day-picker.module.css';

/** The days the bureau accepts (domain/calendar). */
const EARLIEST = '2000-01-01';
const LATEST = '2100-12-31';

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
  value?: Day | null | undefined;
  onChange?: (day: Day | null) => void;
  min?: Day | undefined;
  max?: Day | undefined;
}

// The first is how a day is shown; typed ones are taken day first in either language, and as the wire writes them.
const FORMATS = {
  vi: ['DD/MM/YYYY', 'D/M/YYYY', 'YYYY-MM-DD'],
  en: ['DD MMM YYYY', 'DD/MM/YYYY', 'D/M/YYYY', 'YYYY-MM-DD'],
};
/** The same for the same day: a picker takes another one for another day, and what is being typed is gone. */
const useHeld = (day: Day | null | undefined): Dayjs | null => useMemo(() => held(day), [day]);

const useFormats = () => FORMATS[useTranslation().i18n.resolvedLanguage === 'vi' ? 'vi' : 'en'];

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

/** The one field for a day. It takes and gives days as the wire has them, whatever the device's zone. */
export function DayPicker({ value, onChange, min = EARLIEST, max = LATEST, ...look }: DayPickerProps) {
  const formats = useFormats();
  const cells = useDayCells();
  const chosen = useHeld(value);
  const enter = useEnterTakes();
  return (
    <Picker
      {...look}
      {...enter}
      cellRender={cells}
      value={chosen}
      minDate={held(min) ?? undefined}
      maxDate={held(max) ?? undefined}
      format={formats}
      onChange={(day) => onChange?.(written(day))}
    />
  );
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
  const formats = useFormats();
  const cells = useDayCells();
  const [first, last] = [useHeld(from), useHeld(to)];
  const range = useMemo((): [Dayjs | null, Dayjs | null] => [first, last], [first, last]);
  return (
    <Picker.RangePicker
      cellRender={cells}
      value={range}
      allowEmpty={[true, true]}
      minDate={held(EARLIEST) ?? undefined}
      maxDate={held(LATEST) ?? undefined}
      format={formats}
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
      minDate={held(EARLIEST) ?? undefined}
      maxDate={held(LATEST) ?? undefined}
      format={['MM/YYYY', 'YYYY-MM']}
      onChange={(month) => onChange?.(month?.format('YYYY-MM') ?? null)}
    />
  );
}
