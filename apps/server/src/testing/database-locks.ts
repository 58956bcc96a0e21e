import { sql } from 'kysely';
import { connectAdmin, type Database } from '../db/connect.ts';

/** Waits until a statement waits for a lock, and returns its connection. */
export async function findWaitingPid(db: Database): Promise<number> {
  for (;;) {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and application_name = 'darkroom admin'`.execute(db);
    if (rows[0]) return rows[0].pid;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Opens a connection with a lock, which stays until it is released. */
export async function holdLock(databaseUrl: string, statement: string): Promise<() => Promise<void>> {
  const client = await connectAdmin(databaseUrl);
  await client.query('begin');
  await client.query(statement);
  return () => client.end();
}
