import type { Endpoint, InputOf } from '@darkroom/contract/endpoint';
import type { Field, Fields } from '@darkroom/contract/field-tables/field';
import type { z } from 'zod';
import { emptyOf } from './field-schema.ts';

type Shape = { readonly [name: string]: z.ZodType };

/** What a form holds of a field: '' for a text that is not there, null for anything else that is not. */
type HeldValue<F extends Field, S> = F['kind'] extends 'text' | 'notes' | 'link'
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

const TEXTS: readonly Field['kind'][] = ['text', 'notes', 'link'];

/** The fields of a record that a call sets, as a form holds them. */
type Held<F extends Fields, S> = {
  -readonly [Name in keyof F & keyof S as F[Name] extends { kind: 'key' } ? never : Name]: HeldValue<F[Name], S[Name]>;
};

/**
 * The fields of a record that a call sets, as a form begins with them: those of `row`, or those of a new record. Fields that the row does not
 * have (pay, for who may not see it) are left out.
 *
 * @param shape the fields of the call: `endpoint.input.shape`
 */
export function heldOf<const F extends Fields, const S extends Shape>(fields: F, shape: S, row?: object): Held<F, S> {
  const names = Object.keys(shape).filter((name) => fields[name] && fields[name].kind !== 'key');
  const values = names
    .filter((name) => !row || name in row)
    .map((name): [string, unknown] => {
      const schema = shape[name]!;
      const value = row ? (row as Record<string, unknown>)[name] : schema.safeParse(undefined).data;
      const empty = emptyOf(schema);
      return [name, value ?? (empty === '' && !TEXTS.includes(fields[name]!.kind) ? null : empty) ?? null];
    });
  return Object.fromEntries(values) as Held<F, S>;
}

/** Values of a form as the call takes them. What has to be there and is not never gets here: the form asks for it. */
export const onTheWire = <E extends Endpoint>(values: { readonly [Name in keyof InputOf<E>]?: unknown }) =>
  values as Partial<InputOf<E>>;
