import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { openBackup } from '../backup/backup-file.ts';
import { createBackup } from '../backup/back-up.ts';
import { restore } from '../backup/restore.ts';
import { connectAdmin } from '../db/connect.ts';
import { createFinishedBureau, NOW } from '../testing/archive/finished-bureau.ts';
import { fingerprintTables } from '../testing/table-fingerprints.ts';
import { hasSteps, loadSteps } from './steps-load.ts';
let finished: Awaited<ReturnType<typeof createFinishedBureau>>;
const opened: (() => Promise<void>)[] = [];

beforeEach(async () => {
  finished = await createFinishedBureau();
  opened.push(finished.close);
});
afterAll(async () => {
  for (const close of opened) await close();
});

describe('loads of archived steps', () => {
  it('a load restores the steps unchanged, repeatedly, and skips deleted tasks', async () => {
    const { bureau, folder, readHistory, archive, findBrokenChecks, load, faulty, plain } = finished;
    const was = await fingerprintTables(bureau.directUrl);
    await archive();
    expect(await hasSteps(join(folder, 'steps-2024-03.jsonl.gz'))).toBe(true);
    for (const month of ['2024-03', '2024-04']) await load(`steps-${month}.jsonl.gz`);
    const is = await fingerprintTables(bureau.directUrl);
    for (const table of ['task_history', 'task', 'archived_task', 'steps_archive']) expect(is[table]).toBe(was[table]);
    expect(await load('steps-2024-03.jsonl.gz')).toEqual({ steps: 0, gone: 0 });
    expect(await readHistory(faulty)).toMatchObject({ archived: null });
    expect(await findBrokenChecks()).toEqual([]);
    await archive();
    expect(readdirSync(folder)).toContain('steps-2024-03.2.jsonl.gz');
    await bureau.db.deleteFrom('task').where('task_id', '=', plain).execute();
    expect(await load('steps-2024-03.2.jsonl.gz')).toEqual({ steps: 11, gone: 1 });
  });

  it('a changed or truncated file restores no step', async () => {
    const { folder, readSteps, archive, load, faulty, plain } = finished;
    await archive();
    const whole = readFileSync(join(folder, 'steps-2024-03.jsonl.gz'));
    writeFileSync(join(folder, 'cut'), whole.subarray(0, 400));
    writeFileSync(join(folder, 'altered'), gzipSync(gunzipSync(whole).toString().replace('trắng', 'đen')));
    for (const file of ['cut', 'altered']) await expect(load(file)).rejects.toThrow(/incomplete|changed/);
    expect(await readSteps(faulty, plain)).toEqual([]);
  });

  it('a load stays possible after a restore of a backup', async () => {
    const { bureau, folder, archive } = finished;
    await archive();
    const { path } = await createBackup(bureau.directUrl, { folder, now: new Date(bureau.clock()) });
    const { adminUrl } = inject('testServer');
    const name = `darkroom_test_${process.pid}_of_steps`;
    const admin = await connectAdmin(adminUrl);
    await admin.query(`create database ${name} template template0 encoding 'UTF8'`);
    const url = new URL(adminUrl);
    url.pathname = `/${name}`;
    try {
      const backup = await openBackup(path);
      const { findings } = await restore(url.href, backup).finally(() => backup.close());
      expect(findings.filter((finding) => finding.ids.length > 0)).toEqual([]);
      expect((await fingerprintTables(url.href)).archived_task).toMatch(/^3 /);
      const { steps } = await loadSteps(url.href, {
        file: join(folder, 'steps-2024-03.jsonl.gz'),
        now: new Date(NOW),
      });
      expect(steps).toBe(19);
    } finally {
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    }
  });
});
