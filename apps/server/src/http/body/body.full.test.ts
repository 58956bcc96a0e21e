import { Readable } from 'node:stream';
import { MAX_MAIN_THREAD_BODY, type Endpoint } from '@darkroom/contract/endpoint';
import { allEndpoints, endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildTaskWithParents } from '../../testing/factories/work.ts';
import { toJsonSchema } from '../response/openapi.ts';
import { createBoundsCheck } from './bounds.ts';

let bureau: TestApp;
let boss: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  boss = await bureau.as({ is_superuser: true });
});
afterAll(() => bureau.close());

const createNested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
/** Checks the text in one piece and in many, because the result must be the same for every division into chunks. */
const isBounded = (text: string) => {
  const bytes = Buffer.from(text);
  const whole = createBoundsCheck()(bytes);
  const inPieces = createBoundsCheck();
  const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, index) =>
    bytes.subarray(7 * index, 7 * index + 7),
  );
  expect(pieces.every(inPieces)).toBe(whole);
  return whole;
};
const postBody = (url: string, payload: string | Buffer) =>
  bureau.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${boss.token}` },
  });

describe('request bodies', () => {
  it.each([
    [endpoints.view.save.path, `{"screen":"task","name":"n","search":${createNested(1500)}}`],
    [endpoints.view.setPreference.path, `{"key":"k","value":${createNested(1500)}}`],
    [
      endpoints.setting.updateMetadata.path,
      `{"data_type":"JOB_TASK","key":"fault_kinds","version":1,"value":${createNested(1500)}}`,
    ],
    [endpoints.job.list.path, `{"text":${'['.repeat(100_000)}`],
  ])('a body that is too deep is refused unparsed: %s', async (path, payload) => {
    const response = await postBody(path, payload);
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([400, 'too_complex']);
  });

  it('a body with invalid UTF-8 is refused', async () => {
    const text = Buffer.from('{"text":"Ảnh cưới"}');
    expect((await postBody(endpoints.job.list.path, text)).statusCode).toBe(200);
    for (const broken of [text.subarray(0, 10), Buffer.from('{"text":"caf\xe9"}', 'latin1')])
      expect((await postBody(endpoints.job.list.path, broken)).json()).toMatchObject({
        status: 400,
        code: 'malformed',
      });
    const cut = Buffer.concat([text.subarray(0, 10), Buffer.from('"}')]);
    expect((await postBody(endpoints.job.list.path, cut)).json()).toMatchObject({ status: 400, code: 'malformed' });
  });

  it('a body with too many values or keys is refused', async () => {
    const values = await postBody(endpoints.job.list.path, `{"job_status":[${'0,'.repeat(128_000)}0]}`);
    expect(values.json()).toMatchObject({ status: 400, code: 'too_complex' });
    const createKeys = (n: number) =>
      `{${Array.from({ length: n }, (_, index) => `"${index.toString(36)}":0`).join()}}`;
    expect((await postBody(endpoints.job.list.path, createKeys(1001))).json()).toMatchObject({ code: 'too_complex' });
    // The worker for large bodies refuses it as well.
    expect((await postBody(endpoints.job.bulkAdd.path, createKeys(230_000))).json()).toMatchObject({
      code: 'too_complex',
    });
  });

  it('an object with many keys or a long list is refused at any size', () => {
    const createKeys = (n: number) => `{${Array.from({ length: n }, (_, index) => `"k${index}":1`).join()}}`;
    expect(isBounded(createKeys(1000))).toBe(true);
    expect(isBounded(createKeys(1001))).toBe(false);
    expect(isBounded(`{"jobs":[${createKeys(2)},${createKeys(1001)}]}`)).toBe(false);
    expect(isBounded(`[${'0,'.repeat(9999)}0]`)).toBe(true);
    expect(isBounded(`{"a":[${'0,'.repeat(10_000)}0]}`)).toBe(false);
    // Many records with few members each are accepted.
    expect(isBounded(`{"jobs":[${Array.from({ length: 5000 }, () => createKeys(8)).join()}]}`)).toBe(true);
  });

  it('brackets in texts do not count as depth', () => {
    expect(isBounded(JSON.stringify({ text: '[{"\\"[['.repeat(1000) }))).toBe(true);
    expect(isBounded(createNested(32))).toBe(true);
    expect(isBounded(createNested(33))).toBe(false);
    expect(isBounded(`"${'['.repeat(40)}`)).toBe(true);
  });

  it('a body with the largest week of orders is read', () => {
    const detail = { service_cat1_id: 1, service_cat2_id: 1, quantity: 1, note: '' };
    const job = {
      job_date: '2026-11-20',
      customer2_id: 1,
      job_name: 'n',
      job_details: Array.from({ length: 20 }, () => detail),
    };
    expect(isBounded(JSON.stringify({ jobs: Array.from({ length: 5000 }, () => job) }))).toBe(true);
  });
});

