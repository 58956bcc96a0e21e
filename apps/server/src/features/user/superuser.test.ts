import { afterAll, beforeAll, expect, it } from 'vitest';
import { StartError } from '../../config.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { isPassword } from './password.ts';
import { createSuperuser } from './superuser.service.ts';

const NOW = '2026-11-20T03:00:00.000Z';
const ngoc = { username: ' ngoc.tran ', full_name: 'Trần Ngọc', password: 'a long and quiet evening' };
let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

it('a superuser is created as a member of staff, and audited without the password', async () => {
  const { db } = test;
  const id = await createSuperuser(db, ngoc, NOW);
  const account = await db.selectFrom('user_account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(account).toMatchObject({ username: 'ngoc.tran', full_name: 'Trần Ngọc', is_superuser: true, active: true });
  expect(await isPassword(account.password_hash, ngoc.password)).toBe(true);
  expect(await db.selectFrom('staff').select('staff_id').where('id', '=', id).execute()).toHaveLength(1);
  const trace = await db.selectFrom('audit').selectAll().where('subject_id', '=', id).execute();
  expect(trace).toHaveLength(1);
  expect(JSON.stringify(trace)).not.toContain(ngoc.password);
});

it('a taken username is refused, ignoring case', async () => {
  await expect(createSuperuser(test.db, { ...ngoc, username: 'NGOC.TRAN' }, NOW)).rejects.toThrow(/is taken/);
});

it.each([
  ['a short password', { password: 'short' }],
  ['a common password', { password: 'password123' }],
  ['its own name as password', { username: 'somebody', password: 'Somebody' }],
  ['a name with a space', { username: 'tran ngoc' }],
  ['a name of two alphabets', { username: 'tr\u0430n' }],
  ['no name', { username: '' }],
])('%s is refused', async (_what, change) => {
  const attempt = createSuperuser(test.db, { ...ngoc, username: 'other', ...change }, NOW);
  await expect(attempt).rejects.toThrow(StartError);
});
