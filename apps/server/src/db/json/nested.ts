import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { fixed, keysOf, type Columns } from './columns.ts';
import { mannerOf, type Manner } from './manner.ts';

/** PostgreSQL takes a hundred arguments of a function; each field is two. */
const FIELDS_A_PIECE = 45;

/**
 * A record within a record as the text of its JSON, which PostgreSQL writes, for only there are those of one row together (decision 139): exactly
 * the keys of the contract's schema, in their order, each in the manner of its own schema. Arrays of records within it are given as such text.
 */
export function written<S extends z.ZodObject>(schema: S, columns: Columns<S>): RawBuilder<string> {
  const fields = keysOf(schema).map((key, at) => {
    const begins = `${at === 0 ? '{' : ','}${JSON.stringify(key)}:`;
    return sql`${sql.lit(begins)}, ${valueOf(mannerOf(schema.shape[key] as z.ZodType), columns[key])}`;
  });
  const pieces: RawBuilder<unknown>[] = [];
  for (let at = 0; at < fields.length; at += FIELDS_A_PIECE)
    pieces.push(sql`concat(${sql.join(fields.slice(at, at + FIELDS_A_PIECE))})`);
  return fixed(sql<string>`concat(${sql.join(pieces)}, '}')`);
}

/** Texts of records as the text of an array. */
export const arrayOf = (texts: RawBuilder<unknown>) => sql`concat('[', ${texts}, ']')`;

const quoted = (value: RawBuilder<unknown>) => sql`'"' || ${value} || '"'`;

/** A column in its manner. What is joined by `||` or cast is null where the column is. */
function valueOf({ of, orNull }: Manner, column: RawBuilder<unknown>): RawBuilder<unknown> {
  if (orNull) return sql`coalesce(${textOf(of, column)}, 'null')`;
  return of === 'integer' ? column : textOf(of, column);
}

function textOf(of: Manner['of'], column: RawBuilder<unknown>): RawBuilder<unknown> {
  switch (of) {
    case 'number':
      return sql`trim_scale(${column})::text`;
    case 'word':
      return quoted(column);
    case 'instant':
      // Cut after the millisecond and always in UTC, as the driver's reading of it (connect.ts).
      return quoted(sql`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
    case 'text':
      return sql`to_json(${column})::text`;
    case 'list':
      return sql`array_to_json(${column})::text`;
    default:
      return sql`${column}::text`;
  }
}
