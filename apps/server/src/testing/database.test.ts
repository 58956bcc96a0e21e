import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from './database.ts';

describe('test databases', () => {
  it('a test database is migrated, empty and separate', async () => {
    const [firstDatabase, secondDatabase] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    await firstDatabase.db.insertInto('cus0').values({ name: 'Northlight' }).execute();
    expect(await firstDatabase.db.selectFrom('cus0').select('name').execute()).toEqual([{ name: 'Northlight' }]);
    expect(await secondDatabase.db.selectFrom('cus0').select('name').execute()).toEqual([]);
    await Promise.all([firstDatabase.drop(), secondDatabase.drop()]);
  });

  it('a test database returns values in the API’s form', async () => {
    const { db, drop } = await createTestDatabase();
    const { rows } = await sql`
      select 9007199254740991::int8 as big, 12.345::numeric as money, '2026-11-20'::date as day, null::date as none,
        '2026-11-20 16:05:00.123456+07'::timestamptz as at, '2026-11-20 09:05:00Z'::timestamptz as sharp,
        array['2026-11-20'::date] as days, array[1, null]::int8[] as ids, array['2026-11-20 00:00Z'::timestamptz] as instants,
        '{"a": [1]}'::jsonb as json, current_setting('jit') as jit`.execute(db);
    expect(rows[0]).toEqual({
      big: 9007199254740991,
      money: 12.345,
      day: '2026-11-20',
      none: null,
      at: '2026-11-20T09:05:00.123Z',
      sharp: '2026-11-20T09:05:00.000Z',
      days: ['2026-11-20'],
      ids: [1, null],
      instants: ['2026-11-20T00:00:00.000Z'],
      json: { a: [1] },
      jit: 'off',
    });
    await expect(sql`select 9007199254740993::int8`.execute(db)).rejects.toThrow(/does not fit/);
    await drop();
  });
});
