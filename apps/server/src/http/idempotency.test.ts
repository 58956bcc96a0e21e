import { randomUUID } from 'node:crypto';
import type { InputOf } from '@darkroom/contract/endpoint';
import { allEndpoints, endpoints } from '@darkroom/contract/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hashPassword } from '../features/user/password.ts';
import { createTestApp, type ApiClient, type TestApp } from '../testing/app.ts';
import { buildCategory } from '../testing/factories/catalogue.ts';
import { buildCustomer } from '../testing/factories/customers.ts';

const { job } = endpoints;
let bureau: TestApp;
let boss: ApiClient;
let newJobs: (job_name: string) => InputOf<typeof job.bulkAdd>;

beforeAll(async () => {
  bureau = await createTestApp();
  boss = await bureau.as(['npn_add_job', 'npn_view_job']);
  const customer2_id = (await buildCustomer(bureau.db)).id;
  const category = await buildCategory(bureau.db);
  newJobs = (job_name) => ({
    jobs: [
      {
        job_date: '2026-11-20',
        customer2_id,
        job_name,
        job_details: [{ service_cat1_id: category.cat1_id, service_cat2_id: category.id, quantity: 3 }],
      },
    ],
  });
});
afterAll(() => bureau.close());

const createKeyHeader = (key: string = randomUUID()) => ({ 'idempotency-key': key });
const countJobs = async (job_name: string) =>
  (await bureau.db.selectFrom('job').select('job_id').where('job_name', '=', job_name).execute()).length;

describe('writes with an Idempotency-Key', () => {
  it('a write runs once, and its repetition gets the first response', async () => {
    const header = createKeyHeader();
    const first = await boss.send(job.bulkAdd, newJobs('Villa'), header);
    const again = await boss.send(job.bulkAdd, newJobs('Villa'), header);
    expect(first.status).toBe(200);
    expect(again.text).toBe(first.text);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(await countJobs('Villa')).toBe(1);
  });

  it('a write runs once for ten parallel requests, which get the same response', async () => {
    const header = createKeyHeader();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => boss.send(job.bulkAdd, newJobs('Penthouse'), header)),
    );
    expect(new Set(responses.map((response) => response.text)).size).toBe(1);
    expect(await countJobs('Penthouse')).toBe(1);
  });

  it('a write repeats its response in another session, unless it holds a secret', async () => {
    const header = createKeyHeader();
    const elsewhere = await bureau.as(boss.user_id);
    const first = await boss.send(job.bulkAdd, newJobs('Chalet'), header);
    const again = await elsewhere.send(job.bulkAdd, newJobs('Chalet'), header);
    expect(again.text).toBe(first.text);
    expect(await countJobs('Chalet')).toBe(1);
    const input = { name: 'Sync', scope: ['npn_view_job' as const], can_write: false, days: 1 };
    expect((await boss.send(endpoints.token.add, input, header)).status).toBe(200);
    const { status, problem } = await elsewhere.send(endpoints.token.add, input, header);
    expect({ status, code: problem.code }).toEqual({ status: 409, code: 'idempotency_mismatch' });
    expect((await boss.call(endpoints.token.list, {})).results).toHaveLength(1);
  });

  it('a write is refused when the key was used for another input', async () => {
    const header = createKeyHeader();
    await boss.call(job.bulkAdd, newJobs('Cottage'), header);
    const { status, problem } = await boss.send(job.bulkAdd, newJobs('Castle'), header);
    expect({ status, code: problem.code }).toEqual({ status: 409, code: 'idempotency_mismatch' });
    expect(await countJobs('Castle')).toBe(0);
  });

  it('a write can run again with the same key after a failure', async () => {
    const header = createKeyHeader();
    const invalidJobs = newJobs('Barn');
    const unknownCustomer = { jobs: [{ ...invalidJobs.jobs[0], customer2_id: 2_000_000 }] };
    expect((await boss.send(job.bulkAdd, unknownCustomer, header)).status).toBeGreaterThanOrEqual(400);
    expect((await boss.send(job.bulkAdd, invalidJobs, header)).status).toBe(200);
    expect(await countJobs('Barn')).toBe(1);
  });

  it('the keys of two people are separate', async () => {
    const header = createKeyHeader();
    const otherUser = await bureau.as(['npn_add_job']);
    await boss.call(job.bulkAdd, newJobs('Duplex'), header);
    const otherResponse = await otherUser.send(job.bulkAdd, newJobs('Duplex'), header);
    expect(otherResponse.headers['idempotency-replayed']).toBeUndefined();
    expect(await countJobs('Duplex')).toBe(2);
  });

  it('a key is forgotten after a day', async () => {
    const header = createKeyHeader();
    const worker = await bureau.as(['npn_add_job']);
    await worker.call(job.bulkAdd, newJobs('Loft'), header);
    bureau.clock.advance(24 * 3_600_000);
    const nextDay = await bureau.as(worker.user_id);
    await nextDay.call(job.bulkAdd, newJobs('Loft'), header);
    expect(await countJobs('Loft')).toBe(2);
    boss = await bureau.as(boss.user_id);
  });

  it('a locked screen repeats the response of a write and refuses new ones', async () => {
    const header = createKeyHeader();
    const first = await boss.send(job.bulkAdd, newJobs('Mews'), header);
    await sql`insert into system_lock (screen_name, locked, reason, changed_at) values ('job', true, '', now())`.execute(
      bureau.db,
    );
    expect((await boss.send(job.bulkAdd, newJobs('Mews'), header)).text).toBe(first.text);
    expect((await boss.send(job.bulkAdd, newJobs('Mews'), createKeyHeader())).status).toBe(423);
    expect((await boss.send(job.bulkAdd, newJobs('Other'), header)).status).toBe(409);
    await sql`delete from system_lock`.execute(bureau.db);
  });

  it('a repetition is refused when the caller has lost the permission', async () => {
    const worker = await bureau.as(['npn_add_job']);
    const header = createKeyHeader();
    await worker.call(job.bulkAdd, newJobs('Manor'), header);
    await sql`delete from group_permission where group_id = (select group_id from staff where id = ${worker.user_id})`.execute(
      bureau.db,
    );
    expect((await worker.send(job.bulkAdd, newJobs('Manor'), header)).status).toBe(403);
  });
});

