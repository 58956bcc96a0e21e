import { createQueryId, PostgresQueryCompiler, sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';

/** Source of each field of a record. A missing field of the contract does not compile. */
export type SelectedColumns<S extends z.ZodObject> = { readonly [K in keyof S['shape']]: RawBuilder<unknown> };

/** Returns the columns of fields that have the same name as their column. */
export const columnsOf = <const K extends string>(alias: string, ...keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, sql.ref(`${alias}.${key}`)])) as Record<K, RawBuilder<unknown>>;

/** Returns the keys of a record, in the order of the output. */
export const keysOf = <S extends z.ZodObject>({ shape }: S) => Object.keys(shape) as (string & keyof S['shape'])[];

/** Returns the columns of all fields except the computed ones. Each has the name of its column. */
export const columnsWith = <S extends z.ZodObject>(
  schema: S,
  alias: string,
  computed: Partial<SelectedColumns<S>>,
): SelectedColumns<S> => ({
  ...columnsOf(alias, ...keysOf(schema)),
  ...computed,
});

/** Selects the fields of a record as columns, for rows that the server uses itself. */
export const selectColumns = <S extends z.ZodObject>(schema: S, columns: SelectedColumns<S>): RawBuilder<unknown> =>
  inlineSql(sql`${sql.join(keysOf(schema).map((key) => sql`${columns[key]} as ${sql.ref(key)}`))}`);

/**
 * Renders SQL without values once to text. A list's fields are about a hundred nodes, which would otherwise be rendered
 * at every request.
 */
export function inlineSql<T>(fragment: RawBuilder<T>): RawBuilder<T> {
  const { sql: text, parameters } = new PostgresQueryCompiler().compileQuery(
    fragment.toOperationNode(),
    createQueryId(),
  );
  return parameters.length > 0 ? fragment : sql.raw<T>(text);
}
