import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { endpoints } from '@darkroom/contract/endpoints';
import { to as copyTo } from 'pg-copy-streams';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ZipFile } from 'yazl';
import { connect, connectAdmin } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { migrations } from '../db/migrations.ts';
import { DEMO_SIGN_INS, seedDemo } from '../seed/demo.ts';
import { testApp } from '../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { buildTask } from '../testing/factories/work.ts';
import { printOf } from '../testing/table-prints.ts';
import { dropClone } from '../testing/test-server.ts';
import { MANIFEST, NOTE, openBackup, sealing, type Manifest } from './archive.ts';
import { backUp, LEFT_OUT } from './back-up.ts';
import { restore } from './restore.ts';

const SMALL = { log: () => undefined, days: 20, jobs: 240, open: 50, now: '2026-11-20T09:30:00.000Z' };
const NOW = new Date('2026-11-20T09:30:05.123Z');
const OWNER = `darkroom_test_owner_${process.pid}`;

const { adminUrl } = inject('testServer');
const dropped: string[] = [];
let made: TestDatabase;
let folder: string;
/** A backup of the demo bureau. */
let good: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'darkroom-backup-'));
  made = await createTestDatabase();
  await seedDemo(made.db, SMALL);
  ({ path: good } = await backUp(made.databaseUrl, { folder, now: NOW }));
  const admin = await connectAdmin(adminUrl);
  await admin.query(`create role ${OWNER} login`);
  await admin.end();
});
afterAll(async () => {
  await made.drop();
  for (const url of dropped) await dropClone(adminUrl, url);
  const admin = await connectAdmin(adminUrl);
  await admin.query(`drop role ${OWNER}`);
  await admin.end();
  await rm(folder, { recursive: true });
});

/** A database with nothing in it, whose owner is no superuser. */
async function emptyDatabase(): Promise<string> {
  const url = new URL(adminUrl);
  const name = `darkroom_test_${process.pid}_restored_${dropped.length}`;
  const admin = await connectAdmin(adminUrl);
  await admin.query(`create database ${name} template template0 encoding 'UTF8' owner ${OWNER}`);
  await admin.end();
  url.pathname = `/${name}`;
  dropped.push(url.href);
  url.username = OWNER;
  url.password = '';
  return url.href;
}

const tablesIn = async (databaseUrl: string) => Object.keys(await printOf(databaseUrl));
const restoreFile = async (path: string, databaseUrl: string) => {
  const backup = await openBackup(path);
  return restore(databaseUrl, backup).finally(() => backup.close());
};

/** The good backup with another manifest, sealed as if it had been made so. */
async function resealed(name: string, change: (manifest: Manifest) => object): Promise<string> {
  const backup = await openBackup(good);
  const zip = new ZipFile();
  const path = join(folder, name);
  zip.addBuffer(Buffer.from('A backup'), NOTE);
  for (const { file } of backup.manifest.tables) zip.addBuffer(await buffer(await backup.read(file)), file);
  zip.addBuffer(Buffer.from(JSON.stringify({ ...backup.manifest, ...change(backup.manifest) })), MANIFEST);
  zip.end({ forceZip64Format: false, comment: '0'.repeat(64) });
  await pipeline(zip.outputStream as Readable, sealing(), createWriteStream(path));
  backup.close();
  return path;
}