/** Returns the maximum number of bytes that a schema allows, with three for each character, as in Vietnamese. */
function calculateMaxBytes(schema: Schema): number {
  const choices = schema.anyOf ?? schema.oneOf ?? schema.enum?.map((value) => ({ const: value }));
  if (choices) return Math.max(...choices.map(calculateMaxBytes));
  if (schema.const !== undefined) return JSON.stringify(schema.const).length;
  if (schema.type === 'string') return 2 + 3 * (schema.maxLength ?? 100);
  if (schema.type === 'array') return 2 + (schema.maxItems ?? 0) * (1 + calculateMaxBytes(schema.items ?? {}));
  if (schema.type === 'number' || schema.type === 'integer') return String(schema.maximum ?? 0).length;
  const fields = Object.entries(schema.properties ?? {});
  return fields.reduce((sum, [name, field]) => sum + name.length + 4 + calculateMaxBytes(field), 5);
}
interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  maxLength?: number;
  maxItems?: number;
  maximum?: number;
}

describe('the body limit of an endpoint', () => {
  const calls = allEndpoints.filter(({ method }) => method === 'POST');
  const limitOf = (endpoint: Endpoint) => endpoint.bodyLimit ?? MAX_MAIN_THREAD_BODY;

  it('the limit is at least the largest input that the schema allows', () => {
    // The largest price list or import with the longest notes is sent in parts.
    const inParts = ['job.bulkAdd', 'job.importStage', 'staff.setAvatar'];
    const tooSmall = calls.filter((endpoint) => {
      const maxBytes = calculateMaxBytes(toJsonSchema(endpoint.input, 'input'));
      return maxBytes > limitOf(endpoint) && !inParts.includes(endpoint.name);
    });
    expect(tooSmall.map(({ name }) => name)).toEqual([]);
  });

  it('the limit of public endpoints is a few kB', async () => {
    const open = calls.filter(({ access }) => access.kind === 'public');
    expect(open.map(({ name }) => name)).toContain('user.login');
    for (const endpoint of open) expect(limitOf(endpoint)).toBeLessThanOrEqual(4096);
    const response = await bureau
      .withToken(null)
      .send(endpoints.user.login, { username: 'x', password: 'y'.repeat(5000) });
    expect(response).toMatchObject({ status: 413, problem: { code: 'too_large' }, headers: { connection: 'close' } });
    // Unknown endpoints have the same limit.
    const nowhere = await bureau.app.inject({
      method: 'POST',
      url: '/api/nowhere',
      payload: { text: 'x'.repeat(5000) },
    });
    expect(nowhere.statusCode).toBe(413);
  });

  it('the limit applies to a body of unknown length', async () => {
    const payload = Readable.from([
      Buffer.from('{"username":"'),
      ...Array.from({ length: 9 }, () => Buffer.alloc(1000, 'x')),
    ]);
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
    const response = await bureau.app.inject({ method: 'POST', url: endpoints.user.login.path, payload, headers });
    expect(response.json()).toMatchObject({ status: 413, code: 'too_large' });
  });
});

