import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCustomerAccount, buildStaff } from '../../testing/factories/people.ts';
import { hashPassword } from './password.ts';

const { user } = endpoints;
const HOUR = 3_600_000;
const password = 'a quiet darkroom';
let bureau: TestApp;
let password_hash: string;

beforeAll(async () => {
  bureau = await createTestApp({ config: { backdoorUntil: '2027-01-01T00:00:00.000Z' } });
  password_hash = await hashPassword(password);
});
afterAll(() => bureau.close());
beforeEach(() => bureau.clock.advance(12 * HOUR));

const openSignedOut = () => bureau.withToken(null);
const isSignedOut = async (client: ApiClient) => (await client.send(user.me, {})).problem.code === 'session_required';
let count = 0;
const createUsername = () => `someone-${++count}`;

describe('the change of the own password', () => {
  it('the change ends all sessions, and continues in a new one', async () => {
    const username = createUsername();
    const here = await bureau.as({ username, password_hash });
    const there = await bureau.as(here.user_id);
    const next = await here.call(user.changePassword, {
      current_password: password,
      new_password: 'another quiet room',
    });
    expect(await isSignedOut(here)).toBe(true);
    expect(await isSignedOut(there)).toBe(true);
    expect((await bureau.withToken(next.access_token).call(user.me, {})).user.username).toBe(username);
    expect((await openSignedOut().send(user.login, { username, password })).status).toBe(422);
    expect((await openSignedOut().send(user.login, { username, password: 'another quiet room' })).status).toBe(200);
  });

  it('a wrong current password is reported without ending the session', async () => {
    const client = await bureau.as({ password_hash });
    const { status, problem } = await client.send(user.changePassword, {
      current_password: 'not the password',
      new_password: 'another quiet room',
    });
    expect(status).toBe(422);
    expect(problem).toMatchObject({ code: 'wrong_password', errors: [{ field: 'current_password' }] });
    expect(await isSignedOut(client)).toBe(false);
  });

  it.each([
    ['short one', 'seven77', 'validation', 'too_short'],
    ['endless one', 'x1y2'.repeat(33), 'validation', 'too_long'],
    ['common one', 'Password123', 'weak_password', 'common_password'],
    ['common Vietnamese one', 'AnhYeuEm', 'weak_password', 'common_password'],
    ['row of one character', 'zzzzzzzzzz', 'weak_password', 'common_password'],
    ['name of the account', 'Somebody.Else', 'weak_password', 'common_password'],
    ['password it is already', password, 'weak_password', 'same_password'],
  ])('the change refuses a %s', async (_what, new_password, code, field) => {
    const client = await bureau.as({ username: `somebody.else${++count}`, password_hash });
    const name = new_password === 'Somebody.Else' ? `Somebody.Else${count}` : new_password;
    const { problem } = await client.send(user.changePassword, { current_password: password, new_password: name });
    expect(problem).toMatchObject({ status: 422, code, errors: [{ field: 'new_password', code: field }] });
  });

  it('the change accepts 8 to 128 of any characters', async () => {
    const client = await bureau.as({ password_hash });
    const next = await client.call(user.changePassword, { current_password: password, new_password: 'ừ thì vậy' });
    expect(next.access_token).toBeTruthy();
  });

  it('guesses of the current password are limited', async () => {
    const client = await bureau.as({ password_hash });
    const guessPassword = () =>
      client.send(user.changePassword, { current_password: 'not the password', new_password: 'another quiet room' });
    for (let n = 0; n < 10; n++) expect((await guessPassword()).status).toBe(422);
    expect(await guessPassword()).toMatchObject({ status: 429, problem: { retry_after: 600 } });
  });
});

