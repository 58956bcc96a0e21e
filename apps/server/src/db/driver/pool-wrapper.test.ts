import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createDatabaseProxy } from '../../testing/database-proxy.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { connect } from '../connect.ts';

it('the first read on a broken idle connection is repeated on another', async () => {
  const ownDatabase = await createTestDatabase();
  const databaseProxy = await createDatabaseProxy(ownDatabase.directUrl);
  const db = connect({ databaseUrl: databaseProxy.databaseUrl, dbPool: 4 });
  try {
    for (let round = 0; round < 10; round++) {
      await Promise.all(Array.from({ length: 4 }, () => sql`select pg_sleep(0.02)`.execute(db)));
      await databaseProxy.disconnect();
      await databaseProxy.reconnect();
      expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    }
  } finally {
    await db.destroy();
    await databaseProxy.disconnect();
    await ownDatabase.drop();
  }
});
