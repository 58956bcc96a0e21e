import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { buildCus0, buildCus1 } from '../../testing/factories/customers.ts';
import { toConstraintFailure, KNOWN_CONSTRAINTS } from './constraints.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const getFailure = async (work: Promise<unknown>) => {
  const failure = toConstraintFailure(await work.then(() => undefined).catch((error: unknown) => error));
  return failure && { code: failure.code, errors: failure.details.errors };
};

describe('broken constraints', () => {
  it('every listed constraint exists in the database', async () => {
    const { rows } = await sql<{ name: string }>`
      select conname as name from pg_constraint union select indexrelid::regclass::text from pg_index where indisunique`.execute(
      test.db,
    );
    const there = new Set(rows.map((row) => row.name));
    expect(KNOWN_CONSTRAINTS.filter((name) => !there.has(name))).toEqual([]);
  });

  it('a broken unique constraint returns "exists" with its field', async () => {
    const { name } = await buildCus0(test.db);
    expect(await getFailure(buildCus0(test.db, { name: name.toUpperCase() }))).toEqual({
      code: 'cus0_exists',
      errors: [{ field: 'cus0_name', code: 'exists' }],
    });
  });

  it('a missing record returns "no such record" with its field', async () => {
    expect(await getFailure(buildCus1(test.db, { cus_id0: 2_000_000 }))).toEqual({
      code: 'validation',
      errors: [{ field: 'cus_id0', code: 'unknown' }],
    });
  });

  it('a record in use returns "in use"', async () => {
    const { cus_id0 } = await buildCus1(test.db);
    const removed = test.db.deleteFrom('cus0').where('id', '=', cus_id0).execute();
    expect(await getFailure(removed)).toEqual({ code: 'in_use', errors: undefined });
  });
});
