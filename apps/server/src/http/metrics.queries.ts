import { sql } from 'kysely';
import type { Database } from '../db/connect.ts';

/** When the newest backup was made, in seconds since 1970; 0 for none. */
export async function readNewestBackup(db: Database): Promise<{ newest: number }> {
  const { rows } = await sql<{ newest: number }>`
    select coalesce(extract(epoch from max(at)), 0)::float8 as newest from backup_made`.execute(db);
  return { newest: rows[0]?.newest ?? 0 };
}

/** The tables with what they take on the disk. */
export async function readTableSizes(db: Database): Promise<{ name: string; bytes: number }[]> {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select relname as name, pg_total_relation_size(oid)::float8 as bytes
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db);
  return rows;
}
