import { FIRST_DAY, isCalendarDay, LAST_DAY, type Day, type Month } from '@darkroom/domain/calendar/day';
import { useRef, type ComponentProps, type KeyboardEvent } from 'react';
import { held, Picker, written } from './bureau-calendar.ts';
import { useDayCells, useDayFormat, useHeld } from './day-look.ts';
import { DayInput, TypedDayContext } from './typed-day.tsx';
import { useTypedDay } from './use-typed-day.ts';

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
  | 'status'
>;

interface DayPickerProps extends Look {
  /** A day, or in a form the invalid text. */
  value?: Day | null | undefined;
  onChange?: (day: Day | null) => void;
  min?: Day | undefined;
  max?: Day | undefined;
  /** Receives invalid text. */
  onUnread?: ((text: string) => void) | undefined;
}

/** While the calendar is open, Enter takes the typed text, as in a list of choices. Only the next Enter submits the form. */
function useEnterTakes() {
  const open = useRef(false);
  return {
    // The same Enter closes the calendar before its key event arrives.
    onOpenChange: (is: boolean) =>
      queueMicrotask(() => {
        open.current = is;
      }),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Enter' && open.current) event.preventDefault();
    },
  };
}

/** Constant, because a new component would be a new field without the focus. */
const PARTS = { input: DayInput };

/** The only field for a day. Its values are days of the API, in any time zone of the device. */
export function DayPicker({ onUnread, ...props }: DayPickerProps) {
  const { value, onChange: _onChange, min = FIRST_DAY, max = LAST_DAY, ...look } = props;
  const format = useDayFormat();
  const cells = useDayCells();
  const enter = useEnterTakes();
  const { typed, settled, onDay } = useTypedDay({ ...props, onUnread });
  const chosen = useHeld(settled && value && isCalendarDay(value) ? value : null);
  const invalid = typed.invalid || String(look['aria-invalid']) === 'true';
  return (
    <TypedDayContext value={{ start: { ...typed, invalid } }}>
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

/** The same in a form. Invalid text stays as the field's value, and `useDayRule` shows its error. */
export function DayField(props: Omit<DayPickerProps, 'onUnread'>) {
  return <DayPicker {...props} onUnread={props.onChange} />;
}

interface MonthPickerProps extends Look {
  value?: Month | null | undefined;
  onChange?: (month: Month | null) => void;
}

/** The only field for a month. */
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
