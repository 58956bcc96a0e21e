import type { Endpoint } from '@darkroom/contract/endpoint';
import type { Field as FieldRow, Fields } from '@darkroom/contract/records/field';
import { JOB_PRIORITIES } from '@darkroom/domain/job/status';
import { Form, Input, Select, Switch, type FormItemProps, type GetProps } from 'antd';
import type { Rule } from 'antd/es/form';
import type { FlatNamespace, ParseKeys } from 'i18next';
import { createContext, use, type ReactElement, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { namePath } from '../../lib/errors/form-errors.tsx';
import { usePriorityWord } from '../../lib/session/lookups.ts';
import { useMay } from '../../lib/session/session.ts';
import { DayField } from '../day-picker/day-picker.tsx';
import { useDayRule } from '../day-picker/use-day-rule.ts';
import { useCategoryLevels, useCustomerLevels } from '../filter-bar/filter-bar-choices.ts';
import { LevelPicker } from '../filter-bar/level-picker.tsx';
import { Segmented } from '../input/segmented.tsx';
import { NumberField } from '../number-field/number-field.tsx';
import { useNumberRule } from '../number-field/use-number-rule.ts';
import {
  emptyOf,
  FIRST_LIFE_DAY,
  isLifeDay,
  isText,
  kindOf,
  limitsOf,
  missingOf,
  schemaOf,
  wordsOf,
} from './field-schema.ts';
import styles from './fields.module.css';
import { useSchemaTrouble } from './use-schema-trouble.ts';

interface FormTable {
  /** What the record is made of: labels, kinds, secrecy. */
  fields: Fields;
  /** The call that saves it: what is required, how long, how much, which words. */
  call: Pick<Endpoint, 'input'>;
}

const Table = createContext<FormTable | null>(null);

/** Which record the fields of a form belong to, and which call saves them. `RecordDrawer` says it for its own. */
export const FormFields = ({ fields, call, children }: FormTable & { children: ReactNode }) => (
  <Table value={{ fields, call }}>{children}</Table>
);

type ItemProps = Pick<
  FormItemProps,
  | 'className'
  | 'extra'
  | 'dependencies'
  | 'normalize'
  | 'validateTrigger'
  | 'validateStatus'
  | 'help'
  | 'initialValue'
  | 'hidden'
>;

interface InputProps {
  /** Of the input itself, as `className` is of the whole field. */
  inputClass?: string | undefined;
  autoFocus?: boolean | undefined;
  disabled?: boolean | undefined;
  placeholder?: string;
  /** Of a number: what follows it, how far the arrow keys go, a few digits, the highest where the state of the record says so. */
  suffix?: ReactNode;
  step?: number;
  short?: boolean;
  max?: number;
  inThousands?: boolean;
  /** Of notes. */
  rows?: number;
  /** Of a day: the first that is taken, and whether it can be cleared. */
  min?: string | undefined;
  allowClear?: boolean;
  /** Of a text. */
  autoComplete?: string;
  inputMode?: 'email' | 'tel' | 'url';
  lang?: string;
  onBlur?: GetProps<typeof Input>['onBlur'];
}

export interface FieldProps extends ItemProps, InputProps {
  /** The field of the record; in a list of parts with the place of the part before it. */
  name: string | (string | number)[];
  /** Other words than the record's own. */
  label?: string | undefined;
  /** Where the state of the record says otherwise than the call does. */
  required?: boolean | undefined;
  /** A sentence of its own where the value is missing, and where a number does not fit. */
  missing?: string | undefined;
  unfit?: string | undefined;
  /** The value as the call takes it, where the input holds another. */
  written?: (value: unknown) => unknown;
  /** What has to hold beyond what the call's schema says. */
  rules?: Rule[];
  /** Another input than the one of its kind. */
  children?: ReactElement;
}

const NUMBERS = ['number', 'count', 'minutes', 'money'];

/**
 * One field of a form: label, kind of input and secrecy come from the record's table, what it takes from the schema of the call. Props and
 * children win. Whoever cannot see the field has no input for it.
 */
export function Field(props: FieldProps) {
  const { name, label, required, missing, unfit, written = same, rules = [], children, ...rest } = props;
  const { autoFocus, disabled, placeholder, suffix, step, short, max, rows, min, allowClear, ...more } = rest;
  const { autoComplete = 'off', inputMode, lang, onBlur, inputClass, inThousands, normalize, ...item } = more;
  const { t } = useTranslation('field');
  const troubleWith = useSchemaTrouble();
  const may = useMay();
  const dayRule = useDayRule();
  const numberRule = useNumberRule();
  const { field, schema } = useFormField(name, label);
  if (field.secret && !may(field.secret)) return null;

  const words = label ?? t((field.word ?? lastOf(name)) as ParseKeys<'field'>);
  const isNumber = NUMBERS.includes(field.kind);
  const isDay = field.kind === 'day';
  const text = isText(schema) && !isDay;
  const firstDay = min ?? (isDay && isLifeDay(schema) ? FIRST_LIFE_DAY : undefined);
  const limits = isNumber
    ? { ...limitsOf(schema), ...(max === undefined ? {} : { max }), ...(inThousands && { inThousands }) }
    : {};

  const lack = missingOf(schema);
  const needed = required ?? (lack !== null && field.kind !== 'flag');
  const sentence = missing ?? (lack && lack.code !== 'required' ? troubleWith(schema, emptyOf(schema)) : null);
  const there: Rule = { required: needed, ...(text && { whitespace: needed }), ...(sentence && { message: sentence }) };
  const fits: Rule = ({ isFieldTouched }) => ({
    validator: async (rule, value: string | number | null | undefined) => {
      if (isDay) await dayRule(firstDay).validator(rule, value as string);
      if (isNumber) await numberRule(limits, unfit).validator(rule, value);
      // What nobody touched is not checked again. That something is missing is the other rule's to say.
      const { fullField = '' } = rule as { fullField?: string };
      const sent = written(value);
      const trouble = isFieldTouched(namePath(fullField)) && !isNothing(sent) ? troubleWith(schema, sent) : null;
      if (trouble) throw new Error(trouble);
    },
  });

  const shared = { ...(autoFocus && { autoFocus }), ...(disabled === undefined ? {} : { disabled }) };
  const hint = placeholder === undefined ? {} : { placeholder };
  const input = (): ReactElement => {
    if (field.kind === 'priority') return <PriorityInput {...shared} aria-label={words} />;
    const choices = wordsOf(schema);
    if (choices) return <WordInput {...shared} field={field} choices={choices} aria-label={words} />;
    if (isNumber) {
      const look = { step, short, suffix, className: inputClass };
      return <NumberField {...shared} {...limits} {...hint} {...look} />;
    }
    switch (field.kind) {
      case 'day':
        return <DayField {...shared} className={styles.whole} min={firstDay} allowClear={allowClear} />;
      case 'notes':
        return <Input.TextArea {...shared} {...hint} rows={rows ?? 2} className={styles.growing} />;
      case 'link':
        return <Input {...shared} inputMode="url" placeholder={placeholder ?? 'https://'} autoComplete="off" />;
      case 'flag':
        return <Switch {...shared} size="small" />;
      case 'record':
        if (field.of === 'cus2') return <Customer2Input autoFocus={autoFocus} placeholder={placeholder ?? ''} />;
        if (field.of === 'cat2') return <Category2Input autoFocus={autoFocus} placeholder={placeholder ?? ''} />;
        throw new Error(`There is no input for a ${field.of} of its own: ${words}`);
      default:
        return <Input {...shared} {...hint} {...{ autoComplete, inputMode, lang, onBlur }} className={inputClass} />;
    }
  };
  return (
    <Form.Item
      {...item}
      name={name}
      label={words}
      {...(field.kind === 'flag' && !children && { valuePropName: 'checked' })}
      // What is cleared is nothing, whatever the input says of it.
      normalize={normalize ?? ((value: unknown) => value ?? (text ? '' : null))}
      rules={[there, fits, ...rules]}
    >
      {children ?? input()}
    </Form.Item>
  );
}

const same = (value: unknown) => value;
const lastOf = (name: FieldProps['name']): string => String(Array.isArray(name) ? name.at(-1) : name);
const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** What the tables say of a field. One that is in none of them is a mistake of the form. */
function useFormField(name: FieldProps['name'], label: string | undefined) {
  const table = use(Table);
  const key = lastOf(name);
  const schema = table && schemaOf(table.call.input, key);
  const plain: FieldRow | undefined = schema && label !== undefined ? { kind: kindOf(schema) } : undefined;
  const field = (table && rowOf(table.fields, key)) ?? plain;
  if (!field || !schema) throw new Error(`The form's record or its call has no field ${key}`);
  return { field, schema };
}

/** A field of the record, or of the parts within it. */
function rowOf(fields: Fields, key: string): FieldRow | undefined {
  const parts = Object.values(fields).flatMap((field) => (field.kind === 'list' && field.fields ? [field.fields] : []));
  return [fields, ...parts].map((table) => table[key]).find((row) => row !== undefined);
}

interface ChoiceProps {
  autoFocus?: boolean;
  disabled?: boolean;
  'aria-label': string;
}

/** The words of a closed list: side by side where they are few. */
function WordInput({ field, choices, ...rest }: ChoiceProps & { field: FieldRow; choices: readonly string[] }) {
  const words = 'words' in field ? field.words : undefined;
  const { t } = useTranslation((words?.split(':')[0] ?? 'field') as FlatNamespace);
  const wordOf = (value: string) => (words ? t(`${words}.${value}`, { defaultValue: value }) : value);
  const options = choices.map((value) => ({ value, label: wordOf(value) }));
  return options.length <= 4 ? <Segmented {...rest} options={options} /> : <Select {...rest} options={options} />;
}

/** A job's priority as the bureau calls it, or none. */
function PriorityInput({
  value,
  onChange,
  ...rest
}: ChoiceProps & { value?: unknown; onChange?: (to: unknown) => void }) {
  const { t } = useTranslation('status');
  const word = usePriorityWord();
  return (
    <Segmented
      {...rest}
      value={value ?? ''}
      onChange={(to) => onChange?.(to === '' ? null : to)}
      options={[
        { value: '', label: t('priority.none') },
        ...JOB_PRIORITIES.map((one) => ({ value: one, label: word(one) })),
      ]}
    />
  );
}

type PickerProps = Omit<GetProps<typeof LevelPicker<string>>, 'levels'>;
const Customer2Input = (props: PickerProps) => <LevelPicker {...props} levels={useCustomerLevels()} />;
const Category2Input = (props: PickerProps) => <LevelPicker {...props} levels={useCategoryLevels({ forNew: true })} />;
