import { readFileSync } from 'node:fs';
import { connect, type Database } from '../apps/server/src/db/connect.ts';

/** Returns the URL of the bureau's database, which tools/e2e-server writes. */
export const readDatabaseUrl = (address: string | undefined): string =>
  readFileSync(`.data/e2e-${new URL(address ?? '').port}/database-url`, 'utf8');

/** Runs SQL in the bureau's database, for data that no endpoint returns or states that a test cannot wait for. */
export async function withDatabase<T>(address: string | undefined, work: (db: Database) => Promise<T>): Promise<T> {
  const db = connect({ databaseUrl: readDatabaseUrl(address), dbPool: 2, onError: (error) => console.error(error) });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}
