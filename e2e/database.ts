import { readFileSync } from 'node:fs';
import { connect, type Database } from '../apps/server/src/db/connect.ts';

/** Runs SQL in the bureau's database, for data that no endpoint returns or states that a test cannot wait for. */
export async function withDatabase<T>(address: string | undefined, work: (db: Database) => Promise<T>): Promise<T> {
  // Written by tools/e2e-server.
  const databaseUrl = readFileSync(`.data/e2e-${new URL(address ?? '').port}/database-url`, 'utf8');
  const db = connect({ databaseUrl, dbPool: 2, onError: (error) => console.error(error) });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}
