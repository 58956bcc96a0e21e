import { inject } from 'vitest';
import { connect, type Database } from '../db/connect.ts';
import './database-setup.ts';
import { cloneTemplate, dropClone } from './test-server.ts';

/** A separate database, migrated and empty. */
export interface TestDatabase {
  db: Database;
  /** Address for connections outside the pool: LISTEN, or a second server process. */
  databaseUrl: string;
  /** Closes the pool and deletes the database. */
  drop(): Promise<void>;
}

/** Creates a database from the template. Call it in `beforeAll` and its `drop` in `afterAll`. */
export async function createTestDatabase(options: { dbPool?: number } = {}): Promise<TestDatabase> {
  const server = inject('testServer');
  const databaseUrl = await cloneTemplate(server);
  const db = connect({ databaseUrl, dbPool: options.dbPool ?? 5 });
  return {
    db,
    databaseUrl,
    drop: async () => {
      await db.destroy();
      await dropClone(server.adminUrl, databaseUrl);
    },
  };
}
