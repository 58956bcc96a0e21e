import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { connect, type Database } from '../connect.ts';
import { plannedByValues, plannedOnce } from './statement-marks.ts';
import { nameFrequentStatements } from './prepared.ts';

let ownDatabase: TestDatabase;
const openPools: Database[] = [];

beforeAll(async () => {
  ownDatabase = await createTestDatabase();
});
afterAll(async () => {
  await Promise.all(openPools.map((db) => db.destroy()));
  await ownDatabase.drop();
});

/** Opens a pool with one connection, so that its prepared statements can be listed. A pooler does not keep them. */
const openPool = (prepare = true) => {
  const db = connect({ databaseUrl: ownDatabase.directUrl, dbPool: 1, prepare });
  openPools.push(db);
  return db;
};
const readPrepared = async (db: Database) => {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
  return rows.map(({ statement }) => statement);
};
const selectDouble = (db: Database, n: number) => sql<{ n: number }>`select ${n}::int * 2 as n`.execute(db);

describe('frequent statements', () => {
  it('a statement is prepared after three runs, with the same results', async () => {
    const db = openPool();
    for (const n of [1, 2, 3, 4]) {
      const { rows } = await selectDouble(db, n);
      expect(rows).toEqual([{ n: 2 * n }]);
    }
    expect(await readPrepared(db)).toContain('select $1::int * 2 as n');
  });

  it('no statement is prepared behind a pooler or with a plan by values', async () => {
    const plain = openPool(false);
    const planned = openPool();
    for (const n of [1, 2, 3, 4]) {
      await selectDouble(plain, n);
      await sql`${plannedByValues}select ${n}::int as n`.execute(planned);
      await sql`
        ${plannedByValues}select ${n}::int + 1 as n`.execute(planned);
    }
    expect(await readPrepared(plain)).toEqual([]);
    expect((await readPrepared(planned)).filter((text) => text.includes('as n'))).toEqual([]);
  });

  it('a marked statement uses one plan, without effect on others or on transactions', async () => {
    const db = openPool();
    const runOnce = (on: Database, n: number) => sql`${plannedOnce}select ${n}::int + 7 as n`.execute(on);
    for (const n of [1, 2, 3, 4, 5, 6]) {
      expect((await runOnce(db, n)).rows).toEqual([{ n: n + 7 }]);
      await selectDouble(db, n);
    }
    await db.transaction().execute((inside) => runOnce(inside, 7));
    const { rows } = await sql<{ once: boolean; general: string; particular: string }>`
      select statement like '%+ 7%' as once, generic_plans as general, custom_plans as particular
        from pg_prepared_statements where statement like '%as n' order by 1`.execute(db);
    expect(rows).toEqual([
      { once: false, general: 0, particular: 4 },
      { once: true, general: 4, particular: 1 },
    ]);
  });

  it('statements continue after a change of a table at the cost of one connection', async () => {
    const db = openPool();
    await sql`create table changing (one int)`.execute(ownDatabase.db);
    const readRows = () => sql`select * from changing`.execute(db);
    for (let time = 0; time < 4; time += 1) await readRows();
    await sql`alter table changing add column two int`.execute(ownDatabase.db);
    await readRows().catch(() => undefined);
    await expect(readRows()).resolves.toMatchObject({ rows: [] });
  });

  it('the number of names is limited for any number of different statements', () => {
    const nameOf = nameFrequentStatements();
    const names = new Set<string | undefined>();
    for (let at = 0; at < 1000; at += 1) for (let time = 0; time < 3; time += 1) names.add(nameOf(`select ${at}`));
    expect(names.size).toBeLessThanOrEqual(251);
    expect(nameOf('begin')).toBeUndefined();
  });
});