describe('the reset of a password', () => {
  it('a reset creates a one-time password that allows only its own change', async () => {
    const username = createUsername();
    const person = await bureau.as({ username, password_hash, permissions: ['npn_view_job'] });
    const helper = await bureau.as(['npn_reset_password', 'npn_view_job']);
    const resetResult = await helper.call(user.resetPassword, { user_id: person.user_id });
    expect(resetResult).toEqual({
      username,
      one_time_password: expect.stringMatching(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/),
      expires_at: new Date(Date.parse(bureau.clock()) + 2 * HOUR).toISOString(),
      sent_to: null,
    });
    expect(await isSignedOut(person)).toBe(true);
    const session = await openSignedOut().call(user.login, { username, password: resetResult.one_time_password! });
    expect(session.user.must_change_password).toBe(true);
    expect(session.expires_at).toBe(resetResult.expires_at);
    const fresh = bureau.withToken(session.access_token);
    expect((await fresh.send(endpoints.job.list, {})).problem.code).toBe('password_change_required');
    const next = await fresh.call(user.changePassword, {
      current_password: resetResult.one_time_password!,
      new_password: 'another quiet room',
    });
    expect(next.user.must_change_password).toBe(false);
    expect(Date.parse(next.expires_at)).toBeGreaterThan(Date.parse(resetResult.expires_at));
    expect((await bureau.withToken(next.access_token).send(endpoints.job.list, {})).status).toBe(200);
  });

  it('a reset is valid for two hours, also for its session', async () => {
    const username = createUsername();
    const { user_id: id } = await buildStaff(bureau.db, { username, password_hash });
    const helper = await bureau.as(['npn_reset_password']);
    const { one_time_password } = await helper.call(user.resetPassword, { user_id: id });
    const session = await openSignedOut().call(user.login, { username, password: one_time_password! });
    bureau.clock.advance(2 * HOUR);
    expect(await isSignedOut(bureau.withToken(session.access_token))).toBe(true);
    expect((await openSignedOut().send(user.login, { username, password: one_time_password! })).problem.code).toBe(
      'sign_in_failed',
    );
  });

  it('a one-time password leaves one session after parallel sign-ins on three processes', async () => {
    const config = { trustProxy: 1 };
    const processes = await Promise.all(
      [1, 2, 3].map(() => createTestApp({ database: bureau, clock: bureau.clock, config })),
    );
    const username = createUsername();
    const { user_id: id } = await buildStaff(bureau.db, { username, password_hash });
    const helper = await bureau.as(['npn_reset_password']);
    const { one_time_password } = await helper.call(user.resetPassword, { user_id: id });
    // A process hashes one password at a time, and addresses of one network wait for each other.
    const signIn = async (at: TestApp, n: number) => {
      const from = { 'x-forwarded-for': `203.0.${n}.7` };
      const response = await at.withToken(null).call(user.login, { username, password: one_time_password! }, from);
      return bureau.withToken(response.access_token);
    };
    let living = await signIn(processes[0]!, 0);
    for (let round = 0; round < 3; round++) {
      const crowd = await Promise.all([...processes, ...processes].map((at, n) => signIn(at, n + 1)));
      expect(await isSignedOut(living)).toBe(true);
      const ended = await Promise.all(crowd.map(isSignedOut));
      expect(ended.filter((hasEnded) => !hasEnded)).toHaveLength(1);
      living = crowd[ended.indexOf(false)]!;
    }
    await Promise.all(processes.map((server) => server.close()));
  });

  it('a user cannot reset their own password or that of a more privileged account', async () => {
    const helper = await bureau.as(['npn_reset_password', 'npn_view_job']);
    const { user_id: more } = await buildStaff(bureau.db, { permissions: ['npn_view_job', 'npn_add_job'] });
    const { user_id: superuser } = await buildStaff(bureau.db, { is_superuser: true });
    const resetPassword = async (user_id: number) => (await helper.send(user.resetPassword, { user_id })).problem.code;
    expect(await resetPassword(more)).toBe('beyond_own_rights');
    expect(await resetPassword(superuser)).toBe('beyond_own_rights');
    expect(await resetPassword(helper.user_id)).toBe('forbidden');
    expect(await resetPassword(2_000_000)).toBe('not_found');
    const top = await bureau.as({ is_superuser: true });
    expect((await top.send(user.resetPassword, { user_id: superuser })).status).toBe(200);
  });

  it('a reset works for a customer, too', async () => {
    const helper = await bureau.as(['npn_reset_password']);
    expect(
      (await helper.send(user.resetPassword, { user_id: (await buildCustomerAccount(bureau.db)).user_id })).status,
    ).toBe(200);
  });

  it('a reset shows its password once, and tables and repeats leave it out', async () => {
    const { user_id: id } = await buildStaff(bureau.db, {});
    const helper = await bureau.as(['npn_reset_password']);
    const key = { 'idempotency-key': 'reset-once' };
    const resetResult = await helper.call(user.resetPassword, { user_id: id }, key);
    expect(await helper.call(user.resetPassword, { user_id: id }, key)).toEqual({
      ...resetResult,
      one_time_password: null,
    });
    const elsewhere = await bureau.as(helper.user_id);
    expect((await elsewhere.send(user.resetPassword, { user_id: id }, key)).problem.code).toBe('idempotency_mismatch');
    const tables = [
      await bureau.db.selectFrom('audit').selectAll().execute(),
      await bureau.db.selectFrom('idempotency').selectAll().execute(),
      await bureau.db.selectFrom('user_account').selectAll().execute(),
    ];
    expect(JSON.stringify(tables)).not.toContain(resetResult.one_time_password);
  });
});

