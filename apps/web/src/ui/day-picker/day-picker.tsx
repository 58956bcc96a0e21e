import { MIN_DAY, isCalendarDay, MAX_DAY, type Day, type Month } from '@darkroom/domain/calendar/day';
import { useRef, type ComponentProps, type KeyboardEvent } from 'react';
import { toPickerDay, Picker, toDay } from './bureau-calendar.ts';
import { useHolidayCells, useDayFormat, usePickerDay } from './day-format.ts';
import { DayInput, TypedDayContext } from './typed-day.tsx';
import { useTypedDay } from './use-typed-day.ts';

type PickerLook = Pick<
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
  | 'status'
>;

interface DayPickerProps extends PickerLook {
  /** A day, or in a form the invalid text. */
  value?: Day | null | undefined;
  onChange?: (day: Day | null) => void;
  min?: Day | undefined;
  max?: Day | undefined;
  onInvalidText?: ((text: string) => void) | undefined;
}

/** Lets Enter take the typed text while the calendar is open, as in a list of choices. Only the next Enter submits the form. */
function useEnterSelectsDay() {
  const open = useRef(false);
  return {
    // Enter also closes the calendar, before its key event arrives here.
    onOpenChange: (isOpen: boolean) =>
      queueMicrotask(() => {
        open.current = isOpen;
      }),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Enter' && open.current) event.preventDefault();
    },
  };
}

/** Constant, because a new component would be a new field without the focus. */
const PICKER_COMPONENTS = { input: DayInput };

/** The only field for a day. Its values are days of the API, in any time zone of the device. */
export function DayPicker({ onInvalidText, ...props }: DayPickerProps) {
  const { value, onChange: _onChange, min = MIN_DAY, max = MAX_DAY, ...look } = props;
  const format = useDayFormat();
  const cells = useHolidayCells();
  const enterHandlers = useEnterSelectsDay();
  const { typed, isValid, onDay } = useTypedDay({ ...props, onInvalidText });
  const selectedDay = usePickerDay(isValid && value && isCalendarDay(value) ? value : null);
  const invalid = typed.invalid || String(look['aria-invalid']) === 'true';
  return (
    <TypedDayContext value={{ start: { ...typed, invalid } }}>
      <Picker
        {...look}
        {...enterHandlers}
        components={PICKER_COMPONENTS}
        cellRender={cells}
        value={selectedDay}
        minDate={toPickerDay(min) ?? undefined}
        maxDate={toPickerDay(max) ?? undefined}
        format={format}
        onChange={(day) => onDay(toDay(day))}
      />
    </TypedDayContext>
  );
}

/** The day picker of a form. Invalid text stays as the field's value, and `useDayRule` shows its error. */
export function DayField(props: Omit<DayPickerProps, 'onUnread'>) {
  return <DayPicker {...props} onInvalidText={props.onChange} />;
}

interface MonthPickerProps extends PickerLook {
  value?: Month | null | undefined;
  onChange?: (month: Month | null) => void;
}

/** The only field for a month. */
export function MonthPicker({ value, onChange, ...look }: MonthPickerProps) {
  const selectedDay = usePickerDay(value ? `${value}-01` : null);
  const enterHandlers = useEnterSelectsDay();
  return (
    <Picker.MonthPicker
      {...look}
      {...enterHandlers}
      value={selectedDay}
      minDate={toPickerDay(MIN_DAY) ?? undefined}
      maxDate={toPickerDay(MAX_DAY) ?? undefined}
      format={['MM/YYYY', 'YYYY-MM']}
      onChange={(month) => onChange?.(month?.format('YYYY-MM') ?? null)}
    />
  );
}
