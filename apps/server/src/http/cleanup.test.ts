import { endpoints } from '@darkroom/contract/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { buildTask } from '../testing/factories/work.ts';
import { cleanUp } from './background.ts';

let bureau: TestApp;
beforeAll(async () => {
  bureau = await createTestApp();
});
afterAll(() => bureau.close());

const readRows = async (table: 'session' | 'idempotency' | 'rate_limit' | 'list_counter') =>
  (await bureau.db.selectFrom(table).selectAll().execute()).length;

describe('cleanup of expired rows', () => {
  it('the cleanup deletes only expired rows', async () => {
    const client = await bureau.as(['npn_add_task', 'npn_view_all_tasks']);
    const { job_detail_id } = await buildTask(bureau.db, {});
    await client.call(endpoints.task.add, { job_detail_id }, { 'idempotency-key': 'once' });
    await bureau.withToken(null).send(endpoints.user.login, { username: 'nobody', password: 'not the password' });
    const readStored = async () => ({
      session: await readRows('session'),
      idempotency: await readRows('idempotency'),
      limits: await readRows('rate_limit'),
    });
    await cleanUp(bureau);
    expect(await readStored()).toEqual({ session: 1, idempotency: 1, limits: 3 });
    bureau.clock.advance(5 * 3_600_000);
    await cleanUp(bureau);
    expect(await readStored()).toEqual({ session: 0, idempotency: 1, limits: 0 });
    bureau.clock.advance(20 * 3_600_000);
    await cleanUp(bureau);
    expect(await readStored()).toEqual({ session: 0, idempotency: 0, limits: 0 });
  });

  it('the cleanup adds up the counters without changing a total', async () => {
    for (let n = 0; n < 5; n++) await buildTask(bureau.db, {});
    const readTotal = async () =>
      (
        await sql<{
          n: number;
        }>`select sum(n)::int as n from list_counter where list = 'task' and facet = 'workstream'`.execute(bureau.db)
      ).rows[0]?.n;
    const [before, rows] = [await readTotal(), await readRows('list_counter')];
    await cleanUp(bureau);
    expect(await readTotal()).toBe(before);
    expect(await readRows('list_counter')).toBeLessThan(rows);
  });
});
