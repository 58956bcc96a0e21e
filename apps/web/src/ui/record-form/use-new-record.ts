import type { Endpoint, InputOf, OutputOf, Topic } from '@darkroom/contract/endpoint';
import { Form, type FormInstance } from 'antd';
import { useState } from 'react';
import type { ApiError } from '../../lib/call/api.ts';
import { useApiMutation } from '../../lib/call/query.ts';

interface NewRecordOptions<E extends Endpoint, V extends object> {
  endpoint: E;
  initial: V;
  inputOf: (values: V) => InputOf<E>;
  /** What the new record puts out of date. */
  invalidates: readonly Topic[];
  /** In which field of the form a field of the call stands, where it has another name there. */
  placeOf?: (field: string) => string;
  /** What is said before the reason when no field was to blame. */
  failed?: string;
  /** Takes a refusal that has a place of its own; true where it has been said. */
  onRefused?: (error: ApiError) => boolean;
  onDone: (output: OutputOf<E>, input: InputOf<E>) => void;
}

/** A form over a record that is not there yet. */
export interface NewRecord<V extends object> {
  /** The call that saves it. */
  call: Endpoint;
  form: FormInstance<V>;
  initial: V;
  saving: boolean;
  submit: (values: V) => void;
}

/** A form that makes a record: refusals stand on their fields, and what was typed stays until it is made (quality 8). */
export function useNewRecord<E extends Endpoint, V extends object>(options: NewRecordOptions<E, V>): NewRecord<V> {
  const { endpoint, inputOf, invalidates, placeOf, failed, onRefused, onDone } = options;
  const [form] = Form.useForm<V>();
  const [initial] = useState(options.initial);
  const add = useApiMutation(endpoint, {
    invalidates,
    onSuccess: onDone,
    onError: (error) => onRefused?.(error),
    form,
    placeOf,
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
