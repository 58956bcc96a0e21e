import type { Endpoint, InputOf, OutputOf, Topic } from '@darkroom/contract/endpoint';
import { Form, type FormInstance } from 'antd';
import { useState } from 'react';
import type { ApiError } from '../../lib/api/api.ts';
import { useApiMutation } from '../../lib/api/query.ts';

interface NewRecordOptions<E extends Endpoint, V extends object> {
  endpoint: E;
  initial: V;
  inputOf: (values: V) => InputOf<E>;
  /** Topics that the new record makes out of date. */
  invalidates: readonly Topic[];
  /** Maps a field of the endpoint to the form's field, if their names differ. */
  toFormField?: (field: string) => string;
  /** Text before the reason when the error is not about a field. */
  failed?: string;
  /** Handles an error that the form shows in another way. Returns true if the error has been shown. */
  onRefused?: (error: ApiError) => boolean;
  onDone: (output: OutputOf<E>, input: InputOf<E>) => void;
}

export interface NewRecord<V extends object> {
  call: Endpoint;
  form: FormInstance<V>;
  initial: V;
  saving: boolean;
  submit: (values: V) => void;
}

/** Returns a form that creates a record. Rejections are shown at their fields, and typed text stays until it is saved (quality 8). */
export function useNewRecord<E extends Endpoint, V extends object>(options: NewRecordOptions<E, V>): NewRecord<V> {
  const { endpoint, inputOf, invalidates, toFormField, failed, onRefused, onDone } = options;
  const [form] = Form.useForm<V>();
  const [initial] = useState(options.initial);
  const add = useApiMutation(endpoint, {
    invalidates,
    onSuccess: onDone,
    onError: (error) => onRefused?.(error),
    form,
    toFormField,
    failed,
  });
  return {
    call: endpoint,
    form,
    initial,
    saving: add.isPending,
    submit: (values) => add.mutate(inputOf(values)),
  };
}
