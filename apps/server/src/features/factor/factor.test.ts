import { endpoints } from '@darkroom/contract/endpoints';
import type { PermissionCode } from '@darkroom/domain/permission/codes';
import { FACTOR_MODES, type FactorPolicy } from '@darkroom/domain/user/second-factor';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOTP, Secret } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedBuiltIn } from '../../db/built-in-data.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCustomerAccount, buildStaff, type BuiltAccount } from '../../testing/factories/people.ts';
import { hashToken } from '../../http/session/session.ts';
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
type SignedIn = ApiClient & { pending: string | null; notice: string | null };
const signIn = async ({ username }: BuiltAccount): Promise<SignedIn> => {
  const { body } = await bureau.withToken(null).send(user.login, { username, password: PASSWORD });
  return { ...bureau.withToken(body.access_token), pending: body.pending, notice: body.notice };
};
const addPerson = (fields: object = {}) => buildStaff(bureau.db, { password_hash, ...fields });
/** Signs in with the link of a mail, which sets the same password again. Returns the step of the session. */
async function signInByLink({ user_id }: BuiltAccount): Promise<string | null> {
  const token = randomBytes(32).toString('base64url');
  const link = { user_id, token_hash: hashToken(token), expires_at: '2099-01-01T00:00:00.000Z' };
  await bureau.db.deleteFrom('account_link').where('user_id', '=', user_id).execute();
  await bureau.db.insertInto('account_link').values(link).execute();
  const { body } = await bureau.withToken(null).send(user.passwordByLink, { token, new_password: PASSWORD });
  return body.pending;
}
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
    expect(await signIn(person)).toMatchObject({ pending: null, notice: 'enrol_soon' });
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

  it('each rule, person and way to sign in has one step, and a link for a new password does not replace a factor', async () => {
    await setPolicy({});
    const people = {
      plain: () => addPerson({ permissions: ['npn_view_job'] }),
      holder: () => addPerson({ permissions: ['npn_admin_allowance'] }),
      superuser: () => addPerson({ is_superuser: true }),
      customer: () => buildCustomerAccount(bureau.db, { password_hash }),
    };
    const accounts = await Promise.all(
      Object.entries(people).flatMap(([name, add]) => [
        add().then((account) => ({ name, account })),
        add().then(async (account) => {
          await enrol(await signIn(account));
          return { name: `${name} with a factor`, account };
        }),
      ]),
    );
    const steps: Record<string, Record<string, string | null>> = {};
    for (const mode of FACTOR_MODES) {
      await setPolicy({ mode, permissions: ['npn_admin_allowance'] });
      steps[mode] = {};
      // The links of one address are limited to a number in a quarter of an hour.
      bureau.clock.advance(901_000);
      for (const { name, account } of accounts) {
        const { pending } = await signIn(account);
        expect(await signInByLink(account), `${name}, ${mode}`).toBe(pending);
        if (pending) steps[mode][name] = pending;
      }
    }
    const verify = Object.fromEntries(Object.keys(people).map((name) => [`${name} with a factor`, 'verify']));
    expect(steps).toEqual({
      off: {},
      offered: verify,
      permissions: { ...verify, holder: 'enrol', superuser: 'enrol' },
      staff: { ...verify, plain: 'enrol', holder: 'enrol', superuser: 'enrol' },
    });
    await setPolicy({});
  });

  it('no factor can be added while the rule is off', async () => {
    const client = await bureau.as(await addPerson());
    await setPolicy({ mode: 'off' });
    for (const [endpoint, input] of [
      [user.addTotp, { name: 'App' }],
      [user.passkeyQuestion, {}],
      [user.addPasskey, { name: 'Key', answer: { id: 'x' } }],
    ] as const)
      expect((await client.send(endpoint, input)).problem.code).toBe('forbidden');
    await setPolicy({});
    expect((await client.send(user.addTotp, { name: 'App' })).status).toBe(200);
  });

  it('a session without the required factor creates no API token, and the member list shows who has one', async () => {
    const person = await addPerson({ permissions: ['npn_view_job', 'npn_view_member'] });
    const client = await signIn(person);
    const token = { name: 'Script', scope: ['npn_view_job'], can_write: false, days: 1 };
    await setPolicy({ mode: 'staff' });
    expect((await client.send(endpoints.token.add, token)).problem.code).toBe('factor_required');
    const isListed = async () => (await client.call(endpoints.staff.info, { id: person.user_id })).second_factor;
    expect(await isListed()).toBe(false);
    await enrol(client);
    expect(await isListed()).toBe(true);
    expect((await client.send(endpoints.token.add, token)).status).toBe(200);
    await setPolicy({});
  });

  it('a new password of a portal login removes its factors', async () => {
    const customer = await buildCustomerAccount(bureau.db, { password_hash });
    await enrol(await signIn(customer));
    const office = await bureau.as({ is_superuser: true });
    const { one_time_password } = await office.call(endpoints.customer.resetLogin, { user_id: customer.user_id });
    const { body } = await bureau
      .withToken(null)
      .send(user.login, { username: customer.username, password: one_time_password! });
    expect(body).toMatchObject({ pending: null, user: { must_change_password: true } });
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

it('only administrators change the rule', async () => {
  const value: FactorPolicy = { mode: 'offered', permissions: [], required_from: null };
  const change = async (codes: PermissionCode[]) => {
    const client = await bureau.as(codes);
    const { version } = await bureau.db
      .selectFrom('metadata')
      .select('version')
      .where('key', '=', 'second_factor')
      .executeTakeFirstOrThrow();
    const input = {
      data_type: 'JOB_TASK' as const,
      key: 'second_factor',
      version,
      value: { ...value, permissions: [...value.permissions] },
    };
    return (await client.send(endpoints.setting.updateMetadata, input)).status;
  };
  expect(await change(['npn_change_permission'])).toBe(403);
  expect(await change(['npn_admin'])).toBe(200);
});
