import type { Endpoint, InputOf, OutputOf, Topic } from '@darkroom/contract/endpoint';
import { Form, type FormInstance } from 'antd';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import type { z } from 'zod';
import type { ApiError } from '../../lib/api/api.ts';
import { useApiMutation } from '../../lib/api/query.ts';
import { useToast } from '../../lib/toast.ts';
import { isSameValue } from '../conflict/merge-versions.ts';
import { useConflict, type ConflictState } from '../conflict/use-conflict.ts';

interface RecordFormOptions<E extends Endpoint, R, V extends object> {
  endpoint: E;
  /** The record when the form was opened. Later refreshes do not change the typed text. */
  record: R;
  /** Schema of the record in a stale error. */
  currentSchema: z.ZodType<R>;
  valuesOf: (record: R) => V;
  /** Returns the endpoint's input with the changed fields. */
  inputOf: (record: R, changed: Partial<V>, all: V) => InputOf<E>;
  /** Fields outside the record, such as the reason of a change. */
  extraFields?: readonly (keyof V)[];
  /** Topics that the change makes out of date. */
  invalidates: readonly Topic[];
  /** Maps a field of the endpoint to the form's field, if their names differ. */
  toFormField?: (field: string) => string;
  /** Text before the reason when the error is not about a field. */
  failed?: string;
  /** Confirms a change that is easily made by mistake. It is not sent after No. */
  ask?: (from: R, changed: Partial<V>) => Promise<boolean>;
  /**
   * Handles an error that only needs a confirmation. After it, the same request is repeated with the confirmation. Returns true for such an
   * error.
   */
  askAfterError?: (error: ApiError, again: (response: object) => void) => boolean;
  onDone: (output: OutputOf<E>) => void;
}

export interface RecordForm<V extends object, R = unknown> extends ConflictState<V> {
  call: Endpoint;
  form: FormInstance<V>;
  initial: V;
  /** The record that typed values are compared with. */
  base: R;
  saving: boolean;
  submit: (values: V) => void;
}

/**
 * Returns a form of one record. It sends only changed fields and shows rejections at their fields. On 409 stale, both versions stay until
 * the user chooses, and typed text is not lost (quality 8, 9).
 */
export function useRecordForm<E extends Endpoint, R, V extends object>(
  options: RecordFormOptions<E, R, V>,
): RecordForm<V, R> {
  const {
    endpoint,
    currentSchema,
    valuesOf,
    inputOf,
    extraFields = [],
    failed,
    invalidates,
    toFormField,
    onDone,
  } = options;
  const { t } = useTranslation('record');
  const toast = useToast();
  const [form] = Form.useForm<V>();

  const mutation = useApiMutation(endpoint, {
    invalidates,
    onSuccess: onDone,
    onError: (error, input) => {
      if (options.askAfterError?.(error, (response) => mutation.mutate(Object.assign({}, input, response))))
        return true;
      const theirs = error.problem.code === 'stale' ? currentSchema.safeParse(error.problem.current) : null;
      if (theirs?.success) receiveNewer(theirs.data);
      return theirs?.success;
    },
    form,
    toFormField,
    failed,
  });

  const send = (from: R, values: V) => {
    const before = valuesOf(from);
    const fields = (Object.keys(before) as (keyof V)[]).filter((key) => !extraFields.includes(key));
    const changed: Partial<V> = {};
    for (const field of fields) if (!isSameValue(values[field], before[field])) changed[field] = values[field];
    if (Object.keys(changed).length === 0) {
      toast.info(t('nothingChanged'));
      return;
    }
    const sendChange = () => mutation.mutate(inputOf(from, changed, values));
    if (options.ask) void options.ask(from, changed).then((isConfirmed) => isConfirmed && sendChange());
    else sendChange();
  };

  const { base, conflictState, receiveNewer } = useConflict<R, V>({
    record: options.record,
    valuesOf,
    typedValues: (before) => ({ ...before, ...form.getFieldsValue(true) }),
    setValues: (values) => form.setFieldsValue(values),
    send,
    extraFields,
  });
  return {
    ...conflictState,
    call: endpoint,
    form,
    initial: valuesOf(options.record),
    base,
    saving: mutation.isPending,
    submit: (values) => send(base, { ...valuesOf(base), ...values }),
    takeTheirs: () => {
      conflictState.takeTheirs();
      const fields = conflictState.conflict?.fields ?? [];
      form.setFields(fields.map((name) => ({ name, touched: false }) as Parameters<typeof form.setFields>[0][number]));
    },
  };
}
