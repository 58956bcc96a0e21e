import type { FieldDefinition as FieldRow } from '@darkroom/contract/field-tables/field';
import { JOB_PRIORITIES } from '@darkroom/domain/job/status';
import type { NumberLimits } from '@darkroom/domain/number/parse';
import { Input, Select, Switch, type GetProps } from 'antd';
import type { FlatNamespace } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import type { z } from 'zod';
import { usePriorityLabel } from '../../lib/session/lookups.ts';
import { DayField } from '../day-picker/day-picker.tsx';
import { useCategoryLevels, useCustomerLevels } from '../filter-bar/filter-bar-choices.ts';
import { LevelPicker } from '../filter-bar/level-picker.tsx';
import { Segmented } from '../input/segmented.tsx';
import { NumberField } from '../number-field/number-field.tsx';
import { getChoices } from './field-schema.ts';
import styles from './fields.module.css';

/** Settings of a field's input beyond its kind. */
export interface InputSettings {
  /** Class of the input itself. `className` is the class of the whole field. */
  inputClass?: string | undefined;
  autoFocus?: boolean | undefined;
  disabled?: boolean | undefined;
  placeholder?: string | undefined;
  /** For a number: its suffix, the step of the arrow keys, a short width. */
  suffix?: ReactNode;
  step?: number;
  short?: boolean;
  /** Number of lines of a note's field. */
  rows?: number;
  /** True if a day can be cleared. */
  allowClear?: boolean;
  /** Browser hint of a text field. */
  autoComplete?: string;
  inputMode?: 'email' | 'tel' | 'url';
  lang?: string;
  onBlur?: GetProps<typeof Input>['onBlur'];
}

interface FieldInputProps extends InputSettings {
  field: FieldRow;
  schema: z.core.$ZodType;
  label: string;
  limits: NumberLimits | null;
  min: string | undefined;
}

/** The input of a field's kind. The form item's props (value, id, aria) are passed on to it. */
export function FieldInput(props: FieldInputProps) {
  const { field, schema, label, limits, min, autoFocus, disabled, placeholder, inputClass, ...inputProps } = props;
  const { suffix, step, short, rows, allowClear, autoComplete = 'off', inputMode, lang, onBlur, ...item } = inputProps;
  const shared = { ...item, ...(autoFocus && { autoFocus }), ...(disabled === undefined ? {} : { disabled }) };
  const withPlaceholder = { ...shared, ...(placeholder === undefined ? {} : { placeholder }) };
  const choices = getChoices(schema);
  if (field.kind === 'priority') return <PriorityInput {...shared} aria-label={label} />;
  if (choices) return <WordInput {...shared} field={field} choices={choices} aria-label={label} />;
  if (limits) {
    return <NumberField {...withPlaceholder} {...limits} {...{ step, short, suffix }} className={inputClass} />;
  }
  switch (field.kind) {
    case 'day':
      return <DayField {...shared} className="w-full" min={min} allowClear={allowClear} />;
    case 'notes':
      return <Input.TextArea {...withPlaceholder} rows={rows ?? 2} className={styles.autoGrow} />;
    case 'link':
      return <Input placeholder="https://" {...withPlaceholder} inputMode="url" autoComplete="off" />;
    case 'flag':
      return <Switch {...shared} size="small" />;
    case 'record':
      if (field.of === 'cus2') return <Customer2Input {...shared} placeholder={placeholder ?? ''} />;
      if (field.of === 'cat2') return <Category2Input {...shared} placeholder={placeholder ?? ''} />;
      throw new Error(`${label} needs an input of its own: nothing here chooses a ${field.of}`);
    default:
      return <Input {...withPlaceholder} {...{ autoComplete, inputMode, lang, onBlur }} className={inputClass} />;
  }
}

interface ChoiceProps {
  autoFocus?: boolean;
  disabled?: boolean;
  'aria-label': string;
}

/** The words of a closed list, side by side if there are few. */
function WordInput({ field, choices, ...rest }: ChoiceProps & { field: FieldRow; choices: readonly string[] }) {
  const words = 'words' in field ? field.words : undefined;
  const { t } = useTranslation((words?.split(':')[0] ?? 'field') as FlatNamespace);
  const translateWord = (value: string) => (words ? t(`${words}.${value}`, { defaultValue: value }) : value);
  const options = choices.map((value) => ({ value, label: translateWord(value) }));
  return options.length <= 4 ? <Segmented {...rest} options={options} /> : <Select {...rest} options={options} />;
}

/** A job's priority in the bureau's words, or none. */
function PriorityInput({
  value,
  onChange,
  ...rest
}: ChoiceProps & { value?: unknown; onChange?: (to: unknown) => void }) {
  const { t } = useTranslation('status');
  const word = usePriorityLabel();
  return (
    <Segmented
      {...rest}
      value={value ?? ''}
      onChange={(to) => onChange?.(to === '' ? null : to)}
      options={[
        { value: '', label: t('priority.none') },
        ...JOB_PRIORITIES.map((item) => ({ value: item, label: word(item) })),
      ]}
    />
  );
}

type PickerProps = Omit<GetProps<typeof LevelPicker<string>>, 'levels'>;
const Customer2Input = (props: PickerProps) => <LevelPicker {...props} levels={useCustomerLevels()} />;
const Category2Input = (props: PickerProps) => <LevelPicker {...props} levels={useCategoryLevels({ forNew: true })} />;
