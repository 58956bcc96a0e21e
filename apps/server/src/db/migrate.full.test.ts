import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { StartError } from '../config.ts';
import { cloneTemplate, dropClone } from '../testing/test-server.ts';
import { connect, connectAdmin, type Database } from './connect.ts';
import { migrate } from './migrate.ts';
import { migrations, readMigrations } from './migrations.ts';

describe('migrations', () => {
  const server = inject('testServer');
  let databaseUrl: string;
  let db: Database;

  beforeAll(async () => {
    databaseUrl = await cloneTemplate(server);
    db = connect({ databaseUrl });
  });
  afterAll(async () => {
    await db.destroy();
    await dropClone(server.adminUrl, databaseUrl);
  });

  const addMigration = (text: string) =>
    readMigrations({
      ...Object.fromEntries(migrations.map((known) => [`${known.name}.sql`, known.sql])),
      [`${String(migrations.length + 1).padStart(3, '0')}_next.sql`]: text,
    });

  it('no migration runs on an up-to-date database', async () => {
    expect(await migrate(databaseUrl)).toEqual([]);
  });

  it('a migration runs completely or not at all, and names its failed line', async () => {
    const broken = addMigration('create table half_made (id int);\n\nselect nonsense;');
    await expect(migrate(databaseUrl, { migrations: broken })).rejects.toThrow(/_next failed: .*nonsense.*line 3/);
    const { rows } = await sql<{ name: string | null }>`select to_regclass('half_made')::text as name`.execute(db);
    expect(rows).toEqual([{ name: null }]);
  });

  it('a migration runs once when several processes start together', async () => {
    const next = addMigration('create table taken_once (id int); select pg_sleep(0.1);');
    const results = await Promise.all([1, 2, 3, 4].map(() => migrate(databaseUrl, { migrations: next })));
    expect(results.flat()).toHaveLength(1);
  });

  it('a database that is newer than the program is refused', async () => {
    await expect(migrate(databaseUrl)).rejects.toThrow(/newer than this program/);
  });

  it('a database is refused when an earlier migration has changed', async () => {
    const changed = addMigration('create table taken_once (id bigint);');
    await expect(migrate(databaseUrl, { migrations: changed })).rejects.toThrow(/was changed after/);
  });

  it('different line ends are ignored', () => {
    const [unix] = readMigrations({ '001_a.sql': 'select 1;\nselect 2;\n' });
    const [dos] = readMigrations({ '001_a.sql': 'select 1;\r\nselect 2;\r\n' });
    expect(dos).toEqual(unix);
  });

  it('file names with an ambiguous order are refused', () => {
    expect(() => readMigrations({ '001_a.sql': '', '001_b.sql': '' })).toThrow(/001_b/);
    expect(() => readMigrations({ '002_a.sql': '' })).toThrow(/002_a/);
    expect(() => readMigrations({ 'first.sql': '' })).toThrow(/first/);
  });
});

it('a database without Vietnamese encoding is refused with one line about the fix', async () => {
  const { adminUrl } = inject('testServer');
  const address = new URL(adminUrl);
  address.pathname = `/darkroom_test_${process.pid}_latin`;
  const admin = await connectAdmin(adminUrl);
  const name = address.pathname.slice(1);
  await admin.query(`create database ${name} template template0 encoding 'LATIN1' locale_provider libc locale 'C'`);
  await admin.end();
  try {
    await expect(migrate(address.href)).rejects.toThrow(/cannot hold or compare Vietnamese names.*encoding 'UTF8'/);
    await expect(migrate(address.href)).rejects.toBeInstanceOf(StartError);
  } finally {
    await dropClone(adminUrl, address.href);
  }
});

it('production IDs that differ only by case are kept, and new ones refused', async () => {
  const server = inject('testServer');
  const address = new URL(server.adminUrl);
  address.pathname = `/darkroom_test_${process.pid}_twins`;
  const databaseUrl = address.href;
  const admin = await connectAdmin(server.adminUrl);
  await admin.query(`create database ${address.pathname.slice(1)} template template0 encoding 'UTF8'`);
  await admin.end();
  const before = migrations.findIndex(({ name }) => name === '021_prod_id_any_case');
  await migrate(databaseUrl, { migrations: migrations.slice(0, before) });
  const db = connect({ databaseUrl });
  try {
    await sql`
      with a as (insert into cus0 (name) values ('Lumen') returning id),
           b as (insert into cus1 (cus_id0, name) select id, 'Sydney' from a returning id)
      insert into cus2 (cus_id1, name) select id, 'Studio' from b`.execute(db);
    const insertJob = (prod_id: string) =>
      sql`insert into job (job_date, prod_id, job_name, customer2_id)
          select '2026-11-20', ${prod_id}, 'Table', id from cus2`.execute(db);
    for (const prod_id of ['Lumen-1', 'lumen-1', 'LUMEN-1', 'Ánh-2']) await insertJob(prod_id);
    await migrate(databaseUrl);
    const { rows } = await sql<{ prod_id: string; prod_id_twin: boolean }>`
      select prod_id, prod_id_twin from job order by job_id`.execute(db);
    expect(rows.map(Object.values)).toEqual([
      ['Lumen-1', false],
      ['lumen-1', true],
      ['LUMEN-1', true],
      ['Ánh-2', false],
    ]);
    await expect(insertJob('luMEN-1')).rejects.toThrow(/job_prod_id_any_case/);
    await expect(insertJob('ánh-2')).rejects.toThrow(/job_prod_id_any_case/);
    await insertJob('Lumen-2');
  } finally {
    await db.destroy();
    await dropClone(server.adminUrl, databaseUrl);
  }
});

it('a database with foreign tables is refused, and one with an extension accepted', async () => {
  const { adminUrl } = inject('testServer');
  const address = new URL(adminUrl);
  address.pathname = `/darkroom_test_${process.pid}_foreign`;
  const admin = await connectAdmin(adminUrl);
  await admin.query(`create database ${address.pathname.slice(1)} template template0 encoding 'UTF8'`);
  await admin.end();
  const foreign = await connectAdmin(address.href);
  try {
    await foreign.query('create table job (id int); create view opening as select 1 as one');
    const line =
      /^The database has tables that are not Darkroom's \(job, opening\) and was not changed\. .*DATABASE_URL/;
    await expect(migrate(address.href)).rejects.toThrow(line);
    await expect(migrate(address.href)).rejects.toBeInstanceOf(StartError);
    const { rows } = await foreign.query('select relname from pg_class where relnamespace = $1::regnamespace', [
      'public',
    ]);
    expect(rows).toEqual([{ relname: 'job' }, { relname: 'opening' }]);
    await foreign.query('drop table job; drop view opening; create extension pg_stat_statements');
    expect(await migrate(address.href)).toHaveLength(migrations.length);
  } finally {
    await foreign.end();
    await dropClone(adminUrl, address.href);
  }
});
