import type { Endpoint, InputOf } from '@darkroom/contract/endpoint';
import type { FieldDefinition, Fields } from '@darkroom/contract/field-tables/field';
import type { z } from 'zod';
import { getEmptyValue } from './field-schema.ts';

type Shape = { readonly [name: string]: z.ZodType };

/** A form's value of a field: '' for a missing text, null for any other missing value. */
type FormValue<F extends FieldDefinition, S> = F['kind'] extends 'text' | 'notes' | 'link'
  ? S extends z.ZodType
    ? string extends NonNullable<z.output<S>>
      ? string
      : NonNullable<z.output<S>>
    : never
  : S extends z.ZodType
    ? NonNullable<z.output<S>> extends boolean | readonly unknown[]
      ? NonNullable<z.output<S>>
      : NonNullable<z.output<S>> | null
    : never;

const TEXTS: readonly FieldDefinition['kind'][] = ['text', 'notes', 'link'];

/** The form values of a record's fields that an endpoint sets. */
type FormValues<F extends Fields, S> = {
  -readonly [Name in keyof F & keyof S as F[Name] extends { kind: 'key' } ? never : Name]: FormValue<F[Name], S[Name]>;
};

/**
 * Returns the initial form values of a record's fields that an endpoint sets: those of `row`, or those of a new record. Fields that the row
 * lacks, such as hidden pay, are left out.
 * @param shape the fields of the endpoint: `endpoint.input.shape`
 */
export function toFormValues<const F extends Fields, const S extends Shape>(
  fields: F,
  shape: S,
  row?: object,
): FormValues<F, S> {
  const names = Object.keys(shape).filter((name) => fields[name] && fields[name].kind !== 'key');
  const values = names
    .filter((name) => !row || name in row)
    .map((name): [string, unknown] => {
      const schema = shape[name]!;
      const value = row ? (row as Record<string, unknown>)[name] : schema.safeParse(undefined).data;
      const empty = getEmptyValue(schema);
      return [name, value ?? (empty === '' && !TEXTS.includes(fields[name]!.kind) ? null : empty) ?? null];
    });
  return Object.fromEntries(values) as FormValues<F, S>;
}

/** Converts form values to the endpoint's input. The form requires missing values first, so they are never missing here. */
export const toCallInput = <E extends Endpoint>(values: { readonly [Name in keyof InputOf<E>]?: unknown }) =>
  values as Partial<InputOf<E>>;