describe('break-glass recovery', () => {
  const signInSuperuser = () => bureau.as({ is_superuser: true, password_hash });
  const reason = 'the last leader forgot it';

  it('the recovery is missing unless the configuration opens it', async () => {
    const shut = await createTestApp({ database: bureau, clock: bureau.clock });
    const closed = await createTestApp({
      database: bureau,
      clock: bureau.clock,
      config: { backdoorUntil: bureau.clock() },
    });
    const { token } = await signInSuperuser();
    for (const app of [shut, closed]) {
      const there = await app.withToken(token).send(user.backdoor, { username: 'a', password, reason });
      const unknown = await app.withToken(token).send({ ...user.backdoor, path: '/api/password/frontdoor' }, {});
      const { request_id, ...problem } = there.problem;
      expect({ ...unknown.problem, request_id }).toEqual({ ...problem, request_id });
      expect(there.status).toBe(404);
      expect((await app.withToken(null).send(user.backdoor, {})).status).toBe(404);
    }
    await Promise.all([shut.close(), closed.close()]);
  });

  it('the recovery creates an audited one-time password, and warns its owner', async () => {
    const username = createUsername();
    const { user_id: id } = await buildStaff(bureau.db, { username, password_hash, permissions: ['npn_add_job'] });
    const top = await signInSuperuser();
    const resetResult = await top.call(user.backdoor, { username, password, reason });
    const rows = await bureau.db
      .selectFrom('audit')
      .select(['actor_id', 'note'])
      .where('action', '=', 'user.backdoor')
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { actor_id: top.user_id, note: `attempt: ${reason}` },
      { actor_id: top.user_id, note: 'a one-time password was made' },
    ]);
    const session = await openSignedOut().call(user.login, { username, password: resetResult.one_time_password! });
    expect(session.notice).toBe('backdoor');
    const changed = await bureau.withToken(session.access_token).call(user.changePassword, {
      current_password: resetResult.one_time_password!,
      new_password: 'another quiet room',
    });
    expect((await bureau.withToken(changed.access_token).call(user.me, {})).notice).toBeNull();
  });

  it('the recovery needs the caller’s password, excludes superusers, and is audited', async () => {
    const username = createUsername();
    const { user_id: other } = await buildStaff(bureau.db, { username, is_superuser: true });
    const top = await signInSuperuser();
    const wrong = await top.send(user.backdoor, { username, password: 'not the password', reason });
    expect(wrong.problem).toMatchObject({ status: 422, code: 'wrong_password' });
    expect((await top.send(user.backdoor, { username, password, reason })).problem.code).toBe('beyond_own_rights');
    const rows = await bureau.db
      .selectFrom('audit')
      .select('note')
      .where('actor_id', '=', top.user_id)
      .orderBy('id')
      .execute();
    expect(rows.map((row) => row.note)).toEqual([
      `attempt: ${reason}`,
      'refused: wrong password',
      `attempt: ${reason}`,
      'refused: beyond_own_rights',
    ]);
    expect(other).toBeGreaterThan(0);
  });

  it('the recovery is limited to three attempts an hour', async () => {
    const top = await signInSuperuser();
    const tryRecovery = () => top.send(user.backdoor, { username: 'nobody-at-all', password, reason });
    for (let n = 0; n < 3; n++) expect((await tryRecovery()).problem.code).toBe('not_found');
    expect((await tryRecovery()).problem.code).toBe('too_many_attempts');
    bureau.clock.advance(HOUR);
    expect((await tryRecovery()).problem.code).toBe('not_found');
  });
});
