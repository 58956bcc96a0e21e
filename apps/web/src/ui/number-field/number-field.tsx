import {
  getDecimalMark,
  parseNumber,
  findTwoReadings,
  writeNumber,
  type NumberLimits,
} from '@darkroom/domain/number/parse';
import { Button, Input, Space, type InputProps, type InputRef } from 'antd';
import { useState, type KeyboardEvent, type Ref } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import styles from './number-field.module.css';

/** A number field's value: a number, empty, or invalid text as typed. */
export type NumberValue = number | string | null;

type PassedProps = Pick<
  InputProps,
  | 'id'
  | 'className'
  | 'suffix'
  | 'size'
  | 'status'
  | 'placeholder'
  | 'autoFocus'
  | 'disabled'
  | 'onFocus'
  | 'onPressEnter'
  | 'aria-describedby'
  | 'aria-invalid'
  | 'aria-label'
>;

interface NumberFieldProps extends PassedProps, NumberLimits {
  ref?: Ref<InputRef> | undefined;
  value?: NumberValue | undefined;
  onChange?: (value: NumberValue) => void;
  /** True if the field accepts only digits and shows them without thousands separators. */
  digits?: boolean;
  step?: number;
  /** True for short numbers in a wide space. */
  short?: boolean;
  /** True for minus and plus buttons, for touch. */
  buttons?: boolean;
}

/**
 * The only field for a number. It accepts both spellings (`1,250.5`, `1.250,5`) and never adjusts a number. Invalid text, and a value that
 * would lose its thousands (`inThousands`), stays in the field with an error (`useNumberRule`).
 */
export function NumberField(props: NumberFieldProps) {
  const {
    value = null,
    onChange,
    whole,
    min,
    max,
    inThousands,
    digits,
    step = 1,
    short,
    buttons,
    className,
    ...passed
  } = props;
  const { t, i18n } = useTranslation('common');
  const decimalMark = getDecimalMark(i18n.resolvedLanguage);
  const format = (n: number) => (digits ? String(n) : writeNumber(n, decimalMark));
  // During typing the text is the user's. On leaving it is formatted for the language.
  const [typed, setTyped] = useState<{ text: string; value: NumberValue } | null>(null);
  const text = typed && typed.value === value ? typed.text : typeof value === 'number' ? format(value) : value;

  const onType = (entered: string) => {
    const next = digits ? entered.trim() : entered;
    if (digits && /\D/.test(next)) return;
    const read = parseNumber(next, decimalMark, whole ? 'whole' : 'any');
    const isAmbiguous = inThousands && read.ok && findTwoReadings(next)?.decimals === read.value;
    const nextValue = read.ok && !isAmbiguous ? read.value : !read.ok && read.code === 'required' ? null : next;
    setTyped({ text: next, value: nextValue });
    onChange?.(nextValue);
  };
  const move = (by: number) => {
    if (typeof value === 'string') return;
    const next = Math.max(min ?? -Infinity, Math.min(max ?? Infinity, (value ?? 0) + by));
    setTyped(null);
    onChange?.(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: step, ArrowDown: -step }[event.key];
    if (by === undefined || event.nativeEvent.isComposing) return;
    event.preventDefault();
    move(by);
  };
  const field = (
    <Input
      {...passed}
      className={[short && styles.short, className].filter(Boolean).join(' ')}
      role="spinbutton"
      aria-valuenow={typeof value === 'number' ? value : undefined}
      aria-valuetext={text ?? ''}
      aria-valuemin={min}
      aria-valuemax={max}
      inputMode={min !== undefined && min >= 0 ? (whole ? 'numeric' : 'decimal') : 'text'}
      autoComplete="off"
      value={text ?? ''}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => setTyped(null)}
    />
  );
  if (!buttons) return field;
  const button = (by: number, words: string, sign: string) => (
    <Button
      {...(passed.size === undefined ? {} : { size: passed.size })}
      {...(passed.disabled === undefined ? {} : { disabled: passed.disabled })}
      // The keyboard has its arrows.
      tabIndex={-1}
      aria-label={words}
      onClick={() => move(by)}
    >
      {sign}
    </Button>
  );
  return (
    <Space.Compact block>
      {button(-step, t('oneLess'), '−')}
      {field}
      {button(step, t('oneMore'), '+')}
    </Space.Compact>
  );
}
