import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createBackup } from './back-up.ts';
import { createDueBackup, findLastDue, prepareBackupFolder } from './schedule.ts';

let ownDatabase: TestDatabase;
const folder = mkdtempSync(`${tmpdir()}/darkroom-test-`);
const toMs = (text: string) => Date.parse(`${text}+07:00`);
const plan = { at: [2 * 60, 13 * 60 + 30], folder, keep: 2 };

beforeAll(async () => {
  ownDatabase = await createTestDatabase();
});
afterAll(async () => {
  await ownDatabase.drop();
  rmSync(folder, { recursive: true });
});

describe('scheduled backups', () => {
  it('backups are due at their Bangkok times, yesterday’s last before today’s first', () => {
    expect(findLastDue(plan, toMs('2026-11-20T02:00'))).toBe(toMs('2026-11-20T02:00'));
    expect(findLastDue(plan, toMs('2026-11-20T13:29'))).toBe(toMs('2026-11-20T02:00'));
    expect(findLastDue(plan, toMs('2026-11-20T23:59'))).toBe(toMs('2026-11-20T13:30'));
    expect(findLastDue(plan, toMs('2026-11-21T01:59'))).toBe(toMs('2026-11-20T13:30'));
  });

  it('the folder of backups is created at the start, or its error reported', () => {
    prepareBackupFolder({ folder: join(folder, 'nightly/here') });
    expect(readdirSync(join(folder, 'nightly'))).toEqual(['here']);
    rmSync(join(folder, 'nightly'), { recursive: true });
    writeFileSync(join(folder, 'file'), '');
    expect(() => prepareBackupFolder({ folder: join(folder, 'file') })).toThrow(/BACKUP_TO: .*file/);
    rmSync(join(folder, 'file'));
  });

  it('a backup runs once at each time in one of several processes', async () => {
    const logLines: string[] = [];
    const runDueBackup = (now: number) => {
      const makeBackup = async () =>
        (await createBackup(ownDatabase.directUrl, { folder, keep: plan.keep, now: new Date(now) })).path;
      return createDueBackup(
        {
          db: ownDatabase.db,
          databaseUrl: ownDatabase.directUrl,
          plan,
          createBackup: makeBackup,
          log: (text) => logLines.push(text),
        },
        now,
      );
    };
    const night = toMs('2026-11-20T02:01');
    const results = await Promise.all([runDueBackup(night), runDueBackup(night)]);
    expect(results.toSorted()).toEqual([false, true]);
    expect(await runDueBackup(toMs('2026-11-20T13:00'))).toBe(false);
    // No server was running at half past one.
    expect(await runDueBackup(toMs('2026-11-20T18:00'))).toBe(true);
    expect(await runDueBackup(toMs('2026-11-20T18:01'))).toBe(false);
    expect(await runDueBackup(toMs('2026-11-21T02:00'))).toBe(true);
    expect(logLines).toHaveLength(3);
    expect(readdirSync(folder)).toHaveLength(plan.keep);
  });

  it('a backup is still due after a failure', async () => {
    const makeBackup = () => Promise.reject(new Error('the disk is full'));
    const now = toMs('2026-11-22T03:00');
    const runDueBackup = () =>
      createDueBackup(
        {
          db: ownDatabase.db,
          databaseUrl: ownDatabase.directUrl,
          plan,
          createBackup: makeBackup,
          log: () => undefined,
        },
        now,
      );
    await expect(runDueBackup()).rejects.toThrow('the disk is full');
    await expect(runDueBackup()).rejects.toThrow('the disk is full');
  });
});
