import { createQueryId, PostgresQueryCompiler, sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';

/** Where each field of a record comes from. One that the contract names and that is missing here does not compile. */
export type Columns<S extends z.ZodObject> = { readonly [K in keyof S['shape']]: RawBuilder<unknown> };

/** Fields that are columns of a table by their own names. */
export const columnsOf = <const K extends string>(alias: string, ...keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, sql.ref(`${alias}.${key}`)])) as Record<K, RawBuilder<unknown>>;

/** The keys of a record, in the order in which they are written. */
export const keysOf = <S extends z.ZodObject>({ shape }: S) => Object.keys(shape) as (string & keyof S['shape'])[];

/** All fields of a record that are columns of a table by their own names: all but those that are computed. */
export const columnsBut = <S extends z.ZodObject>(
  schema: S,
  alias: string,
  computed: Partial<Columns<S>>,
): Columns<S> => ({
  ...columnsOf(alias, ...keysOf(schema)),
  ...computed,
});

/** A record's fields as columns of a select: rows that the server goes on working with. */
export const selected = <S extends z.ZodObject>(schema: S, columns: Columns<S>): RawBuilder<unknown> =>
  fixed(sql`${sql.join(keysOf(schema).map((key) => sql`${columns[key]} as ${sql.ref(key)}`))}`);

/** What has no values, as text: a list's fields are some hundred nodes, which would be put together anew at every call. */
export function fixed<T>(made: RawBuilder<T>): RawBuilder<T> {
  const { sql: text, parameters } = new PostgresQueryCompiler().compileQuery(made.toOperationNode(), createQueryId());
  return parameters.length > 0 ? made : sql.raw<T>(text);
}
