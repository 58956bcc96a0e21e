import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { lineTo } from '../../testing/cut-database.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { connect } from '../connect.ts';

it('the first read on a broken idle connection is repeated on another', async () => {
  const own = await createTestDatabase();
  const line = await lineTo(own.databaseUrl);
  const db = connect({ databaseUrl: line.databaseUrl, dbPool: 4 });
  try {
    for (let round = 0; round < 10; round++) {
      await Promise.all(Array.from({ length: 4 }, () => sql`select pg_sleep(0.02)`.execute(db)));
      await line.cut();
      await line.mend();
      expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    }
  } finally {
    await db.destroy();
    await line.cut();
    await own.drop();
  }
});
