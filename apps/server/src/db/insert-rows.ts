import { sql, type RawBuilder } from 'kysely';
import type { Database } from './connect.ts';
import type { DB } from './types.ts';

const ROWS_PER_STATEMENT = 4000;

interface InsertOptions<T extends keyof DB> {
  /** Order in which the rows get their ids. */
  readonly order?: RawBuilder<unknown>;
  readonly returning?: readonly (keyof DB[T] & string)[];
}

/**
 * Inserts many rows with few statements. The rows are one JSON document, so the number of parameters stays the same.
 * Ids can be among the columns (see `reserveIds`).
 */
export async function insertRows<T extends keyof DB, Row = never>(
  db: Database,
  table: T,
  columns: readonly (keyof DB[T] & string)[],
  rows: readonly object[],
  { order, returning = [] }: InsertOptions<T> = {},
): Promise<Row[]> {
  const list = sql.join(columns.map((column) => sql.ref(column)));
  const orderSql = order ? sql` order by ${order}` : sql``;
  const returningSql =
    returning.length > 0 ? sql` returning ${sql.join(returning.map((column) => sql.ref(column)))}` : sql``;
  const inserted: Row[] = [];
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
    const document = JSON.stringify(rows.slice(at, at + ROWS_PER_STATEMENT));
    const result = await sql<Row>`insert into ${sql.table(table)} (${list}) overriding system value
      select ${list} from json_populate_recordset(null::${sql.table(table)}, ${document}::json)${orderSql}${returningSql}`.execute(
      db,
    );
    inserted.push(...result.rows);
  }
  return inserted;
}

/** Reserves `count` ids of an identity column and returns the first. The others are the next whole numbers. */
export async function reserveIds(db: Database, table: keyof DB, column: string, count: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select setval(s.name, nextval(s.name) + ${count}::int - 1) as last
      from (select pg_get_serial_sequence(${table}, ${column}) as name) s`.execute(db);
  const last = rows[0]?.last ?? 0;
  return last - count + 1;
}
