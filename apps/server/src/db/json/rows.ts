import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { instantOf } from './instant.ts';
import { fixed, keysOf, type Columns } from './columns.ts';
import { mannerOf, type Manner } from './manner.ts';

/** A row as PostgreSQL sends it: the text of each column (`asText`). */
export type TextRow = readonly (string | null)[];

/** How a list's rows leave the server: what is read of each, and how that becomes the text of its JSON. */
export interface RowWriter {
  readonly columns: RawBuilder<unknown>;
  readonly write: (row: TextRow) => string;
}

/**
 * Rows of a list as the text of their JSON (decision 139): exactly the keys of the contract's schema, in their order, each in the manner of its own
 * schema, put together from the texts that PostgreSQL sends. No value is made of a text only to be made a text again.
 */
export function rowWriter<S extends z.ZodObject>(schema: S, columns: Columns<S>): RowWriter {
  const keys = keysOf(schema);
  const manners = keys.map((key) => mannerOf(schema.shape[key] as z.ZodType));
  const begins = keys.map((key, at) => `${at === 0 ? '{' : ','}${JSON.stringify(key)}:`);
  const writers = manners.map(({ of }) => WRITERS[of]);
  const read = keys.map((key, at) => (manners[at]?.of === 'list' ? sql`array_to_json(${columns[key]})` : columns[key]));
  return {
    columns: fixed(sql`${sql.join(read)}`),
    write: (row) => {
      let text = '';
      for (let at = 0; at < begins.length; at++) {
        const value = row[at] as string | null;
        text += begins[at]! + (value === null ? 'null' : writers[at]!(value));
      }
      return `${text}}`;
    },
  };
}

const asItIs = (text: string) => text;

const WRITERS: Readonly<Record<Manner['of'], (text: string) => string>> = {
  integer: asItIs,
  // PostgreSQL writes as many decimals as the column has.
  number: (text) => String(Number(text)),
  boolean: (text) => (text === 't' ? 'true' : 'false'),
  word: (text) => `"${text}"`,
  instant: (text) => `"${instantOf(text)}"`,
  text: JSON.stringify,
  list: asItIs,
  json: asItIs,
};
