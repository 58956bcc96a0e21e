import { createContext, use, type ComponentProps, type KeyboardEvent } from 'react';

export interface TypedDay {
  /** What stands in the field instead of the picker's own words; null lets those stand. */
  text: string | null;
  /** What stands in the field is wrong, and somebody is done with it. */
  invalid: boolean;
  onText: (text: string) => void;
  /** Somebody is done with it: the focus leaves, or Enter takes it. */
  onDone: () => void;
  onEscape: () => void;
}

/** What is typed into a picker's field, or into both of a range. */
export const TypedDayContext = createContext<{ start: TypedDay; end?: TypedDay } | null>(null);

interface DayInputProps extends ComponentProps<'input'> {
  /** Which field of a range. */
  'date-range'?: 'start' | 'end';
}

/**
 * The picker's own text field, which keeps what is typed as it is typed until somebody is done with it. The picker alone would
 * put the former day back over whatever it cannot read.
 */
export function DayInput({ 'date-range': end, ...props }: DayInputProps) {
  const typed = use(TypedDayContext)?.[end ?? 'start'];
  if (!typed) return <input {...props} />;
  return (
    <input
      {...props}
      // The picker goes on calling a text wrong after a day was chosen instead.
      aria-invalid={typed.invalid}
      value={typed.text ?? props.value}
      onChange={(event) => {
        typed.onText(event.target.value);
        props.onChange?.(event);
      }}
      onBlur={(event) => {
        typed.onDone();
        props.onBlur?.(event);
      }}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        // A range closes with Enter, and is taken as it is by then.
        if (event.key === 'Enter' && end) typed.onDone();
        props.onKeyDown?.(event);
        if (event.key === 'Enter') typed.onDone();
        else if (event.key === 'Escape') typed.onEscape();
      }}
    />
  );
}
