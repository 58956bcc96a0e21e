import { afterAll, beforeAll, expect, it } from 'vitest';
import { StartError } from '@darkroom/server/config';
import { connectAdmin } from '@darkroom/server/db/connect';
import { resetDatabase } from '@darkroom/server/db/open';
import { createTestDatabase, type TestDatabase } from '@darkroom/server/testing/database';
import { listDemoUsernames, seedBureau } from './demo.ts';
import { rejectProduction, rejectUnconfirmed } from './reset.ts';

let bureau: TestDatabase;
let name: string;

beforeAll(async () => {
  bureau = await createTestDatabase();
  name = new URL(bureau.databaseUrl).pathname.slice(1);
  await seedBureau(bureau.db, { now: '2026-11-20T02:00:00.000Z', password_hash: '' });
});
afterAll(() => bureau.drop());

const embedded = { external: false, named: undefined };

it('a reset never empties a bureau in production', () => {
  expect(() => rejectProduction({ production: true })).toThrow(StartError);
  expect(() => rejectProduction({ production: true })).toThrow(/NODE_ENV=production/);
  expect(() => rejectProduction({ production: false })).not.toThrow();
});

it('a reset never empties a database with a connected server or user', async () => {
  const server = await connectAdmin(bureau.databaseUrl);
  try {
    for (const target of [embedded, { external: true, named: name }])
      await expect(rejectUnconfirmed(bureau.databaseUrl, target)).rejects.toThrow(
        /is in use by .*darkroom admin.*Stop that/,
      );
  } finally {
    await server.end();
  }
});

it('a reset empties the demo bureau at once, and other databases only by name', async () => {
  const { rows } = await queryAsAdmin('select username from user_account');
  const names = rows.map(({ username }) => username as string);
  expect(names.filter((username) => !listDemoUsernames().has(username))).toEqual([]);
  // The command has no other connection.
  await bureau.db.destroy();
  await rejectUnconfirmed(bureau.databaseUrl, embedded);

  const outside = { external: true, named: undefined };
  await expect(rejectUnconfirmed(bureau.databaseUrl, outside)).rejects.toThrow(`npm run db:reset -- --yes ${name}`);
  await expect(rejectUnconfirmed(bureau.databaseUrl, { external: true, named: 'darkroom_dev' })).rejects.toThrow(
    `The database is ${name}, not darkroom_dev`,
  );

  await queryAsAdmin(`update user_account set username = 'hanh.real' where username = 'admin'`);
  const line = /not only a demo bureau \(1 more accounts: hanh\.real\).* --yes /;
  await expect(rejectUnconfirmed(bureau.databaseUrl, embedded)).rejects.toThrow(line);
  await expect(rejectUnconfirmed(bureau.databaseUrl, embedded)).rejects.toBeInstanceOf(StartError);
  await rejectUnconfirmed(bureau.databaseUrl, { external: false, named: name });
});

it('a reset empties the schema of the search path', async () => {
  await queryAsAdmin(
    `drop schema public cascade; create schema dark; create table dark.left_over (id int); alter database ${name} set search_path = dark`,
  );
  await resetDatabase(bureau.databaseUrl);
  const { rows } = await queryAsAdmin(
    `select to_regclass('dark.left_over') is null as gone, to_regclass('dark.user_account') is not null as made`,
  );
  expect(rows).toEqual([{ gone: true, made: true }]);
});

async function queryAsAdmin(text: string) {
  const admin = await connectAdmin(bureau.databaseUrl);
  try {
    return await admin.query<Record<string, unknown>>(text);
  } finally {
    await admin.end();
  }
}
