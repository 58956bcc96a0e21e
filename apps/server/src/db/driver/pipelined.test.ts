import { Socket } from 'node:net';
import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { pipelined } from './statement-marks.ts';

let database: TestDatabase;
const countSent = async () =>
  (await sql<{ n: number }>`select count(*) as n from sent`.execute(database.db)).rows[0]?.n;

beforeAll(async () => {
  database = await createTestDatabase();
  await sql`create table sent (n int primary key)`.execute(database.db);
});
beforeEach(() => sql`delete from sent`.execute(database.db));
afterAll(() => database.drop());

const insertRow = (n: number) => sql`${pipelined}insert into sent values (${n})`;

describe('statements sent ahead', () => {
  it('the statements run in order, before the next awaited statement', async () => {
    const rowCount = await database.db.transaction().execute(async (db) => {
      for (let n = 0; n < 20; n++) await insertRow(n).execute(db);
      await sql`${pipelined}delete from sent where n < 5`.execute(db);
      return (await sql<{ n: number }>`select count(*) as n from sent`.execute(db)).rows[0]?.n;
    });
    expect(rowCount).toBe(15);
    expect(await countSent()).toBe(15);
  });

  it('the statements of one turn of the event loop leave in one packet', async () => {
    const packets = vi.spyOn(Socket.prototype, '_writev' as 'write');
    await database.db.transaction().execute(async (db) => {
      for (let n = 0; n < 20; n++) await insertRow(n).execute(db);
      await sql`select 1`.execute(db);
    });
    // The commit is one message, so it is written without `_writev`.
    expect(packets).toHaveBeenCalledTimes(1);
    packets.mockRestore();
  });

  it('the statements are committed with the transaction, also without an awaited one', async () => {
    await database.db.transaction().execute(async (db) => {
      await insertRow(1).execute(db);
    });
    expect(await countSent()).toBe(1);
  });

  it('a failed statement fails the transaction, and the next statement throws its error', async () => {
    const failing = database.db.transaction().execute(async (db) => {
      await insertRow(1).execute(db);
      await insertRow(1).execute(db);
      await insertRow(2).execute(db);
      await sql`select 1`.execute(db);
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    await expect(failing).rejects.toBeInstanceOf(DatabaseError);
    expect(await countSent()).toBe(0);
  });

  it('a failed statement makes the commit fail', async () => {
    const failing = database.db.transaction().execute(async (db) => {
      await insertRow(1).execute(db);
      await insertRow(1).execute(db);
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await countSent()).toBe(0);
  });

  it('a failed statement does not hide an error that is thrown after it', async () => {
    const failing = database.db.transaction().execute(async (db) => {
      await insertRow(1).execute(db);
      await insertRow(1).execute(db);
      throw new Error('said otherwise');
    });
    await expect(failing).rejects.toThrow('said otherwise');
    expect(await countSent()).toBe(0);
  });

  it('statements outside of a transaction are awaited, and throw their failure there', async () => {
    await insertRow(1).execute(database.db);
    expect(await countSent()).toBe(1);
    await expect(insertRow(1).execute(database.db)).rejects.toMatchObject({ code: '23505' });
  });

  it('the connection stays usable for the next caller', async () => {
    for (let round = 0; round < 30; round++) {
      const failing = database.db.transaction().execute(async (db) => {
        await insertRow(round % 2).execute(db);
        await insertRow(0).execute(db);
      });
      if (round % 2 === 0) await expect(failing).rejects.toMatchObject({ code: '23505' });
      else await failing.catch(() => undefined);
      expect(await countSent()).toBeLessThanOrEqual(2);
    }
  });
});
