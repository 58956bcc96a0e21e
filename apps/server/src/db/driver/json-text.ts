import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { inlineSql, keysOf, type SelectedColumns } from './columns.ts';
import { toInstant } from './instant.ts';

/** A row as PostgreSQL sends it: the text of each column (`asText`). */
export type TextRow = readonly (string | null)[];

/** Selected columns of a list's rows, and the function that turns a row into JSON text. */
export interface RowWriter {
  readonly columns: RawBuilder<unknown>;
  readonly write: (row: TextRow) => string;
}

/**
 * Writes rows of a list as JSON text (decision 139) with exactly the keys of the contract's schema, in their order. The
 * texts that PostgreSQL sends are not parsed.
 */
export function createRowWriter<S extends z.ZodObject>(schema: S, columns: SelectedColumns<S>): RowWriter {
  const keys = keysOf(schema);
  const formats = keys.map((key) => getFormat(schema.shape[key] as z.ZodType));
  const fieldStarts = keys.map((key, index) => `${index === 0 ? '{' : ','}${JSON.stringify(key)}:`);
  const writers = formats.map(({ of }) => WRITERS[of]);
  const read = keys.map((key, index) =>
    formats[index]?.of === 'list' ? sql`array_to_json(${columns[key]})` : columns[key],
  );
  return {
    columns: inlineSql(sql`${sql.join(read)}`),
    write: (row) => {
      let text = '';
      for (let at = 0; at < fieldStarts.length; at++) {
        const value = row[at] as string | null;
        text += fieldStarts[at]! + (value === null ? 'null' : writers[at]!(value));
      }
      return `${text}}`;
    },
  };
}

const identity = (text: string) => text;

const WRITERS: Readonly<Record<JsonFormat['of'], (text: string) => string>> = {
  integer: identity,
  // PostgreSQL adds zeros for all decimals of the column.
  number: (text) => String(Number(text)),
  boolean: (text) => (text === 't' ? 'true' : 'false'),
  word: (text) => `"${text}"`,
  instant: (text) => `"${toInstant(text)}"`,
  text: JSON.stringify,
  list: identity,
  json: identity,
};

/** Fields of one function call. PostgreSQL allows a hundred arguments, and each field needs two. */
const FIELDS_PER_CONCAT = 45;

/**
 * Returns SQL for a nested record as JSON text, with exactly the keys of the contract's schema. PostgreSQL writes it,
 * because it has all nested records (decision 139).
 */
export function writeRowSql<S extends z.ZodObject>(schema: S, columns: SelectedColumns<S>): RawBuilder<string> {
  const fields = keysOf(schema).map((key, index) => {
    const fieldStarts = `${index === 0 ? '{' : ','}${JSON.stringify(key)}:`;
    return sql`${sql.lit(fieldStarts)}, ${writeValueSql(getFormat(schema.shape[key] as z.ZodType), columns[key])}`;
  });
  const pieces: RawBuilder<unknown>[] = [];
  for (let at = 0; at < fields.length; at += FIELDS_PER_CONCAT)
    pieces.push(sql`concat(${sql.join(fields.slice(at, at + FIELDS_PER_CONCAT))})`);
  return inlineSql(sql<string>`concat(${sql.join(pieces)}, '}')`);
}

/** Returns SQL that joins texts of records into the text of an array. */
export const writeArraySql = (texts: RawBuilder<unknown>) => sql`concat('[', ${texts}, ']')`;

const quoteSql = (value: RawBuilder<unknown>) => sql`'"' || ${value} || '"'`;

/** Returns SQL of a column in the JSON form of its type. Results of `||` and casts are null if the column is null. */
function writeValueSql({ of, isNullable }: JsonFormat, column: RawBuilder<unknown>): RawBuilder<unknown> {
  if (isNullable) return sql`coalesce(${writeTextSql(of, column)}, 'null')`;
  return of === 'integer' ? column : writeTextSql(of, column);
}

function writeTextSql(of: JsonFormat['of'], column: RawBuilder<unknown>): RawBuilder<unknown> {
  switch (of) {
    case 'number':
      return sql`trim_scale(${column})::text`;
    case 'word':
      return quoteSql(column);
    case 'instant':
      // Cut to milliseconds and always in UTC, like the driver's values (connect.ts).
      return quoteSql(sql`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
    case 'text':
      return sql`to_json(${column})::text`;
    case 'list':
      return sql`array_to_json(${column})::text`;
    default:
      return sql`${column}::text`;
  }
}

/**
 * JSON form of a field: a number, boolean, word without escapes, instant or text. A `list` is an array of PostgreSQL,
 * and `json` is passed as text.
 */
interface JsonFormat {
  readonly of: 'integer' | 'number' | 'boolean' | 'word' | 'instant' | 'text' | 'list' | 'json';
  readonly isNullable: boolean;
}

/** Part of a field's JSON schema that decides its form. */
interface Shape {
  type?: string | readonly string[];
  format?: string;
  enum?: readonly unknown[];
  const?: unknown;
  items?: Shape;
  anyOf?: readonly Shape[];
}

/** Returns the JSON form of a field of the contract. */
const getFormat = (schema: z.ZodType): JsonFormat => getShapeFormat(z.toJSONSchema(schema, { io: 'output' }) as Shape);

function getShapeFormat({ anyOf, ...shape }: Shape): JsonFormat {
  if (anyOf) {
    const others = anyOf.filter(({ type }) => type !== 'null');
    const [only] = others;
    const inner = getShapeFormat(only && others.length === 1 ? only : mergeShapes(others));
    return { ...inner, isNullable: inner.isNullable || others.length < anyOf.length };
  }
  if (Array.isArray(shape.type)) {
    const [type, ...more] = (shape.type as string[]).filter((item) => item !== 'null');
    if (type === undefined || more.length > 0) throw new Error(`Not to be written: ${JSON.stringify(shape)}`);
    return { ...getShapeFormat({ ...shape, type }), isNullable: shape.type.includes('null') };
  }
  return { of: getFormatName(shape), isNullable: false };
}

/** Reduces several constants of one type to one shape. */
function mergeShapes(shapes: readonly Shape[]): Shape {
  const [first] = shapes;
  if (shapes.some(({ type }) => type !== first?.type)) throw new Error(`Not to be written: ${JSON.stringify(shapes)}`);
  if (shapes.every((shape) => 'const' in shape)) return { type: first?.type, enum: shapes.map((shape) => shape.const) };
  return { type: first?.type, items: {} };
}

const isNumber = ({ type }: Shape) => type === 'integer' || type === 'number';

/** Returns true for words that need no escapes in JSON. */
const isPlain = (word: unknown): boolean => typeof word === 'string' && /^[\w .-]*$/.test(word);

function getFormatName(shape: Shape): JsonFormat['of'] {
  const words = 'const' in shape ? [shape.const] : shape.enum;
  if (isNumber(shape)) return words || shape.type === 'integer' ? 'integer' : 'number';
  if (shape.type === 'boolean') return 'boolean';
  if (shape.type === 'string') {
    if (words?.every(isPlain)) return 'word';
    return shape.format === 'date-time' ? 'instant' : 'text';
  }
  const of = shape.items;
  return shape.type === 'array' && of && (isNumber(of) || of.type === 'string') ? 'list' : 'json';
}
