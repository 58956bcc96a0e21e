import type { Endpoint } from '@darkroom/contract/endpoint';
import type { FieldDefinition as FieldRow, Fields } from '@darkroom/contract/field-tables/field';
import { Form, type FormItemProps } from 'antd';
import type { Rule } from 'antd/es/form';
import type { ParseKeys } from 'i18next';
import { createContext, use, useMemo, type ReactElement, type ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { toNamePath } from '../../lib/errors/form-errors.tsx';
import { useCan } from '../../lib/session/session.ts';
import { isEmptyValue } from '../../lib/i18n/fields.ts';
import { useDayRule } from '../day-picker/use-day-rule.ts';
import { useNumberRule } from '../number-field/use-number-rule.ts';
import { FieldInput, type InputSettings } from './field-input.tsx';
import {
  getEmptyValue,
  FIRST_LIFE_DAY,
  acceptsLifeDay,
  isText,
  getValueKind,
  getLimits,
  getMissingError,
  findSchema,
} from './field-schema.ts';
import { useSchemaError } from './use-schema-error.ts';

type FieldKey = ParseKeys<'field'>;

interface FormTable {
  /** The record's table: labels, kinds, secrecy. */
  fields: Fields;
  /** The endpoint that saves the fields: required fields, lengths, limits, words. */
  call: Pick<Endpoint, 'input'>;
}

const FormTableContext = createContext<FormTable | null>(null);

/** The record's table and the saving endpoint of a form's fields. `RecordDrawer` sets them for its own form. */
export function FormFields({ fields, call, children }: FormTable & { children: ReactNode }) {
  const table = useMemo(() => ({ fields, call }), [fields, call]);
  return <FormTableContext value={table}>{children}</FormTableContext>;
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

export interface FieldProps extends ItemProps, InputSettings {
  /** The field of the record. In a list of parts, the part's path is first. */
  name: string | (string | number)[];
  /** A label other than the record's. Empty if another element is its label. */
  label?: string | undefined;
  /** Limits that depend on the record's state: required, highest number, first day. */
  required?: boolean | undefined;
  max?: number;
  min?: string | undefined;
  /** True if values that could mean thousands are never read as decimals (decision 087). */
  inThousands?: boolean;
  /** Messages for a missing value and for a number out of range. */
  missing?: string | undefined;
  rangeMessage?: string | undefined;
  /** Converts the input's value to the endpoint's value. */
  toCallValue?: (value: unknown) => unknown;
  /** Rules beyond the endpoint's schema. */
  rules?: Rule[];
  /** Another input than that of its kind. */
  children?: ReactElement | undefined;
}

const NUMBERS = ['number', 'count', 'minutes', 'money'];

/**
 * One field of a form. The record's table defines label, input and secrecy. The endpoint's schema defines the rules. Users who cannot see
 * the field have no input for it.
 */
export function Field(props: FieldProps) {
  const {
    name,
    label: ownLabel,
    required,
    missing,
    rangeMessage,
    toCallValue = identity,
    rules = [],
    children,
    ...rest
  } = props;
  const { max, min, inThousands, className, extra, dependencies, normalize, validateTrigger, ...more } = rest;
  const { validateStatus, help, initialValue, hidden, ...inputSettings } = more;
  const { t } = useTranslation('field');
  const getFieldError = useSchemaError();
  const can = useCan();
  const dayRule = useDayRule();
  const numberRule = useNumberRule();
  const { field, schema } = useFormField(name, ownLabel);
  if (field.secret && !can(field.secret)) return null;

  const label = ownLabel ?? t((field.word ?? getLastKey(name)) as FieldKey);
  const isDay = field.kind === 'day';
  const text = isText(schema) && !isDay;
  const firstDay = min ?? (isDay && acceptsLifeDay(schema) ? FIRST_LIFE_DAY : undefined);
  const limits = NUMBERS.includes(field.kind)
    ? { ...getLimits(schema), ...(max === undefined ? {} : { max }), ...(inThousands && { inThousands }) }
    : null;

  const missingError = getMissingError(schema);
  const isRequired = required ?? (missingError !== null && field.kind !== 'flag');
  // An empty day has no message of its own beyond "required".
  const hasOwnMissingText = missingError !== null && missingError.code !== 'required' && !isDay;
  const sentence = missing ?? (hasOwnMissingText ? getFieldError(schema, getEmptyValue(schema)) : null);
  const requiredRule: Rule = {
    required: isRequired,
    ...(text && { whitespace: isRequired }),
    ...(sentence && { message: sentence }),
  };
  const validRule: Rule = ({ isFieldTouched }) => ({
    validator: async (rule, value: string | number | null | undefined) => {
      if (isDay) await dayRule(firstDay).validator(rule, value as string);
      if (limits) await numberRule(limits, rangeMessage).validator(rule, value);
      // Untouched fields are not validated again. The other rule reports a missing value.
      const { fullField = '' } = rule as { fullField?: string };
      const callValue = toCallValue(value);
      const error =
        isFieldTouched(toNamePath(fullField)) && !isEmptyValue(callValue) ? getFieldError(schema, callValue) : null;
      if (error) throw new Error(error);
    },
  });
  const item = { className, extra, dependencies, validateTrigger, validateStatus, help, initialValue, hidden };
  return (
    <Form.Item
      {...item}
      name={name}
      label={label}
      {...(field.kind === 'flag' && !children && { valuePropName: 'checked' })}
      // A cleared input is empty, even if it uses another value for that.
      normalize={normalize ?? ((value: unknown) => value ?? (text ? '' : null))}
      rules={[requiredRule, validRule, ...rules]}
    >
      {children ?? (
        <FieldInput {...inputSettings} field={field} schema={schema} label={label} limits={limits} min={firstDay} />
      )}
    </Form.Item>
  );
}

const identity = (value: unknown) => value;
const getLastKey = (name: FieldProps['name']): string => String(Array.isArray(name) ? name.at(-1) : name);

/** Returns the tables' data of a field. An unknown name is an error of the form. */
function useFormField(name: FieldProps['name'], label: string | undefined) {
  const table = use(FormTableContext);
  const key = getLastKey(name);
  const schema = table && findSchema(table.call.input, key);
  const plainField: FieldRow | undefined = schema && label !== undefined ? { kind: getValueKind(schema) } : undefined;
  const field = (table && findField(table.fields, key)) ?? plainField;
  if (!field || !schema) throw new Error(`The form's record or its call has no field ${key}`);
  return { field, schema };
}

/** Finds a field of the record or of its nested parts. */
function findField(fields: Fields, key: string): FieldRow | undefined {
  const parts = Object.values(fields).flatMap((field) => (field.kind === 'list' && field.fields ? [field.fields] : []));
  return [fields, ...parts].map((table) => table[key]).find((row) => row !== undefined);
}
