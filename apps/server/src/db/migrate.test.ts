import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { cloneTemplate, dropClone } from '../testing/test-server.ts';
import { connect, type Database } from './connect.ts';
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

  const withNext = (text: string) =>
    readMigrations({
      ...Object.fromEntries(migrations.map((known) => [`${known.name}.sql`, known.sql])),
      [`${String(migrations.length + 1).padStart(3, '0')}_next.sql`]: text,
    });

  it('do nothing on a database that has them all', async () => {
    expect(await migrate(databaseUrl)).toEqual([]);
  });

  it('are taken whole or not at all, and the message says where they broke', async () => {
    const broken = withNext('create table half_made (id int);\n\nselect nonsense;');
    await expect(migrate(databaseUrl, { migrations: broken })).rejects.toThrow(/_next failed: .*nonsense.*line 3/);
    const { rows } = await sql<{ name: string | null }>`select to_regclass('half_made')::text as name`.execute(db);
    expect(rows).toEqual([{ name: null }]);
  });

  it('are taken once when several processes start together', async () => {
    const next = withNext('create table taken_once (id int); select pg_sleep(0.1);');
    const taken = await Promise.all([1, 2, 3, 4].map(() => migrate(databaseUrl, { migrations: next })));
    expect(taken.flat()).toHaveLength(1);
  });

  it('refuse a database that is newer than the program', async () => {
    await expect(migrate(databaseUrl)).rejects.toThrow(/newer than this program/);
  });

  it('refuse to go on when one that was taken has changed since', async () => {
    const changed = withNext('create table taken_once (id bigint);');
    await expect(migrate(databaseUrl, { migrations: changed })).rejects.toThrow(/was changed after/);
  });

  it('see no change in other line ends', () => {
    const [unix] = readMigrations({ '001_a.sql': 'select 1;\nselect 2;\n' });
    const [dos] = readMigrations({ '001_a.sql': 'select 1;\r\nselect 2;\r\n' });
    expect(dos).toEqual(unix);
  });

  it('refuse numbers that leave their order open', () => {
    expect(() => readMigrations({ '001_a.sql': '', '001_b.sql': '' })).toThrow(/001_b/);
    expect(() => readMigrations({ '002_a.sql': '' })).toThrow(/002_a/);
    expect(() => readMigrations({ 'first.sql': '' })).toThrow(/first/);
  });
});
