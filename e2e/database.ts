import { resolve } from 'node:path';
import { connect, type Database } from '../apps/server/src/db/connect.ts';
import { startEmbedded } from '../apps/server/src/db/embedded.ts';

/** Works in the database of the bureau at an address, beside its server: for what no call tells, or no test can wait for. */
export async function inDatabase<T>(address: string | undefined, work: (db: Database) => Promise<T>): Promise<T> {
  const embedded = await startEmbedded({ dataFolder: resolve(`.data/e2e-${new URL(address ?? '').port}`) });
  const db = connect({ databaseUrl: embedded.url('darkroom'), dbPool: 2, onError: (error) => console.error(error) });
  try {
    return await work(db);
  } finally {
    await db.destroy();
    await embedded.stop();
  }
}
