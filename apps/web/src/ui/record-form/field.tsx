import type { Endpoint } from '@darkroom/contract/endpoint';
import type { Field as FieldRow, Fields } from '@darkroom/contract/field-tables/field';
import { Form, type FormItemProps } from 'antd';
import type { Rule } from 'antd/es/form';
import type { ParseKeys } from 'i18next';
import { createContext, use, useMemo, type ReactElement, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { namePath } from '../../lib/errors/form-errors.tsx';
import { useCan } from '../../lib/session/session.ts';
import { isNothing } from '../../lib/words/fields.ts';
import { useDayRule } from '../day-picker/use-day-rule.ts';
import { useNumberRule } from '../number-field/use-number-rule.ts';
import { FieldInput, type InputLook } from './field-input.tsx';
import { emptyOf, FIRST_LIFE_DAY, isLifeDay, isText, kindOf, limitsOf, missingOf, schemaOf } from './field-schema.ts';
import { useSchemaError } from './use-schema-error.ts';

type FieldKey = ParseKeys<'field'>;

interface FormTable {
  /** The record's table: labels, kinds, secrecy. */
  fields: Fields;
  /** The call that saves it: required fields, lengths, limits, words. */
  call: Pick<Endpoint, 'input'>;
}

const Table = createContext<FormTable | null>(null);

/** The record's table and the saving call of a form's fields. `RecordDrawer` sets it for its own form. */
export function FormFields({ fields, call, children }: FormTable & { children: ReactNode }) {
  const table = useMemo(() => ({ fields, call }), [fields, call]);
  return <Table value={table}>{children}</Table>;
}

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

export interface FieldProps extends ItemProps, InputLook {
  /** The field of the record. In a list of parts, the part's path comes first. */
  name: string | (string | number)[];
  /** A label other than the record's. Empty if another element is its label. */
  label?: string | undefined;
  /** Limits that depend on the record's state: required, highest number, first day. */
  required?: boolean | undefined;
  max?: number;
  min?: string | undefined;
  /** Values that could mean thousands are never read as decimals (decision 087). */
  inThousands?: boolean;
  /** Messages for a missing value and for a number out of range. */
  missing?: string | undefined;
  unfit?: string | undefined;
  /** Converts the input's value to the call's value. */
  written?: (value: unknown) => unknown;
  /** Rules beyond the call's schema. */
  rules?: Rule[];
  /** Another input than that of its kind. */
  children?: ReactElement | undefined;
}

const NUMBERS = ['number', 'count', 'minutes', 'money'];

/**
 * One field of a form: label, input and secrecy come from the record's table, the rules from the call's schema. Users who cannot see the
 * field have no input for it.
 */
export function Field(props: FieldProps) {
  const { name, label: ownLabel, required, missing, unfit, written = same, rules = [], children, ...rest } = props;
  const { max, min, inThousands, className, extra, dependencies, normalize, validateTrigger, ...more } = rest;
  const { validateStatus, help, initialValue, hidden, ...look } = more;
  const { t } = useTranslation('field');
  const troubleWith = useSchemaError();
  const may = useCan();
  const dayRule = useDayRule();
  const numberRule = useNumberRule();
  const { field, schema } = useFormField(name, ownLabel);
  if (field.secret && !may(field.secret)) return null;

  const label = ownLabel ?? t((field.word ?? lastOf(name)) as FieldKey);
  const isDay = field.kind === 'day';
  const text = isText(schema) && !isDay;
  const firstDay = min ?? (isDay && isLifeDay(schema) ? FIRST_LIFE_DAY : undefined);
  const limits = NUMBERS.includes(field.kind)
    ? { ...limitsOf(schema), ...(max === undefined ? {} : { max }), ...(inThousands && { inThousands }) }
    : null;

  const lack = missingOf(schema);
  const needed = required ?? (lack !== null && field.kind !== 'flag');
  // An empty day has no message of its own beyond "required".
  const ownLack = lack !== null && lack.code !== 'required' && !isDay;
  const sentence = missing ?? (ownLack ? troubleWith(schema, emptyOf(schema)) : null);
  const isThere: Rule = {
    required: needed,
    ...(text && { whitespace: needed }),
    ...(sentence && { message: sentence }),
  };
  const fits: Rule = ({ isFieldTouched }) => ({
    validator: async (rule, value: string | number | null | undefined) => {
      if (isDay) await dayRule(firstDay).validator(rule, value as string);
      if (limits) await numberRule(limits, unfit).validator(rule, value);
      // Untouched fields are not validated again. The other rule reports a missing value.
      const { fullField = '' } = rule as { fullField?: string };
      const sent = written(value);
      const trouble = isFieldTouched(namePath(fullField)) && !isNothing(sent) ? troubleWith(schema, sent) : null;
      if (trouble) throw new Error(trouble);
    },
  });
  const item = { className, extra, dependencies, validateTrigger, validateStatus, help, initialValue, hidden };
  return (
    <Form.Item
      {...item}
      name={name}
      label={label}
      {...(field.kind === 'flag' && !children && { valuePropName: 'checked' })}
      // A cleared input is empty, whatever its own value for that is.
      normalize={normalize ?? ((value: unknown) => value ?? (text ? '' : null))}
      rules={[isThere, fits, ...rules]}
    >
      {children ?? <FieldInput {...look} field={field} schema={schema} label={label} limits={limits} min={firstDay} />}
    </Form.Item>
  );
}

const same = (value: unknown) => value;
const lastOf = (name: FieldProps['name']): string => String(Array.isArray(name) ? name.at(-1) : name);

/** The tables' data of a field. An unknown name is an error of the form. */
function useFormField(name: FieldProps['name'], label: string | undefined) {
  const table = use(Table);
  const key = lastOf(name);
  const schema = table && schemaOf(table.call.input, key);
  const plain: FieldRow | undefined = schema && label !== undefined ? { kind: kindOf(schema) } : undefined;
  const field = (table && rowOf(table.fields, key)) ?? plain;
  if (!field || !schema) throw new Error(`The form's record or its call has no field ${key}`);
  return { field, schema };
}

/** A field of the record or of its nested parts. */
function rowOf(fields: Fields, key: string): FieldRow | undefined {
  const parts = Object.values(fields).flatMap((field) => (field.kind === 'list' && field.fields ? [field.fields] : []));
  return [fields, ...parts].map((table) => table[key]).find((row) => row !== undefined);
}
