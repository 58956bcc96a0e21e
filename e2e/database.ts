import { readFileSync } from 'node:fs';
import { connect, type Database } from '../apps/server/src/db/connect.ts';

/** Works in the database of the bureau at an address, next to its server: for what no call tells, or no test can wait for. */
export async function inDatabase<T>(address: string | undefined, work: (db: Database) => Promise<T>): Promise<T> {
  // Left by tools/e2e-server.
  const databaseUrl = readFileSync(`.data/e2e-${new URL(address ?? '').port}/database-url`, 'utf8');
  const db = connect({ databaseUrl, dbPool: 2, onError: (error) => console.error(error) });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}
