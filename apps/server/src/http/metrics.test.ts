import { tmpdir } from 'node:os';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBackup } from '../backup/back-up.ts';
import { createTestApp, type ApiClient, type TestApp } from '../testing/app.ts';
import { findRoot } from '../config.ts';

const TOKEN = 'a-token-of-the-metrics-collector-of-the-bureau';
let bureau: TestApp;
let boss: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp({ config: { metricsToken: TOKEN, callLimits: true } });
  boss = await bureau.as({ is_superuser: true });
});
afterAll(() => bureau.close());

const scrapeMetrics = async (headers: Record<string, string> = { authorization: `Bearer ${TOKEN}` }) =>
  bureau.app.inject({ url: '/metrics', headers });

/** Returns the value of one line, `name{labels}`. */
async function readValue(line: string): Promise<number> {
  const { body } = await scrapeMetrics();
  const found = body.split('\n').find((textLine) => textLine.startsWith(`${line} `));
  return Number(found?.slice(line.length + 1) ?? Number.NaN);
}

describe('the metrics endpoint', () => {
  it.each([
    { metricsToken: TOKEN, trustProxy: false },
    { metricsToken: null, trustProxy: false },
    { metricsToken: null, trustProxy: 1 },
    { metricsToken: null, trustProxy: 'loopback' },
  ] as const)('the metrics are closed to every address with %o', async (config) => {
    const scrapedApp = await createTestApp({ database: bureau, clock: bureau.clock, config });
    const readStatus = async (headers: Record<string, string> = {}) =>
      (await scrapedApp.app.inject({ url: '/metrics', headers })).statusCode;
    const createHeaders = (token: string | null) => ({ authorization: `Bearer ${token}` });
    const places: Record<string, string>[] = [
      {},
      { 'x-forwarded-for': '127.0.0.1' },
      { 'x-real-ip': '203.0.113.7' },
      { host: 'a.example' },
    ];
    for (const from of places) {
      expect(await readStatus(from)).toBe(401);
      expect(await readStatus({ ...from, ...createHeaders(`${TOKEN}x`) })).toBe(401);
      expect(await readStatus({ ...from, ...createHeaders(TOKEN) })).toBe(config.metricsToken ? 200 : 401);
    }
    expect(await readStatus(createHeaders(boss.token))).toBe(200);
    expect(await readStatus(createHeaders((await bureau.as(['npn_admin'])).token))).toBe(200);
    expect(await readStatus(createHeaders((await bureau.as(['npn_view_job'])).token))).toBe(403);
    const { token } = await bureau.as({ permissions: ['npn_admin'], must_change_password: true });
    expect(await readStatus(createHeaders(token))).toBe(403);
    await scrapedApp.close();
  });

  it('the endpoint shows database, connections and running requests', async () => {
    expect(await readValue('darkroom_database_up')).toBe(1);
    expect(await readValue('darkroom_listening')).toBe(1);
    expect(await readValue('darkroom_pool_size{pool="outside"}')).toBe(4);
    expect(await readValue('darkroom_pool_waiting{pool="reads"}')).toBe(0);
    expect(await readValue('darkroom_table_bytes{table="audit"}')).toBeGreaterThan(8000);
    expect((await scrapeMetrics()).body).toMatch(/darkroom_info\{version="\w/);
  });

  it('the metrics count refusals by code, with wrong passwords and limits', async () => {
    const readRefusals = (code: string) => readValue(`darkroom_refused_total{code="${code}"}`);
    expect(await readRefusals('too_many_attempts')).toBe(0);
    await bureau.withToken(null).send(endpoints.user.login, { username: 'nobody', password: 'wrong' });
    expect(await readRefusals('sign_in_failed')).toBe(1);
    await Promise.all(Array.from({ length: 40 }, () => boss.send(endpoints.export.groups, { format: 'none' })));
    expect(await readRefusals('too_many_attempts')).toBeGreaterThanOrEqual(9);
  });

  it('the metrics show the time of the newest backup in every destination', async () => {
    expect(await readValue('darkroom_last_backup_timestamp_seconds')).toBe(0);
    const folder = mkdtempSync(join(tmpdir(), 'darkroom-test-'));
    await createBackup(bureau.directUrl, { folder, now: new Date('2026-11-20T02:00:00Z') });
    rmSync(folder, { recursive: true });
    expect(await readValue('darkroom_last_backup_timestamp_seconds')).toBe(Date.parse('2026-11-20T02:00:00Z') / 1000);
  });

  it.each(['alerts.yml', 'grafana-dashboard.json'])('the metrics contain every metric that %s uses', async (file) => {
    const { body } = await scrapeMetrics();
    const known = new Set([...body.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
    const text = readFileSync(join(findRoot(), 'deploy', file), 'utf8');
    const named = [...text.matchAll(/\b(darkroom_\w+|http_\w+|nodejs_\w+|process_\w+|live_streams)\b/g)];
    const requestedNames = new Set(named.map(([name]) => name.replace(/_(bucket|sum|count)$/, '')));
    expect(requestedNames.size).toBeGreaterThan(5);
    expect([...requestedNames].filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('reports of pages', () => {
  const sendReport = (what: string, payload: object, type = 'application/json') =>
    bureau.app.inject({
      method: 'POST',
      url: `/api/report/${what}`,
      headers: { 'content-type': type },
      payload: JSON.stringify(payload),
    });

  it('a report gets an id, is counted, and is limited', async () => {
    const response = await sendReport('error', { message: 'x is not a function', stack: '', path: '/job' });
    expect(response.json()).toEqual({ request_id: response.headers['x-request-id'] });
    const violation = {
      'effective-directive': 'script-src',
      'blocked-uri': 'inline',
      'document-uri': 'https://a.b/job',
    };
    expect((await sendReport('csp', { 'csp-report': violation }, 'application/csp-report')).statusCode).toBe(204);
    expect(await readValue('darkroom_page_reports_total{kind="csp"}')).toBe(1);
    expect((await sendReport('error', { message: 5 })).statusCode).toBe(400);
    expect((await sendReport('error', { message: 'x'.repeat(20_000) })).statusCode).toBe(413);
    const many = await Promise.all(Array.from({ length: 40 }, () => sendReport('error', { message: 'again' })));
    expect(many.at(-1)?.statusCode).toBe(429);
  });
});