describe('a backup', () => {
  it('brings back every row of every table but sessions, in a database whose owner is no superuser', async () => {
    const target = await emptyDatabase();
    const { rows, findings, migrated } = await restoreFile(good, target);
    expect(findings.filter(({ ids }) => ids.length > 0)).toEqual([]);
    expect(migrated).toEqual([]);
    const was = await printOf(made.databaseUrl);
    const is = await printOf(target);
    for (const name of LEFT_OUT) {
      expect(is[name]).toBe('0 ');
      delete was[name];
      delete is[name];
    }
    expect(is).toEqual(was);
    const counted = Object.entries(was).filter(([name]) => name !== 'schema_migration');
    expect(rows).toBe(counted.reduce((sum, [, print]) => sum + Number(print.split(' ')[0]), 0));
  });

  it('lets people sign in and go on working where it was restored', async () => {
    const target = await emptyDatabase();
    await restoreFile(good, target);
    const db = connect({ databaseUrl: target });
    const restored = await testApp({ database: { db, databaseUrl: target } });
    for (const { username, password } of DEMO_SIGN_INS.slice(0, 3)) {
      const answer = await restored.withToken(null).send(endpoints.user.login, { username, password });
      expect([username, answer.status]).toEqual([username, 200]);
    }
    // New rows get new numbers, and the triggers count them.
    const { task_id } = await buildTask(db);
    expect(task_id).toBeGreaterThan(1);
    await restored.close();
    await db.destroy();
  });

  it('is of one instant while people write, and restores to just that', async () => {
    const writing = await createTestDatabase();
    await seedDemo(writing.db, SMALL);
    const count = async () =>
      (
        await writing.db
          .selectFrom('task')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n;
    let going = true;
    const writer = async () => {
      while (going) {
        await writing.db.transaction().execute(async (db) => buildTask(db as typeof writing.db));
      }
    };
    const writers = [writer(), writer(), writer()];
    const before = await count();
    while ((await count()) < before + 20);
    const { path } = await backUp(writing.databaseUrl, { folder, now: new Date('2026-11-20T10:00:00Z') });
    const after = await count();
    going = false;
    await Promise.all(writers);

    const target = await emptyDatabase();
    const { findings } = await restoreFile(path, target);
    expect(findings.filter(({ ids }) => ids.length > 0)).toEqual([]);
    const { manifest, close } = await openBackup(path);
    close();
    const tasks = manifest.tables.find(({ name }) => name === 'task')?.rows ?? 0;
    expect(tasks).toBeGreaterThanOrEqual(before + 20);
    expect(tasks).toBeLessThan(after);
    // Each table, read out again, is byte for byte what was read in that instant.
    const client = await connectAdmin(target);
    for (const { name, columns, sha256 } of manifest.tables) {
      const list = columns.map((column) => `"${column}"`).join(', ');
      const text = await buffer(client.query(copyTo(`copy "${name}" (${list}) to stdout`)));
      expect([name, createHash('sha256').update(text).digest('hex')]).toEqual([name, sha256]);
    }
    await client.end();
    await writing.drop();
  });

  it('of an older schema is brought to the one of today', async () => {
    const older = (await emptyDatabase()).replace(OWNER, new URL(adminUrl).username);
    const then = migrations.findIndex(({ name }) => name === '026_portal');
    await migrate(older, { migrations: migrations.slice(0, then) });
    const client = await connectAdmin(older);
    await client.query(`
      insert into cus0 (name) values ('Lumen');
      insert into cus1 (cus_id0, name) select id, 'Sydney' from cus0;
      insert into customer_request (cus_id1, type, board, subject, full_name, reply, reviewed_at)
        select id, 'FAULTS', 'CS_BOARD', 'Too dark', 'Ada', 'Mended', '2026-11-01' from cus1`);
    await client.end();
    const { path } = await backUp(older, { folder, now: new Date('2026-11-20T11:00:00Z') });
    const target = await emptyDatabase();
    const { migrated, findings } = await restoreFile(path, target);
    expect(migrated).toEqual(migrations.slice(then).map(({ name }) => name));
    expect(findings.filter(({ ids }) => ids.length > 0)).toEqual([]);
    const restored = await connectAdmin(target);
    const { rows } = await restored.query('select text from request_message');
    expect(rows).toEqual([{ text: 'Mended' }]);
    await restored.end();
  });

  it('is its owner’s alone, and never replaces another', async () => {
    expect((await stat(good)).mode & 0o777).toBe(0o600);
    const was = await readFile(good);
    await expect(backUp(made.databaseUrl, { folder, now: NOW })).rejects.toThrow(/no backup replaces another/);
    expect((await readFile(good)).equals(was)).toBe(true);
  });

  it('leaves nothing behind when the database goes away in its middle', async () => {
    const own = await mkdtemp(join(tmpdir(), 'darkroom-backup-'));
    const admin = await connectAdmin(made.databaseUrl);
    await admin.query('begin; lock table task in access exclusive mode');
    const stop = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'lock table%'`;
    const cutOff = async () => {
      // Beside the lock: within one transaction the list of connections is read once.
      const beside = await connectAdmin(made.databaseUrl);
      while ((await beside.query(stop)).rowCount === 0);
      await beside.end();
    };
    const cut = cutOff();
    await expect(backUp(made.databaseUrl, { folder: own, now: NOW })).rejects.toThrow(/terminat/i);
    await cut;
    await admin.query('rollback');
    await admin.end();
    expect(await readdir(own)).toEqual([]);
    await rm(own, { recursive: true });
  });

  it('makes older ones go only where it is told how many to keep, and nothing else', async () => {
    const own = await mkdtemp(join(tmpdir(), 'darkroom-backup-'));
    const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));
    await writeFile(join(own, 'orders.xlsx'), 'orders');
    const small = await createTestDatabase();
    for (const hour of [1, 2, 3]) await backUp(small.databaseUrl, { folder: own, now: at(hour) });
    expect(await readdir(own)).toHaveLength(4);
    const { removed } = await backUp(small.databaseUrl, { folder: own, now: at(4), keep: 2 });
    expect(removed).toHaveLength(2);
    expect((await readdir(own)).sort()).toEqual([
      'darkroom-2026-11-20T030000Z.backup',
      'darkroom-2026-11-20T040000Z.backup',
      'orders.xlsx',
    ]);
    await small.drop();
    await rm(own, { recursive: true });
  });

  it('says in one line where it could not be written', async () => {
    await expect(backUp(made.databaseUrl, { folder: good, now: NOW })).rejects.toThrow(/not be written to .*EEXIST/);
  });

  it('is not made of a database that is not Darkroom’s', async () => {
    const empty = await emptyDatabase();
    await expect(backUp(empty, { folder, now: new Date('2026-11-20T12:00:00Z') })).rejects.toThrow(/no database of/);
  });
});

describe('a restore is refused, and leaves nothing,', () => {
  let target: string;
  beforeAll(async () => {
    target = await emptyDatabase();
  });
  const refused = async (path: string, why: RegExp) => {
    await expect(restoreFile(path, target)).rejects.toThrow(why);
    expect(await tablesIn(target)).toEqual([]);
  };
  const written = async (name: string, bytes: Buffer | string) => {
    await writeFile(join(folder, name), bytes);
    return join(folder, name);
  };

  it.each([0.01, 0.3, 0.5, 0.7, 0.99])('when one byte was altered, at %d of its length', async (part) => {
    const bytes = await readFile(good);
    const at = Math.floor(bytes.length * part);
    bytes[at] = bytes[at]! ^ 1;
    await refused(await written('altered.backup', bytes), /was altered/);
  });

  it('when its checksum was altered', async () => {
    const bytes = await readFile(good);
    bytes[bytes.length - 1] = bytes.at(-1) === 48 ? 49 : 48;
    await refused(await written('altered.backup', bytes), /was altered/);
  });

  it.each([0.2, 0.9, 0.999])('when it was cut short, at %d of its length', async (part) => {
    const bytes = await readFile(good);
    await refused(await written('cut.backup', bytes.subarray(0, Math.floor(bytes.length * part))), /is cut short/);
  });

  it('when it is no backup, or not there', async () => {
    await refused(await written('orders.xlsx', 'PK and something else altogether, for long enough'), /is not a backup/);
    await refused(await written('empty.backup', ''), /is not a backup/);
    await refused(join(folder, 'nowhere.backup'), /There is no/);
  });

  it('when it is of a newer Darkroom, or of another', async () => {
    const next = { number: migrations.length + 1, name: '999_next', checksum: 'a'.repeat(64) };
    const newer = await resealed('newer.backup', (m) => ({ migrations: [...m.migrations, next] }));
    await refused(newer, /newer Darkroom: it has 999_next/);
    await refused(await resealed('format.backup', () => ({ format: 2 })), /made by a newer Darkroom/);
    const other = await resealed('other.backup', (m) => ({
      migrations: [{ ...next, number: 1 }, ...m.migrations.slice(1)],
    }));
    await refused(other, /of another Darkroom/);
  });

  it('when what it loads is not what the manifest says', async () => {
    const more = await resealed('more.backup', ({ tables }) => ({
      tables: tables.map((table) => (table.name === 'task' ? { ...table, rows: table.rows + 1 } : table)),
    }));
    await refused(more, /task has \d+ rows where the backup has/);
    const other = await resealed('sum.backup', ({ tables }) => ({
      tables: tables.map((table) => (table.name === 'team' ? { ...table, sha256: 'b'.repeat(64) } : table)),
    }));
    await refused(other, /team\.copy of the backup is not what was written/);
  });

  it('when there is something in the database already', async () => {
    const client = await connectAdmin(target);
    await client.query('create table of_somebody_else (id int)');
    await expect(restoreFile(good, target)).rejects.toThrow(/not empty: it has 1 tables/);
    expect(await tablesIn(target)).toEqual(['of_somebody_else']);
    await client.query('drop table of_somebody_else');
    await client.end();
    const was = await printOf(made.databaseUrl);
    await expect(restoreFile(good, made.databaseUrl)).rejects.toThrow(/not empty/);
    expect(await printOf(made.databaseUrl)).toEqual(was);
  });
});

it('tells what was off when the backup was made, and brings it back all the same', async () => {
  const own = await createTestDatabase();
  await own.db
    .insertInto('user_account')
    .values({ username: 'left', full_name: 'Left Alone', account: 'staff' })
    .execute();
  const { path } = await backUp(own.databaseUrl, { folder, now: new Date('2026-11-20T13:00:00Z') });
  const target = await emptyDatabase();
  const { findings } = await restoreFile(path, target);
  expect(findings.filter(({ ids }) => ids.length > 0).map(({ ids }) => ids)).toEqual([['1']]);
  expect((await printOf(target))['user_account']).toBe((await printOf(own.databaseUrl))['user_account']);
  await own.drop();
});
