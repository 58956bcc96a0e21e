import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { buildCustomer0Account, buildCustomerAccount, buildStaff } from '../../testing/factories/people.ts';
import { hashPassword } from './password.ts';

const { user } = endpoints;
const HOUR = 3_600_000;
const password = 'a quiet darkroom';
let bureau: TestApp;
let password_hash: string;

beforeAll(async () => {
  bureau = await createTestApp();
  password_hash = await hashPassword(password);
});
afterAll(() => bureau.close());
// Limits are by window, so every test begins in a new one.
beforeEach(() => bureau.clock.advance(24 * HOUR));

const openSignedOut = () => bureau.withToken(null);
const signIn = (username: string, typedPassword = password, headers?: Record<string, string>) =>
  openSignedOut().send(user.login, { username, password: typedPassword }, headers);

describe('the sign-in', () => {
  it("a sign-in returns the account, its permissions and the session's end", async () => {
    const { user_id: id } = await buildStaff(bureau.db, {
      username: 'Lan',
      full_name: 'Nguyễn Thị Lan',
      permissions: ['npn_view_job'],
      password_hash,
    });
    const session = await openSignedOut().call(user.login, { username: ' lan ', password });
    expect(session).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      user: {
        id,
        username: 'Lan',
        full_name: 'Nguyễn Thị Lan',
        account: 'staff',
        is_superuser: false,
        must_change_password: false,
      },
      staff_id: id,
      permissions: ['npn_view_job'],
      expires_at: new Date(Date.parse(bureau.clock()) + 12 * HOUR).toISOString(),
      pending: null,
      notice: null,
    });
    const { access_token, ...me } = session;
    expect(await bureau.withToken(access_token).call(user.me, {})).toEqual({ ...me, teams: [], avatar: null });
  });

  it('a customer gets the portal codes of the bound customer', async () => {
    const customerUser = await bureau.as(await buildCustomerAccount(bureau.db));
    const top = await bureau.as(await buildCustomer0Account(bureau.db));
    expect(await customerUser.call(user.me, {})).toMatchObject({ staff_id: null, permissions: ['npn_customer'] });
    expect(await top.call(user.me, {})).toMatchObject({ permissions: ['npn_customer', 'npn_customer_0'] });
  });

  it('only a hash of the token is stored, and no password', async () => {
    await buildStaff(bureau.db, { username: 'ha', password_hash });
    const { body } = await signIn('ha');
    const everything = JSON.stringify(
      await Promise.all([
        bureau.db.selectFrom('session').selectAll().execute(),
        bureau.db.selectFrom('audit').selectAll().execute(),
        bureau.db.selectFrom('rate_limit').selectAll().execute(),
      ]),
    );
    expect(everything).not.toContain(body.access_token);
    expect(everything).not.toContain(password);
  });

  it('wrong passwords, unknown names and inactive accounts get the same response', async () => {
    await buildStaff(bureau.db, { username: 'minh', password_hash });
    await buildStaff(bureau.db, { username: 'left', password_hash, active: false });
    await buildStaff(bureau.db, { username: 'never' });
    const readProblem = async (username: string, typedPassword?: string) => {
      const { request_id: _, ...rest } = (await signIn(username, typedPassword)).problem;
      return rest;
    };
    const wrong = await readProblem('minh', 'not the password');
    expect(wrong).toMatchObject({ status: 422, title: 'Something wrong. Please check your username & password' });
    expect(await readProblem('nobody-of-that-name')).toEqual(wrong);
    expect(await readProblem('left')).toEqual(wrong);
    expect(await readProblem('never')).toEqual(wrong);
  });

  it('an unknown name takes about the same time', async () => {
    await buildStaff(bureau.db, { username: 'slow', password_hash });
    const measureSignIn = async (username: string) => {
      const start = performance.now();
      await signIn(username, 'not the password');
      return performance.now() - start;
    };
    // Alternately, with the best of each, so that other load on the machine cancels out.
    let [known, unknown] = [Infinity, Infinity];
    for (let n = 0; n < 7; n++) {
      known = Math.min(known, await measureSignIn('slow'));
      unknown = Math.min(unknown, await measureSignIn('fast'));
    }
    expect(known / unknown).toBeGreaterThan(0.25);
    expect(known / unknown).toBeLessThan(4);
  });

  it('the audit has successful and failed sign-ins', async () => {
    const { user_id: id } = await buildStaff(bureau.db, { username: 'an', password_hash });
    await signIn('an', 'not the password');
    await signIn('an');
    const rows = await bureau.db
      .selectFrom('audit')
      .select(['action', 'note', 'subject_id', 'address'])
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { action: 'user.login', note: 'failed', subject_id: id, address: '127.0.0.1' },
      { action: 'user.login', note: 'ok', subject_id: id, address: '127.0.0.1' },
    ]);
  });

  it('a password is accepted in every composition of its marks', async () => {
    const composed = 'ảnh cưới đẹp'.normalize('NFC');
    await buildStaff(bureau.db, { username: 'marks', password_hash: await hashPassword(composed) });
    expect((await signIn('marks', composed.normalize('NFD'))).status).toBe(200);
  });

  it('every missing or unknown field is reported', async () => {
    const { status, problem } = await openSignedOut().send(user.login, { username: '  ', remember: true });
    expect(status).toBe(422);
    expect(problem.errors).toEqual([
      { field: 'username', code: 'required', message: 'This field is required.' },
      { field: 'password', code: 'required', message: 'This field is required.' },
      { field: 'remember', code: 'unknown_field', message: 'This field does not exist.' },
    ]);
  });
});
