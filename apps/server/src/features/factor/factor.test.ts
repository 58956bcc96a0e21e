import { endpoints } from '@darkroom/contract/endpoints';
import type { FactorPolicy } from '@darkroom/domain/user/second-factor';
import { mkdtemp, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOTP, Secret } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedBuiltIn } from '../../db/built-in-data.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCustomerAccount, buildStaff, type BuiltAccount } from '../../testing/factories/people.ts';
import { hashPassword } from '../user/password.ts';

const PASSWORD = 'darkroom-demo-1';
const { user } = endpoints;
let bureau: TestApp;
let password_hash: string;
let dataFolder: string;

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'darkroom-key-'));
  bureau = await createTestApp({ config: { dataFolder } });
  await seedBuiltIn(bureau.db);
  password_hash = await hashPassword(PASSWORD);
});
afterAll(() => bureau.close());

const setPolicy = (policy: Partial<FactorPolicy>) =>
  bureau.db
    .updateTable('metadata')
    .set({ value: JSON.stringify({ mode: 'offered', permissions: [], required_from: null, ...policy }) })
    .where('key', '=', 'second_factor')
    .execute();
const signIn = async ({ username }: BuiltAccount): Promise<ApiClient & { pending: string | null }> => {
  const { body } = await bureau.withToken(null).send(user.login, { username, password: PASSWORD });
  return { ...bureau.withToken(body.access_token), pending: body.pending };
};
const addPerson = (fields: object = {}) => buildStaff(bureau.db, { password_hash, ...fields });
/** Codes of an app at the bureau's time, some periods later. */
const codeOf = (key: string, periods = 0) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.parse(bureau.clock()) + periods * 30_000 });
/** Sets up an app for a signed-in client. */
async function enrol(client: ApiClient) {
  const { id, key } = await client.call(user.addTotp, { name: 'Điện thoại' });
  const { recovery_codes } = await client.call(user.confirmTotp, { id, code: codeOf(key!) });
  bureau.clock.advance(31_000);
  return { id, key: key!, recovery_codes: recovery_codes! };
}

