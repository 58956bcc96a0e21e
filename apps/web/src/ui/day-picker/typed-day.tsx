import { createContext, use, type ComponentProps, type KeyboardEvent } from 'react';

interface TypedDay {
  /** What stands in the field instead of the picker's own words; null lets those stand. */
  text: string | null;
  onText: (text: string) => void;
  /** Somebody is done with it: the focus leaves, or Enter takes it. */
  onDone: () => void;
  onEscape: () => void;
}

export const TypedDayContext = createContext<TypedDay | null>(null);

/**
 * The picker's own text field, which keeps what is typed as it is typed until somebody is done with it. The picker alone would
 * put the former day back over whatever it cannot read.
 */
export function DayInput(props: ComponentProps<'input'>) {
  const typed = use(TypedDayContext);
  if (!typed) return <input {...props} />;
  return (
    <input
      {...props}
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
        props.onKeyDown?.(event);
        if (event.key === 'Enter') typed.onDone();
        else if (event.key === 'Escape') typed.onEscape();
      }}
    />
  );
}