describe('secrets in responses', () => {
  const isMarked = (schema: z.ZodType) =>
    JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' })).includes('x-secret-once');

  it('a secret is marked in every endpoint that creates one', () => {
    const storedEndpoints = allEndpoints.filter(({ kind, access }) => kind === 'write' && access.kind !== 'public');
    const telling = storedEndpoints.filter(({ output }) => isMarked(output)).map(({ name }) => name);
    expect(telling).toEqual(storedEndpoints.filter(({ secret }) => secret).map(({ name }) => name));
  });

  it('a repeated response leaves the secret out and keeps all other fields', async () => {
    const office = await bureau.as(['npn_add_customer', 'npn_change_customer']);
    const { cus_detail_id, cus_id1, cus0, version } = await office.call(endpoints.customer.detailAdd, {
      cus0_name: 'Once Group',
      cus1_name: 'Once',
      cus2_names: ['Desk'],
    });
    const input = { cus_detail_id, cus_id1, cus_id0: cus0.id, version, new_cus_username: 'once.only' };
    const header = createKeyHeader();
    const first = await office.call(endpoints.customer.detailUpdate, input, header);
    expect(first.login?.one_time_password).toMatch(/^[a-z2-9-]{19}$/);
    const again = await office.call(endpoints.customer.detailUpdate, input, header);
    expect(again).toEqual({ ...first, login: { ...first.login, one_time_password: null } });
    const table = JSON.stringify(await bureau.db.selectFrom('idempotency').selectAll().execute());
    expect(table).toContain('once.only');
    expect(table).not.toContain(first.login!.one_time_password);
  });

  it('no response is stored for a changed password, because no session can repeat it', async () => {
    const current_password = 'mot-hai-ba-bon';
    const person = await bureau.as({ password_hash: await hashPassword(current_password) });
    const header = createKeyHeader();
    const input = { current_password, new_password: 'nam-sau-bay-tam-chin' };
    const { access_token } = await person.call(endpoints.user.changePassword, input, header);
    expect((await person.send(endpoints.user.changePassword, input, header)).status).toBe(401);
    const table = JSON.stringify(await bureau.db.selectFrom('idempotency').selectAll().execute());
    for (const secret of [access_token, ...Object.values(input)]) expect(table).not.toContain(secret);
  });
});