describe('codes of an app', () => {
  it('a person with an app needs its code after the password, and can do nothing before', async () => {
    await setPolicy({});
    const person = await addPerson({ permissions: ['npn_view_job'] });
    const first = await signIn(person);
    expect(first.pending).toBeNull();
    const { key, recovery_codes } = await enrol(first);
    expect(recovery_codes).toHaveLength(10);
    const thief = await signIn(person);
    expect(thief.pending).toBe('verify');
    for (const [endpoint, input] of [
      [endpoints.job.list, {}],
      [user.changePassword, { current_password: PASSWORD, new_password: 'một-mật-khẩu-9' }],
      [user.addTotp, { name: 'Kẻ trộm' }],
      [user.newRecoveryCodes, { password: PASSWORD }],
      [endpoints.token.list, {}],
    ] as const)
      expect((await thief.send(endpoint, input)).problem.code).toBe('second_factor_required');
    expect((await thief.call(user.me, {})).pending).toBe('verify');
    expect((await thief.send(user.verifyFactor, { code: '000000' })).problem.code).toBe('wrong_code');
    const code = codeOf(key);
    await thief.call(user.verifyFactor, { code });
    expect((await thief.send(endpoints.job.list, {})).status).toBe(200);
    // A code is valid once, also in another session.
    const second = await signIn(person);
    expect((await second.send(user.verifyFactor, { code })).problem.code).toBe('wrong_code');
    bureau.clock.advance(31_000);
    await second.call(user.verifyFactor, { code: codeOf(key) });
  });

  it('a clock may be one period off, and a code that is sent twice at once opens one session', async () => {
    const person = await addPerson();
    const { key } = await enrol(await signIn(person));
    const verify = async (code: string) => (await (await signIn(person)).send(user.verifyFactor, { code })).status;
    bureau.clock.advance(120_000);
    expect(await verify(codeOf(key, -2))).toBe(422);
    expect(await verify(codeOf(key, 2))).toBe(422);
    expect(await verify(codeOf(key, -1))).toBe(200);
    const sessions = [await signIn(person), await signIn(person)];
    const code = codeOf(key, 1);
    const statuses = await Promise.all(sessions.map((one) => one.send(user.verifyFactor, { code })));
    expect(statuses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  });

  it('a recovery code opens one session, and attempts are limited', async () => {
    const person = await addPerson();
    const { recovery_codes } = await enrol(await signIn(person));
    const code = recovery_codes[0]!.toUpperCase().replace('-', ' ');
    await (await signIn(person)).call(user.verifyFactor, { code });
    const again = await signIn(person);
    expect((await again.send(user.verifyFactor, { code })).problem.code).toBe('wrong_code');
    const codes = [];
    for (let n = 0; n < 12; n += 1) codes.push((await again.send(user.verifyFactor, { code: '123456' })).problem.code);
    expect(codes.at(-1)).toBe('too_many_attempts');
    bureau.clock.advance(16 * 60_000);
    await again.call(user.verifyFactor, { code: recovery_codes[1]! });
    expect((await again.call(user.factors, {})).recovery_codes).toBe(8);
  });

  it('the key is encrypted in the database, in a file of its own, and never in the audit', async () => {
    const { key, recovery_codes } = await enrol(await signIn(await addPerson()));
    const stored = await bureau.db.selectFrom('user_factor').selectAll().execute();
    const audit = await bureau.db.selectFrom('audit').selectAll().execute();
    const text = JSON.stringify([stored.map((row) => row.secret?.toString('latin1')), audit]);
    for (const secret of [key, ...recovery_codes]) expect(text).not.toContain(secret);
    const file = join(dataFolder, 'key');
    expect(Buffer.from(await readFile(file, 'utf8'), 'base64')).toHaveLength(32);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });
});

describe('the rule of the bureau', () => {
  it('a required factor leads to its setup and to nothing else, from its first day', async () => {
    const person = await addPerson({ permissions: ['npn_admin_allowance'] });
    const other = await addPerson({ permissions: ['npn_view_job'] });
    await setPolicy({ mode: 'permissions', permissions: ['npn_admin_allowance'], required_from: '2099-01-01' });
    expect((await signIn(person)).pending).toBeNull();
    await setPolicy({ mode: 'permissions', permissions: ['npn_admin_allowance'] });
    expect((await signIn(other)).pending).toBeNull();
    const client = await signIn(person);
    expect(client.pending).toBe('enrol');
    expect((await client.send(endpoints.allowance.list, { year: 2026, month: 11 })).problem.code).toBe(
      'second_factor_required',
    );
    expect((await client.send(user.verifyFactor, { code: '123456' })).problem.code).toBe('second_factor_required');
    const { id } = await enrol(client);
    expect((await client.call(user.factors, {})).pending).toBeNull();
    const refused = await client.send(user.removeFactor, { id, password: PASSWORD });
    expect(refused.problem.code).toBe('factor_required');
    await setPolicy({});
    expect((await client.send(user.removeFactor, { id, password: 'falsch-falsch' })).problem.code).toBe(
      'wrong_password',
    );
    await client.call(user.removeFactor, { id, password: PASSWORD });
    expect((await signIn(person)).pending).toBeNull();
  });

  it('customers can have a factor but need none, and a forgotten password does not replace it', async () => {
    await setPolicy({ mode: 'staff' });
    const customer = await buildCustomerAccount(bureau.db, { password_hash });
    const client = await signIn(customer);
    expect(client.pending).toBeNull();
    await enrol(client);
    expect((await signIn(customer)).pending).toBe('verify');
    await setPolicy({ mode: 'off' });
    expect((await signIn(customer)).pending).toBeNull();
    await setPolicy({});
  });

  it('an administrator resets lost factors, but not of a person with more permissions', async () => {
    const person = await addPerson({ permissions: ['npn_view_job'] });
    const session = await signIn(person);
    await enrol(session);
    const helper = await bureau.as({ permissions: ['npn_reset_password'] });
    expect((await helper.send(user.resetFactors, { user_id: person.user_id })).problem.code).toBe('beyond_own_rights');
    const boss = await bureau.as({ is_superuser: true });
    await boss.call(user.resetFactors, { user_id: person.user_id });
    expect((await session.send(user.me, {})).status).toBe(401);
    expect((await signIn(person)).pending).toBeNull();
    const audit = await bureau.db
      .selectFrom('audit')
      .select('action')
      .where('subject_id', '=', person.user_id)
      .execute();
    expect(audit.map(({ action }) => action)).toContain('user.resetFactors');
  });
});

it('an answer without a passkey is refused', async () => {
  const person = await addPerson();
  const client = await signIn(person);
  const answer = { id: 'x', rawId: 'x', type: 'public-key', response: {} };
  for (const input of [{}, answer, { ...answer, id: 7 }])
    expect((await bureau.withToken(null).send(user.passkeyLogin, { answer: input })).problem.code).toBe(
      'passkey_refused',
    );
  expect((await client.send(user.addPasskey, { name: 'x', answer })).problem.code).toBe('passkey_refused');
  const { options } = await client.call(user.passkeyQuestion, {});
  expect(options).toMatchObject({ rp: { id: 'localhost' } });
});
