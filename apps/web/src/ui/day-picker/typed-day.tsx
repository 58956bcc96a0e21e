import { createContext, use, type ComponentProps, type KeyboardEvent } from 'react';

export interface TypedDay {
  /** The field's text instead of the picker's. Null if the picker's text is shown. */
  text: string | null;
  /** True if the text is invalid and the user has finished typing. */
  invalid: boolean;
  onText: (text: string) => void;
  /** Called when the user has finished typing: the focus leaves, or Enter takes the text. */
  onDone: () => void;
  onEscape: () => void;
}

/** The typed text of a picker's field, or of both fields of a range. */
export const TypedDayContext = createContext<{ start: TypedDay; end?: TypedDay } | null>(null);

interface DayInputProps extends ComponentProps<'input'> {
  /** The field of a range. */
  'date-range'?: 'start' | 'end';
}

/**
 * The picker's text field. It stores the typed text until the user has finished. The picker alone would replace invalid text by the
 * previous day.
 */
export function DayInput({ 'date-range': end, ...props }: DayInputProps) {
  const typed = use(TypedDayContext)?.[end ?? 'start'];
  if (!typed) return <input {...props} />;
  return (
    <input
      {...props}
      // The picker still marks a text as invalid after the user selected a day.
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
        // A range closes with Enter and must have its value by then.
        if (event.key === 'Enter' && end) typed.onDone();
        props.onKeyDown?.(event);
        if (event.key === 'Enter') typed.onDone();
        else if (event.key === 'Escape') typed.onEscape();
      }}
    />
  );
}
