import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { endpoints } from '@darkroom/contract/endpoints';
import { to as copyTo } from 'pg-copy-streams';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, connectAdmin } from '@darkroom/server/db/connect';
import { migrate } from '@darkroom/server/db/migrate';
import { migrations } from '@darkroom/server/db/migrations';
import { DEMO_SIGN_INS, seedDemo } from '../demo/demo.ts';
import { createTestApp } from '@darkroom/server/testing/app';
import { createDemoBackup, NOW, OWNER, restoreFile, SMALL_DEMO } from './demo-backup.ts';
import { createTestDatabase } from '@darkroom/server/testing/database';
import { buildTask } from '@darkroom/server/testing/factories/work';
import { fingerprintTables } from '@darkroom/server/testing/table-fingerprints';
import { openBackup } from '@darkroom/server/backup/backup-file';
import { createBackup, EXCLUDED_TABLES } from '@darkroom/server/backup/back-up';

let demo: Awaited<ReturnType<typeof createDemoBackup>>;

beforeAll(async () => {
  demo = await createDemoBackup();
});
afterAll(() => demo.close());

describe('a backup of a database', () => {
  it('a backup restores all rows except sessions, without superuser rights', async () => {
    const target = await demo.emptyDatabase();
    const { rows, findings, migrated } = await restoreFile(demo.good, target);
    expect(findings.filter(({ ids }) => ids.length > 0)).toEqual([]);
    expect(migrated).toEqual([]);
    const was = await fingerprintTables(demo.made.databaseUrl);
    const is = await fingerprintTables(target);
    for (const name of EXCLUDED_TABLES) {
      expect(is[name]).toBe('0 ');
      delete was[name];
      delete is[name];
    }
    expect(is).toEqual(was);
    const counted = Object.entries(was).filter(([name]) => name !== 'schema_migration');
    expect(rows).toBe(counted.reduce((sum, [, print]) => sum + Number(print.split(' ')[0]), 0));
  });

  it('people can sign in and continue working after a restore', async () => {
    const target = await demo.emptyDatabase();
    await restoreFile(demo.good, target);
    const db = connect({ databaseUrl: target });
    const restored = await createTestApp({ database: { db, databaseUrl: target } });
    for (const { username, password } of DEMO_SIGN_INS.slice(0, 3)) {
      const response = await restored.withToken(null).send(endpoints.user.login, { username, password });
      expect([username, response.status]).toEqual([username, 200]);
    }
    // New rows get new numbers, and the triggers count them.
    const { task_id } = await buildTask(db);
    expect(task_id).toBeGreaterThan(1);
    await restored.close();
    await db.destroy();
  });

  it('a backup has the state of one instant while people write', async () => {
    const writing = await createTestDatabase();
    await seedDemo(writing.db, SMALL_DEMO);
    const countTasks = async () =>
      (
        await writing.db
          .selectFrom('task')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n;
    let going = true;
    const writeTasks = async () => {
      while (going) {
        await writing.db.transaction().execute(async (db) => buildTask(db as typeof writing.db));
      }
    };
    const writers = [writeTasks(), writeTasks(), writeTasks()];
    const before = await countTasks();
    while ((await countTasks()) < before + 20);
    const { path } = await createBackup(writing.databaseUrl, {
      folder: demo.folder,
      now: new Date('2026-11-20T10:00:00Z'),
    });
    const after = await countTasks();
    going = false;
    await Promise.all(writers);

    const target = await demo.emptyDatabase();
    const { findings } = await restoreFile(path, target);
    expect(findings.filter(({ ids }) => ids.length > 0)).toEqual([]);
    const { manifest, close } = await openBackup(path);
    close();
    const tasks = manifest.tables.find(({ name }) => name === 'task')?.rows ?? 0;
    expect(tasks).toBeGreaterThanOrEqual(before + 20);
    expect(tasks).toBeLessThan(after);
    // Each table is identical byte for byte to its state at that instant.
    const client = await connectAdmin(target);
    for (const { name, columns, sha256 } of manifest.tables) {
      const list = columns.map((column) => `"${column}"`).join(', ');
      const text = await buffer(client.query(copyTo(`copy "${name}" (${list}) to stdout`)));
      expect([name, createHash('sha256').update(text).digest('hex')]).toEqual([name, sha256]);
    }
    await client.end();
    await writing.drop();
  });

  it('a backup of an older schema is migrated to the current one', async () => {
    const older = (await demo.emptyDatabase()).replace(OWNER, new URL(demo.adminUrl).username);
    const then = migrations.findIndex(({ name }) => name === '026_portal');
    await migrate(older, { migrations: migrations.slice(0, then) });
    const client = await connectAdmin(older);
    await client.query(`
      insert into cus0 (name) values ('Lumen');
      insert into cus1 (cus_id0, name) select id, 'Sydney' from cus0;
      insert into customer_request (cus_id1, type, board, subject, full_name, reply, reviewed_at)
        select id, 'FAULTS', 'CS_BOARD', 'Too dark', 'Ada', 'Corrected', '2026-11-01' from cus1`);
    await client.end();
    const { path } = await createBackup(older, { folder: demo.folder, now: new Date('2026-11-20T11:00:00Z') });
    const target = await demo.emptyDatabase();
    const { migrated, findings } = await restoreFile(path, target);
    expect(migrated).toEqual(migrations.slice(then).map(({ name }) => name));
    expect(findings.filter(({ ids }) => ids.length > 0)).toEqual([]);
    const restored = await connectAdmin(target);
    const { rows } = await restored.query('select text from request_message');
    expect(rows).toEqual([{ text: 'Corrected' }]);
    await restored.end();
  });

  it('a backup is readable only for its owner and never replaces another', async () => {
    expect((await stat(demo.good)).mode & 0o777).toBe(0o600);
    const was = await readFile(demo.good);
    await expect(createBackup(demo.made.databaseUrl, { folder: demo.folder, now: NOW })).rejects.toThrow(
      /A backup never replaces a file/,
    );
    expect((await readFile(demo.good)).equals(was)).toBe(true);
  });

  it('a backup leaves no files when the database ends in the middle', async () => {
    const own = await mkdtemp(join(tmpdir(), 'darkroom-backup-'));
    const admin = await connectAdmin(demo.made.databaseUrl);
    await admin.query('begin; lock table task in access exclusive mode');
    const stop = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'lock table%'`;
    const cutOff = async () => {
      // A separate connection, because within one transaction the list of connections is read only once.
      const secondConnection = await connectAdmin(demo.made.databaseUrl);
      while ((await secondConnection.query(stop)).rowCount === 0);
      await secondConnection.end();
    };
    const cut = cutOff();
    await expect(createBackup(demo.made.databaseUrl, { folder: own, now: NOW })).rejects.toThrow(/terminat/i);
    await cut;
    await admin.query('rollback');
    await admin.end();
    expect(await readdir(own)).toEqual([]);
    await rm(own, { recursive: true });
  });

  it('older backups are deleted only when a number of backups to keep is given', async () => {
    const own = await mkdtemp(join(tmpdir(), 'darkroom-backup-'));
    const toTime = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));
    await writeFile(join(own, 'orders.xlsx'), 'orders');
    const small = await createTestDatabase();
    for (const hour of [1, 2, 3]) await createBackup(small.databaseUrl, { folder: own, now: toTime(hour) });
    expect(await readdir(own)).toHaveLength(4);
    const { removed } = await createBackup(small.databaseUrl, { folder: own, now: toTime(4), keep: 2 });
    expect(removed).toHaveLength(2);
    expect((await readdir(own)).sort()).toEqual([
      'darkroom-2026-11-20T030000Z.backup',
      'darkroom-2026-11-20T040000Z.backup',
      'orders.xlsx',
    ]);
    await small.drop();
    await rm(own, { recursive: true });
  });

  it('a backup reports in one line where it could not be written', async () => {
    await expect(createBackup(demo.made.databaseUrl, { folder: demo.good, now: NOW })).rejects.toThrow(
      /not be written to .*EEXIST/,
    );
  });

  it('a backup of a database that is not Darkroom’s is refused', async () => {
    const empty = await demo.emptyDatabase();
    await expect(createBackup(empty, { folder: demo.folder, now: new Date('2026-11-20T12:00:00Z') })).rejects.toThrow(
      /not a database of Darkroom/,
    );
  });
});

it('a restore lists failed checks and still succeeds', async () => {
  const own = await createTestDatabase();
  await own.db
    .insertInto('user_account')
    .values({ username: 'left', full_name: 'Left Alone', account: 'staff' })
    .execute();
  const { path } = await createBackup(own.databaseUrl, { folder: demo.folder, now: new Date('2026-11-20T13:00:00Z') });
  const target = await demo.emptyDatabase();
  const { findings } = await restoreFile(path, target);
  expect(findings.filter(({ ids }) => ids.length > 0).map(({ ids }) => ids)).toEqual([['1']]);
  expect((await fingerprintTables(target))['user_account']).toBe(
    (await fingerprintTables(own.databaseUrl))['user_account'],
  );
  await own.drop();
});
