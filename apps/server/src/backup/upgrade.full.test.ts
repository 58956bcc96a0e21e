import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connect, connectAdmin } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { migrations } from '../db/migrations.ts';
import { createTestApp } from '../testing/app.ts';
import { fingerprintTables } from '../testing/table-fingerprints.ts';
import { dropClone } from '../testing/test-server.ts';
import { openBackup } from './backup-file.ts';
import { createBackup, EXCLUDED_TABLES } from './back-up.ts';
import { restore } from './restore.ts';
import { runChecks } from './verify.ts';

/** First schema that a bureau used. */
const FIRST = migrations.findIndex(({ name }) => name === '006_system') + 1;
const PASSWORD = 'a quiet darkroom';

const { adminUrl } = inject('testServer');
const createdUrls: string[] = [];
let folder: string;
/** Number of rows in each table of the older bureau. */
let rowsBefore: Record<string, number>;
/** The older bureau after the start of the current program. */
let upgradedUrl: string;
/** Copy of the bureau, backed up before the upgrade and restored elsewhere. */
let restoredUrl: string;

async function emptyDatabase(): Promise<string> {
  const url = new URL(adminUrl);
  const name = `darkroom_test_${process.pid}_older_${createdUrls.length}`;
  const admin = await connectAdmin(adminUrl);
  await admin.query(`create database ${name} template template0 encoding 'UTF8'`);
  await admin.end();
  url.pathname = `/${name}`;
  createdUrls.push(url.href);
  return url.href;
}

/** Tables that a later migration renamed. */
const RENAMED: Record<string, string> = {
  floor_brief: 'shift_handover',
  notice: 'notification',
  wall_link: 'tv_board_link',
};

const countRows = async (databaseUrl: string) =>
  Object.fromEntries(
    Object.entries(await fingerprintTables(databaseUrl)).map(([name, print]) => [name, Number(print.split(' ')[0])]),
  );

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'darkroom-upgrade-'));
  upgradedUrl = await emptyDatabase();
  await migrate(upgradedUrl, { migrations: migrations.slice(0, FIRST) });
  const client = await connectAdmin(upgradedUrl);
  await client.query(await readFile(join(import.meta.dirname, 'older-bureau.sql'), 'utf8'));
  await client.end();
  rowsBefore = await countRows(upgradedUrl);

  const { path } = await createBackup(upgradedUrl, { folder, now: new Date('2026-11-20T09:30:00Z') });
  restoredUrl = await emptyDatabase();
  const backup = await openBackup(path);
  await restore(restoredUrl, backup).finally(() => backup.close());
  await migrate(upgradedUrl);
});
afterAll(async () => {
  for (const url of createdUrls) await dropClone(adminUrl, url);
  await rm(folder, { recursive: true });
});

describe.each<[string, () => string, readonly string[]]>([
  ['started on as it lies there', () => upgradedUrl, []],
  ['backed up and restored', () => restoredUrl, EXCLUDED_TABLES],
])('the data of the first Darkroom, %s', (_way, url, without) => {
  it('every former row exists, and no check fails', async () => {
    const is = await countRows(url());
    for (const [name, rows] of Object.entries(rowsBefore)) {
      // The counters are summed up sometimes, and there are more migrations now. Tables that were empty can be filled by later migrations.
      if (['tally', 'schema_migration'].includes(name) || rows === 0) continue;
      expect([name, is[RENAMED[name] ?? name]]).toEqual([name, without.includes(name) ? 0 : rows]);
    }
    expect(is.request_message).toBe(1);
    expect(is.allowance_month).toBe(2);
    const client = await connectAdmin(url());
    expect((await runChecks(client)).filter(({ ids }) => ids.length > 0)).toEqual([]);
    await client.end();
  });

  it('the same people sign in with their passwords and continue', async () => {
    const db = connect({ databaseUrl: url() });
    const bureau = await createTestApp({ database: { db, databaseUrl: url() } });
    const signInAs = async (username: string) => {
      const signIn = bureau.withToken(null).call(endpoints.user.login, { username, password: PASSWORD });
      const { access_token, user } = await signIn;
      return bureau.withToken(access_token, user.id);
    };
    const boss = await signInAs('boss');
    expect((await boss.call(endpoints.job.list, {})).total_items).toBe(120);
    const [open] = (await boss.call(endpoints.task.list, { status: [1] })).results;
    const { task_id, version } = open!;
    await boss.call(endpoints.task.assign, { tasks: [{ task_id, version }], editor: 2 });
    const editor = await signInAs('editor');
    const { results } = await editor.call(endpoints.task.list, { scope: 'waiting', page_size: 100 });
    expect(results.map((task) => task.task_id)).toContain(task_id);
    const customer = await signInAs('lumen');
    expect((await customer.call(endpoints.portal.job, {})).total_items).toBe(120);
    await bureau.close();
    await db.destroy();
  });
});