describe('large bodies', () => {
  const createJob = <T extends object>(job: T) => ({
    job_date: '2026-11-20',
    job_notes: 'Da sáng. '.repeat(60),
    ...job,
  });

  it('a large body is read completely and in order, like a small one', async () => {
    const { customer2_id, cat1_id, cat2_id } = await buildTaskWithParents(bureau.db);
    const line = { service_cat1_id: cat1_id, service_cat2_id: cat2_id, quantity: 3 };
    const names = Array.from({ length: 450 }, (_, index) => `Album ${index}`);
    const jobs = names.map((job_name) => createJob({ customer2_id, job_name, job_details: [line] }));
    expect(JSON.stringify({ jobs }).length).toBeGreaterThan(MAX_MAIN_THREAD_BODY);
    const added = await boss.call(endpoints.job.bulkAdd, { jobs });
    expect(added.results.map(({ job_name }) => job_name)).toEqual(names);
  });

  it('a large body is refused like a small one, with a hundred errors', async () => {
    const response = await boss.send(endpoints.job.bulkAdd, {
      jobs: Array.from({ length: 5000 }, () => createJob({ job_details: 0 })),
    });
    expect(response).toMatchObject({ status: 422, problem: { code: 'validation' } });
    expect(response.problem.errors).toHaveLength(100);
    expect(response.problem.errors?.[0]).toMatchObject({ field: 'jobs.0.customer2_id', code: 'required' });
    const few = await boss.send(endpoints.job.bulkAdd, { jobs: Array.from({ length: 200 }, () => ({})) });
    expect(few.problem.errors).toHaveLength(100);
  });
});

describe('spaces in a line', () => {
  it('repeated spaces become one, so that no two names look alike', async () => {
    const createdTeam = await boss.call(endpoints.team.add, { team_name: 'Night  \u00a0 shift\t\u3000one' });
    expect(createdTeam.team_name).toBe('Night shift one');
    for (const team_name of ['night shift  ONE', 'Night\u00a0shift\none'])
      expect(await boss.send(endpoints.team.add, { team_name })).toMatchObject({ status: 409 });
  });
});

describe('marks for the direction of text', () => {
  it('direction marks are removed from lines, and letters of other scripts stay', async () => {
    const { results } = await boss.call(endpoints.team.list, {});
    const team_name = 'Đội \u202egnp.exe\u202c \u2066ảnh\u2069 עברית';
    const createdTeam = await boss.call(endpoints.team.add, { team_name });
    expect(createdTeam.team_name).toBe('Đội gnp.exe ảnh עברית');
    expect((await boss.call(endpoints.team.list, {})).results).toHaveLength(results.length + 1);
    const bare = await boss.send(endpoints.team.add, { team_name: '\u202a\u2068\u200b\u2060\ufeff' });
    expect(bare.problem.errors).toMatchObject([{ field: 'team_name', code: 'required' }]);
    const blank = await boss.send(endpoints.team.add, { team_name: '\u2800\u3164 \u115f\u2800' });
    expect(blank.problem.errors).toMatchObject([{ field: 'team_name', code: 'required' }]);
  });

  it('direction marks are removed together with characters that show as an empty box', async () => {
    const createdTeam = await boss.call(endpoints.team.add, { team_name: 'Ca\u0085 \ufffesáng\uffff\u{1fffe}' });
    expect(createdTeam.team_name).toBe('Ca sáng');
  });

  it('direction marks are removed from texts of several lines, which keep their lines', async () => {
    const lock = {
      screen_name: 'team' as const,
      locked: true,
      reason: 'O \u202e reply\n<b>\u2066x\u2069</b> עברית\u200d',
    };
    const locked = await boss.call(endpoints.setting.changeLock, lock);
    expect(locked.reason).toBe('O  reply\n<b>x</b> עברית\u200d');
    await boss.call(endpoints.setting.changeLock, { screen_name: 'team', locked: false, version: locked.version });
  });
});
