import { useId } from 'react';
import css from './choice.module.css';

export interface ChoiceOption<V extends string> {
  readonly value: V;
  readonly label: string;
  /** Name for screen readers, if the label is short. */
  readonly name?: string;
  /** Language of the label, for names of languages. */
  readonly lang?: string;
}

/** One of a few choices side by side. Real radio buttons, so that arrows and screen readers work. */
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
