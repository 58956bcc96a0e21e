import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type Client, type TestApp } from '../testing/app.ts';
import { isBounded } from './body.ts';

let bureau: TestApp;
let boss: Client;

beforeAll(async () => {
  bureau = await testApp();
  boss = await bureau.as({ is_superuser: true });
});
afterAll(() => bureau.close());

const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const post = (url: string, payload: string | Buffer) =>
  bureau.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${boss.token}` },
  });

describe('a body', () => {
  it.each([
    [endpoints.view.save.path, `{"screen":"task","name":"n","search":${nested(1500)}}`],
    [endpoints.view.prefer.path, `{"key":"k","value":${nested(1500)}}`],
    [
      endpoints.setting.updateMetadata.path,
      `{"data_type":"JOB_TASK","key":"fault_kinds","version":1,"value":${nested(1500)}}`,
    ],
    [endpoints.job.list.path, `{"text":${'['.repeat(100_000)}`],
  ])('that goes too deep is refused before it is read: %s', async (path, payload) => {
    const answer = await post(path, payload);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'too_complex']);
  });

  it('that is no UTF-8 is refused instead of being read with holes', async () => {
    const text = Buffer.from('{"text":"Ảnh cưới"}');
    expect((await post(endpoints.job.list.path, text)).statusCode).toBe(200);
    for (const broken of [text.subarray(0, 10), Buffer.from('{"text":"caf\xe9"}', 'latin1')])
      expect((await post(endpoints.job.list.path, broken)).json()).toMatchObject({ status: 400, code: 'malformed' });
    const cut = Buffer.concat([text.subarray(0, 10), Buffer.from('"}')]);
    expect((await post(endpoints.job.list.path, cut)).json()).toMatchObject({ status: 400, code: 'malformed' });
  });

  it('of endless values or keys is refused as well', async () => {
    const values = await post(endpoints.job.list.path, `{"job_status":[${'0,'.repeat(900_000)}0]}`);
    expect(values.json()).toMatchObject({ status: 400, code: 'too_complex' });
    const keys = Array.from({ length: 230_000 }, (_, n) => `"${n.toString(36)}":0`).join();
    expect((await post(endpoints.job.list.path, `{${keys}}`)).json()).toMatchObject({ code: 'too_complex' });
  });

  it('of an object with endless keys is refused, however small it is in all', () => {
    const keys = (n: number) => `{${Array.from({ length: n }, (_, at) => `"k${at}":1`).join()}}`;
    expect(isBounded(keys(1000))).toBe(true);
    expect(isBounded(keys(1001))).toBe(false);
    expect(isBounded(`{"jobs":[${keys(2)},${keys(1001)}]}`)).toBe(false);
    // Many records with few members each are no such object.
    expect(isBounded(`{"jobs":[${Array.from({ length: 5000 }, () => keys(8)).join()}]}`)).toBe(true);
  });

  it('is not taken for deep by what stands in its texts', () => {
    expect(isBounded(JSON.stringify({ text: '[{"\\"[['.repeat(1000) }))).toBe(true);
    expect(isBounded(nested(32))).toBe(true);
    expect(isBounded(nested(33))).toBe(false);
    expect(isBounded(`"${'['.repeat(40)}`)).toBe(true);
  });

  it('of a week of orders, as long as it may be, is read', () => {
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

describe('marks that turn the direction of text', () => {
  it('leave names and every other line, wherever text is read; other scripts’ letters stay', async () => {
    const { results } = await boss.call(endpoints.team.list, {});
    const team_name = 'Đội \u202egnp.exe\u202c \u2066ảnh\u2069 עברית';
    const made = await boss.call(endpoints.team.add, { team_name });
    expect(made.team_name).toBe('Đội gnp.exe ảnh עברית');
    expect((await boss.call(endpoints.team.list, {})).results).toHaveLength(results.length + 1);
    const bare = await boss.send(endpoints.team.add, { team_name: '\u202a\u2068\u200b\u2060\ufeff' });
    expect(bare.problem.errors).toMatchObject([{ field: 'team_name', code: 'required' }]);
  });

  it('leave notes, reasons and replies too, which keep their lines', async () => {
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
