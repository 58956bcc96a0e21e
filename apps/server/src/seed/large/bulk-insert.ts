import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { DB } from '../../db/types.ts';

const ROWS_A_STATEMENT = 4000;

/**
 * Inserts many rows with few statements: each statement carries its rows as one JSON document, so that neither the
 * number of parameters nor the number of round trips grows with them. Ids may be among the columns (see `takeIds`).
 */
export async function insertRows<T extends keyof DB>(
  db: Database,
  table: T,
  columns: readonly (keyof DB[T] & string)[],
  rows: readonly object[],
): Promise<void> {
  const list = sql.join(columns.map((column) => sql.ref(column)));
  for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT) {
    const document = JSON.stringify(rows.slice(at, at + ROWS_A_STATEMENT));
    await sql`insert into ${sql.table(table)} (${list}) overriding system value
      select ${list} from json_populate_recordset(null::${sql.table(table)}, ${document}::json)`.execute(db);
  }
}

/** Takes `count` ids of an identity column at once and returns the first; the following ones are the next whole numbers. */
export async function takeIds(db: Database, table: keyof DB, column: string, count: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select setval(s.name, nextval(s.name) + ${count}::int - 1) as last
      from (select pg_get_serial_sequence(${table}, ${column}) as name) s`.execute(db);
  const last = rows[0]?.last ?? 0;
  return last - count + 1;
}
