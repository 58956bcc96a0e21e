import { sql } from 'kysely';
import type { Database } from '@darkroom/server/db/connect';

/**
 * Runs `load` without triggers, foreign keys and secondary indexes, then restores them. Rows are then checked and
 * indexed once. Needs a transaction, and `load` must do the triggers' work.
 */
export async function loadWithoutIndexes(
  db: Database,
  tables: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  const names = sql.join(tables.map((table) => sql.val(table)));
  const { rows: keys } = await sql<Definition>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and conrelid::regclass::text in (${names})`.execute(db);
  const { rows: indexes } = await sql<Definition>`
    select indrelid::regclass::text as table, indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
      from pg_index i where indrelid::regclass::text in (${names})
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`.execute(db);
  for (const table of tables) await runStatement(db, `alter table ${table} disable trigger user`);
  for (const { table, name } of keys) await runStatement(db, `alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await runStatement(db, `drop index ${name}`);
  await load();
  for (const { definition } of indexes) await runStatement(db, definition);
  for (const { table, name, definition } of keys) {
    await runStatement(db, `alter table ${table} add constraint ${name} ${definition}`);
  }
  for (const table of tables) await runStatement(db, `alter table ${table} enable trigger user`);
}

interface Definition {
  table: string;
  name: string;
  definition: string;
}

const runStatement = (db: Database, statement: string): Promise<unknown> => sql.raw(statement).execute(db);
