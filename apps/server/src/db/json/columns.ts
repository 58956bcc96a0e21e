import { createQueryId, PostgresQueryCompiler, sql, type RawBuilder } from 'kysely';
import { z } from 'zod';

/** Where each field of a record comes from. One that the contract names and that is missing here does not compile. */
export type Columns<S extends z.ZodObject> = { readonly [K in keyof S['shape']]: RawBuilder<unknown> };

/** Fields that are columns of a table by their own names. */
export const columnsOf = <const K extends string>(alias: string, ...keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, sql.ref(`${alias}.${key}`)])) as Record<K, RawBuilder<unknown>>;

const keysOf = <S extends z.ZodObject>({ shape }: S) => Object.keys(shape) as (string & keyof S['shape'])[];

/** A record's fields as columns of a select: rows that the server goes on working with. */
export const selected = <S extends z.ZodObject>(schema: S, columns: Columns<S>): RawBuilder<unknown> =>
  fixed(sql`${sql.join(keysOf(schema).map((key) => sql`${columns[key]} as ${sql.ref(key)}`))}`);

/** What has no values, as text: a list's fields are some hundred nodes, which would be put together anew at every call. */
export function fixed<T>(made: RawBuilder<T>): RawBuilder<T> {
  const { sql: text, parameters } = new PostgresQueryCompiler().compileQuery(made.toOperationNode(), createQueryId());
  return parameters.length > 0 ? made : sql.raw<T>(text);
}

/** PostgreSQL takes a hundred arguments of a function; each field is two. */
const FIELDS_A_PIECE = 45;

/**
 * A record as the text of its JSON, which PostgreSQL writes (decision 139): exactly the keys of the contract's schema, in their order, each
 * in the manner of its own schema. Arrays of records and records within it are given as such text.
 */
export function written<S extends z.ZodObject>(schema: S, columns: Columns<S>): RawBuilder<string> {
  const fields = keysOf(schema).map((key, at) => {
    const begins = `${at === 0 ? '{' : ','}${JSON.stringify(key)}:`;
    return sql`${sql.lit(begins)}, ${valueOf(shapeOf(schema.shape[key] as z.ZodType), columns[key])}`;
  });
  const pieces: RawBuilder<unknown>[] = [];
  for (let at = 0; at < fields.length; at += FIELDS_A_PIECE)
    pieces.push(sql`concat(${sql.join(fields.slice(at, at + FIELDS_A_PIECE))})`);
  return fixed(sql<string>`concat(${sql.join(pieces)}, '}')`);
}

/** As much of a field's JSON schema as says how it is written. */
interface Shape {
  type?: string | readonly string[];
  format?: string;
  enum?: readonly unknown[];
  const?: unknown;
  items?: Shape;
  anyOf?: readonly Shape[];
}

const shapeOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'output' }) as Shape;

/** Words that stand in JSON as they are. */
const isPlain = (word: unknown): boolean => typeof word === 'string' && /^[\w .-]*$/.test(word);

const orNull = (value: RawBuilder<unknown>) => sql`coalesce(${value}, 'null')`;
const quoted = (value: RawBuilder<unknown>) => sql`'"' || ${value} || '"'`;

/** A column in the manner of its schema; null where it may be. What is joined by `||` or cast is null where the column is. */
function valueOf({ anyOf, ...shape }: Shape, column: RawBuilder<unknown>): RawBuilder<unknown> {
  if (anyOf) {
    const others = anyOf.filter(({ type }) => type !== 'null');
    const [only] = others;
    const inner = only && others.length === 1 ? only : oneOf(others);
    return others.length === anyOf.length ? valueOf(inner, column) : orNull(textOf(inner, column));
  }
  if (Array.isArray(shape.type)) {
    const [type, ...more] = (shape.type as string[]).filter((one) => one !== 'null');
    if (type === undefined || more.length > 0) throw new Error(`Not to be written: ${JSON.stringify(shape)}`);
    return orNull(textOf({ ...shape, type }, column));
  }
  return isNumber(shape) && shape.type === 'integer' ? column : textOf(shape, column);
}

/** Several constants of one type are one shape. */
function oneOf(shapes: readonly Shape[]): Shape {
  const [first] = shapes;
  if (shapes.some(({ type }) => type !== first?.type)) throw new Error(`Not to be written: ${JSON.stringify(shapes)}`);
  if (shapes.every((one) => 'const' in one)) return { type: first?.type, enum: shapes.map((one) => one.const) };
  return { type: first?.type, items: {} };
}

const isNumber = ({ type }: Shape) => type === 'integer' || type === 'number';

/** A column's text: JSON already, where it holds records. */
function textOf(shape: Shape, column: RawBuilder<unknown>): RawBuilder<unknown> {
  const words = 'const' in shape ? [shape.const] : shape.enum;
  if (isNumber(shape))
    return words || shape.type === 'integer' ? sql`${column}::text` : sql`trim_scale(${column})::text`;
  if (shape.type === 'boolean') return sql`${column}::text`;
  if (shape.type === 'string') {
    if (words?.every(isPlain)) return quoted(column);
    // Cut after the millisecond and always in UTC, as the driver's reading of it (connect.ts).
    if (shape.format === 'date-time') return quoted(sql`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
    return sql`to_json(${column})::text`;
  }
  const of = shape.items;
  if (shape.type === 'array' && of && (isNumber(of) || of.type === 'string'))
    return sql`array_to_json(${column})::text`;
  return sql`${column}::text`;
}
