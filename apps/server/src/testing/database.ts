import { inject } from 'vitest';
import { connect, type Database } from '../db/connect.ts';
import './database-setup.ts';
import { cloneTemplate, dropClone, getDatabaseUrl } from './test-server.ts';

/** A separate database, migrated and empty. */
export interface TestDatabase {
  db: Database;
  /** Address for connections outside the pool, for example of a second server process. Can be that of a pooler. */
  databaseUrl: string;
  /** Address without a pooler, for LISTEN and for commands that use locks or temporary tables of a session. */
  directUrl: string;
  /** Opens another pool, as a second server process does. The caller closes it. */
  openPool(dbPool: number): Database;
  /** Closes the pool and deletes the database. */
  drop(): Promise<void>;
}

/** Creates a database from the template. Call it in `beforeAll` and its `drop` in `afterAll`. */
export async function createTestDatabase(options: { dbPool?: number } = {}): Promise<TestDatabase> {
  const server = inject('testServer');
  const directUrl = await cloneTemplate(server);
  const databaseUrl = server.poolerUrl
    ? getDatabaseUrl(server.poolerUrl, new URL(directUrl).pathname.slice(1))
    : directUrl;
  const openPool = (dbPool: number) => connect({ databaseUrl, dbPool, prepare: server.poolerUrl === null });
  const db = openPool(options.dbPool ?? 5);
  return {
    db,
    databaseUrl,
    directUrl,
    openPool,
    drop: async () => {
      await db.destroy();
      await dropClone(server.adminUrl, directUrl);
    },
  };
}
