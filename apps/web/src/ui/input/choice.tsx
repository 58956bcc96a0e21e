import { useId } from 'react';
import css from './choice.module.css';

export interface ChoiceOption<V extends string> {
  readonly value: V;
  readonly label: string;
  /** What a screen reader says when the label is short. */
  readonly name?: string;
  /** Language of the label, for those that name themselves. */
  readonly lang?: string;
}

/** One of a few, side by side: real radio buttons, so arrows and screen readers work by themselves. */
export function Choice<V extends string>(props: {
  label: string;
  options: readonly ChoiceOption<V>[];
  value: V;
  onChange: (value: V) => void;
}) {
  const name = useId();
  return (
    <fieldset className={css.choice}>
      <legend className="visually-hidden">{props.label}</legend>
      {props.options.map((option) => (
        <label key={option.value} lang={option.lang} title={option.name}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === props.value}
            aria-label={option.name}
            onChange={() => props.onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
