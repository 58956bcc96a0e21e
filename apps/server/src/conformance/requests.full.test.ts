import { gzipSync } from 'node:zlib';
import { endpoints } from '@darkroom/contract/endpoints';
import { getErrorTitle } from '../http/response/problem.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../testing/app.ts';

const { job, user, task, setting } = endpoints;
let bureau: TestApp;
let boss: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  boss = await bureau.as({ username: 'boss', permissions: ['npn_view_job', 'npn_add_job', 'npn_change_job'] });
});
afterAll(() => bureau.close());

const sendRaw = (url: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
  bureau.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${boss.token}`, ...headers },
  });

describe('an invalid request', () => {
  it.each([
    ['broken JSON', '{"page": ', {}],
    ['an array', '[1, 2]', {}],
    ['a bare word', '"all"', {}],
    ['null', 'null', {}],
    ['an empty body declared as JSON', '', {}],
    ['a disguised prototype', '{"__proto__": {"is_superuser": true}}', {}],
    ['an idempotency key with a space', '{}', { 'idempotency-key': 'a b' }],
  ])('a request is malformed: %s', async (_what, payload, headers) => {
    const response = await sendRaw(job.update.path, payload, headers);
    expect(response.statusCode).toBe(400);
    expect(response.headers['content-type']).toMatch('application/problem+json');
  });

  it('the body can be absent when no field is required', async () => {
    const headers = { authorization: `Bearer ${boss.token}` };
    expect((await bureau.app.inject({ method: 'POST', url: job.list.path, headers })).statusCode).toBe(200);
  });

  it('a body that is not JSON is refused', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/xml',
    ]) {
      const response = await sendRaw(job.list.path, '{}', { 'content-type': type });
      expect(response.statusCode).toBe(415);
      expect(response.json()).toMatchObject({ code: 'unsupported_media_type' });
    }
  });

  it.each([
    ['compressed', gzipSync('{}'), { 'content-encoding': 'gzip' }],
    ['in UTF-16', Buffer.from('{}', 'utf16le'), { 'content-type': 'application/json; charset=utf-16' }],
    ['declared as Latin', '{}', { 'content-type': 'application/json;charset="iso-8859-1"' }],
  ])('a body with this encoding is refused: %s', async (_what, payload, headers) => {
    const response = await sendRaw(job.list.path, payload, headers);
    expect(response.json()).toMatchObject({ status: 415, code: 'unsupported_media_type' });
  });

  it.each(['application/json; charset=utf-8', 'application/json;charset="UTF-8"'])(
    'a body is read as %s',
    async (type) => {
      expect((await sendRaw(job.list.path, '{}', { 'content-type': type })).statusCode).toBe(200);
    },
  );

  it('a body is limited to 2 MB, or 16 MB for bulk add', async () => {
    const createBody = (megabytes: number) => JSON.stringify({ jobs: 'x'.repeat(megabytes * 1024 * 1024) });
    expect((await sendRaw(job.list.path, createBody(2.1))).statusCode).toBe(413);
    expect((await sendRaw(job.bulkAdd.path, createBody(3))).statusCode).toBe(422);
    expect((await sendRaw(job.bulkAdd.path, createBody(16.1))).statusCode).toBe(413);
  });

  it('a body is not read without a session', async () => {
    const response = await bureau.app.inject({ method: 'POST', url: job.bulkAdd.path, payload: '{"broken' });
    expect(response.statusCode).toBe(401);
    expect(response.headers['www-authenticate']).toBe('Bearer');
  });

  it('a request to an invalid address gets a problem', async () => {
    const urls = ['/api/%ff', '/api/%', '/api/job/list/%00', '/api/nowhere', '/api', '/api/user/login/more'];
    for (const url of urls) {
      const response = await bureau.app.inject({ method: 'GET', url });
      expect([400, 404]).toContain(response.statusCode);
      expect(response.headers['content-type']).toMatch('application/problem+json');
      expect(response.json()).toMatchObject({ request_id: response.headers['x-request-id'] ?? expect.any(String) });
    }
    expect((await bureau.app.inject({ method: 'DELETE', url: job.list.path })).statusCode).toBe(404);
  });
});

describe('validation', () => {
  it('all invalid fields are reported with path, code and message', async () => {
    const { status, problem } = await boss.send(job.bulkAdd, {
      jobs: [
        {
          job_date: '2026-02-30',
          customer2_id: 0,
          job_name: ' ',
          job_link: 'javascript:alert(1)',
          job_priority: 'Now',
          colour: 'red',
          job_details: [{ service_cat1_id: 1, quantity: 0, note: '\u0000' }],
        },
        { job_date: '2026-11-20', customer2_id: 1, job_name: 'x'.repeat(101), job_details: [] },
      ],
      dry_run: true,
    });
    expect(status).toBe(422);
    expect(problem.code).toBe('validation');
    expect(Object.fromEntries((problem.errors ?? []).map(({ field, code }) => [field, code]))).toEqual({
      'jobs.0.job_date': 'not_a_day',
      'jobs.0.customer2_id': 'invalid',
      'jobs.0.job_name': 'required',
      'jobs.0.job_link': 'not_http',
      'jobs.0.job_priority': 'invalid',
      'jobs.0.colour': 'unknown_field',
      'jobs.0.job_details.0.service_cat2_id': 'required',
      'jobs.0.job_details.0.quantity': 'not_positive',
      'jobs.0.job_details.0.note': 'hostile_text',
      'jobs.1.job_name': 'too_long',
      'jobs.1.job_details': 'required',
      dry_run: 'unknown_field',
    });
    for (const error of problem.errors ?? []) expect(error.message).not.toBe(error.code);
    const tooLong = { field: 'jobs.1.job_name', code: 'too_long', message: 'Max Length is 100!', limit: 100 };
    expect(problem.errors).toContainEqual(tooLong);
    expect(problem.detail).toContain(tooLong.message);
  });

  it('missing fields are reported when the body is empty', async () => {
    const { problem } = await boss.send(job.update, {});
    expect(problem.errors).toEqual([
      { field: 'job_id', code: 'required', message: 'This field is required.' },
      { field: 'version', code: 'required', message: 'This field is required.' },
    ]);
  });
});

describe('locked screens', () => {
  const lock = (locked: boolean, month: string | null = null) =>
    sql`insert into system_lock (screen_name, month, locked, reason, changed_at) values ('job', ${month}, ${locked}, 'month end', now())
      on conflict (screen_name, coalesce(month, '')) do update set locked = excluded.locked`.execute(bureau.db);

  it('a lock stops changes with its reason, but not reads and superusers', async () => {
    await lock(true);
    const { status, problem } = await boss.send(job.update, { job_id: 999_999, version: 1, job_name: 'n' });
    expect({ status, code: problem.code, detail: problem.detail }).toEqual({
      status: 423,
      code: 'locked',
      detail: 'month end',
    });
    expect((await boss.send(job.list, {})).status).toBe(200);
    const top = await bureau.as({ is_superuser: true });
    expect((await top.send(job.update, { job_id: 999_999, version: 1, job_name: 'n' })).status).toBe(404);
    await lock(false);
    expect((await boss.send(job.update, { job_id: 999_999, version: 1, job_name: 'n' })).status).toBe(404);
  });

  it('a lock of one month does not lock the screen', async () => {
    await lock(true, '2026-10');
    expect((await boss.send(job.update, { job_id: 999_999, version: 1, job_name: 'n' })).status).toBe(404);
  });

  it('the permission is checked before the lock', async () => {
    await lock(true);
    const reader = await bureau.as(['npn_view_job']);
    expect((await reader.send(job.update, {})).status).toBe(403);
    await lock(false);
  });
});

describe('a response', () => {
  it('a response is never cached', async () => {
    const response = await boss.send(user.me, {});
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    });
  });

  it('a long response is compressed', async () => {
    const headers = { authorization: `Bearer ${boss.token}`, 'accept-encoding': 'br' };
    const response = await bureau.app.inject({ method: 'GET', url: '/api/openapi.json', headers });
    expect(response.headers['content-encoding']).toBe('br');
  });

  it('a response has the id of its request, and so has a refusal', async () => {
    const { headers, problem } = await boss.send(task.list, {});
    expect(problem).toMatchObject({
      code: 'forbidden',
      request_id: headers['x-request-id'],
      title: getErrorTitle('forbidden'),
    });
    expect((await boss.send(setting.xToggle, {})).headers['x-request-id']).not.toBe(headers['x-request-id']);
  });
});

describe('health', () => {
  const sendGet = (url: string, headers: Record<string, string> = {}) =>
    bureau.app.inject({ method: 'GET', url, headers });

  it('the server reports that it is alive and ready', async () => {
    expect((await sendGet('/health/live')).json()).toEqual({ status: 'ok' });
    expect((await sendGet('/health/ready')).json()).toEqual({ status: 'ok' });
  });
});
