import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type Client, type TestApp } from '../../testing/app.ts';
import { buildCustomer0Account, buildCustomerAccount, buildStaff } from '../../testing/factories/people.ts';
import { hashPassword } from './password.ts';

const { user } = endpoints;
const HOUR = 3_600_000;
const MINUTE = 60_000;
const password = 'a quiet darkroom';
let bureau: TestApp;
let password_hash: string;

beforeAll(async () => {
  bureau = await testApp();
  password_hash = await hashPassword(password);
});
afterAll(() => bureau.close());
// Limits are per window; every test begins in a new one.
beforeEach(() => bureau.clock.advance(24 * HOUR));

const nobody = () => bureau.withToken(null);
const signIn = (username: string, word = password, headers?: Record<string, string>) =>
  nobody().send(user.login, { username, password: word }, headers);

describe('signing in', () => {
  it('answers who one is, what one may do and until when', async () => {
    const { user_id: id } = await buildStaff(bureau.db, {
      username: 'Lan',
      full_name: 'Nguyễn Thị Lan',
      permissions: ['npn_view_job'],
      password_hash,
    });
    const session = await nobody().call(user.login, { username: ' lan ', password });
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
      notice: null,
    });
    const { access_token, ...me } = session;
    expect(await bureau.withToken(access_token).call(user.me, {})).toEqual({ ...me, teams: [] });
  });

  it('gives a customer the portal codes of what the account is bound to', async () => {
    const one = await bureau.as(await buildCustomerAccount(bureau.db));
    const top = await bureau.as(await buildCustomer0Account(bureau.db));
    expect(await one.call(user.me, {})).toMatchObject({ staff_id: null, permissions: ['npn_customer'] });
    expect(await top.call(user.me, {})).toMatchObject({ permissions: ['npn_customer', 'npn_customer_0'] });
  });

  it('keeps only a hash of the token, and no password or token anywhere else', async () => {
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

  it('says the same of a wrong password, an unknown name, an inactive account and one without a password', async () => {
    await buildStaff(bureau.db, { username: 'minh', password_hash });
    await buildStaff(bureau.db, { username: 'left', password_hash, active: false });
    await buildStaff(bureau.db, { username: 'never' });
    const words = async (username: string, word?: string) => {
      const { request_id: _, ...rest } = (await signIn(username, word)).problem;
      return rest;
    };
    const wrong = await words('minh', 'not the password');
    expect(wrong).toMatchObject({ status: 422, title: 'Something wrong. Please check your username & password' });
    expect(await words('nobody-of-that-name')).toEqual(wrong);
    expect(await words('left')).toEqual(wrong);
    expect(await words('never')).toEqual(wrong);
  });

  it('takes about as long for a name that is nobody’s', async () => {
    await buildStaff(bureau.db, { username: 'slow', password_hash });
    const time = async (username: string) => {
      const start = performance.now();
      await signIn(username, 'not the password');
      return performance.now() - start;
    };
    // Alternately, and the best of each, so that other load on the machine cancels out.
    let [known, unknown] = [Infinity, Infinity];
    for (let n = 0; n < 7; n++) {
      known = Math.min(known, await time('slow'));
      unknown = Math.min(unknown, await time('fast'));
    }
    expect(known / unknown).toBeGreaterThan(0.5);
    expect(known / unknown).toBeLessThan(2);
  });

  it('puts good and failed sign-ins on record', async () => {
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

  it('takes a password however its keyboard composes the marks', async () => {
    const composed = 'ảnh cưới đẹp'.normalize('NFC');
    await buildStaff(bureau.db, { username: 'marks', password_hash: await hashPassword(composed) });
    expect((await signIn('marks', composed.normalize('NFD'))).status).toBe(200);
  });

  it('reports every field that is missing or unknown', async () => {
    const { status, problem } = await nobody().send(user.login, { username: '  ', remember: true });
    expect(status).toBe(422);
    expect(problem.errors).toEqual([
      { field: 'username', code: 'required', message: 'This field is required.' },
      { field: 'password', code: 'required', message: 'This field is required.' },
      { field: 'remember', code: 'unknown_field', message: 'This field is not known.' },
    ]);
  });
});

describe('guessing passwords', () => {
  it('is stopped after eight failures for one name, whether it exists or not, and says for how long', async () => {
    await buildStaff(bureau.db, { username: 'target', password_hash });
    for (const username of ['target', 'no-such-name']) {
      for (let n = 0; n < 8; n++) expect((await signIn(username, 'not the password')).status).toBe(422);
      const stopped = await signIn(username);
      expect(stopped).toMatchObject({ status: 429, problem: { code: 'too_many', retry_after: 900 } });
      expect(stopped.headers['retry-after']).toBe('900');
    }
    bureau.clock.advance(16 * MINUTE);
    expect((await signIn('target')).status).toBe(200);
  });

  it('is not helped by spelling the name otherwise', async () => {
    await buildStaff(bureau.db, { username: 'Thuỷ', password_hash });
    const spellings = ['Thuỷ', 'thuỷ', 'THUỶ', ' thuỷ', 'Thuỷ'.normalize('NFD')];
    for (let n = 0; n < 8; n++) await signIn(spellings[n % spellings.length] ?? '', 'not the password');
    expect((await signIn('tHuỷ', 'not the password')).status).toBe(429);
  });

  it('does not get further by asking all at once', async () => {
    await buildStaff(bureau.db, { username: 'burst', password_hash });
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn('burst', 'not the password')));
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(8);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(12);
  });

  it('is stopped for one address that tries many names', async () => {
    const answers = [];
    for (let n = 0; n < 61; n++) answers.push((await signIn(`guess-${n}`, 'not the password')).status);
    expect(answers.slice(0, 60).every((status) => status === 422)).toBe(true);
    expect(answers[60]).toBe(429);
  });

  it('leaves those in who have signed in from the same address before, and tells nobody’s name by it', async () => {
    await buildStaff(bureau.db, { username: 'at.home', password_hash });
    await buildStaff(bureau.db, { username: 'elsewhere', password_hash });
    expect((await signIn('at.home')).status).toBe(200);
    bureau.clock.advance(16 * MINUTE);
    for (let n = 0; n < 60; n++) await signIn(`stranger-${n}`, 'not the password');
    expect((await signIn('at.home')).status).toBe(200);
    const wrong = ['at.home', 'elsewhere', 'nobody-at-all'];
    const answers = await Promise.all(wrong.map((name) => signIn(name, 'not the password')));
    const told = answers.map(({ status, problem: { code, retry_after } }) => ({ status, code, retry_after }));
    expect(told[0]).toMatchObject({ status: 429, code: 'too_many' });
    expect(new Set(told.map((one) => JSON.stringify(one))).size).toBe(1);
    expect((await signIn('elsewhere')).status).toBe(429);
    expect((await signIn('at.home')).status).toBe(200);
    for (let n = 0; n < 8; n++) await signIn('at.home', 'not the password');
    expect((await signIn('at.home')).status).toBe(429);
  });

  it('does not count those who know their password', async () => {
    await buildStaff(bureau.db, { username: 'often', password_hash });
    for (let n = 0; n < 12; n++) expect((await signIn('often')).status).toBe(200);
  });

  it('is put on record once for each window, however long it goes on', async () => {
    const { user_id: id } = await buildStaff(bureau.db, { username: 'hammered', password_hash });
    for (let n = 0; n < 14; n++) await signIn('hammered', 'not the password');
    const rows = await bureau.db.selectFrom('audit').select('note').where('at', '=', bureau.clock()).execute();
    expect(id).toBeGreaterThan(0);
    expect(rows.filter((row) => row.note === 'refused: too_many')).toHaveLength(1);
  });
});

describe('a session', () => {
  const open = () => bureau.as(['npn_view_job']);
  const alive = async (client: Client, headers?: Record<string, string>) =>
    (await client.send(user.me, {}, headers)).status === 200;

  it('ends after four hours without use', async () => {
    const client = await open();
    bureau.clock.advance(3.9 * HOUR);
    expect(await alive(client)).toBe(true);
    bureau.clock.advance(3.9 * HOUR);
    expect(await alive(client)).toBe(true);
    bureau.clock.advance(4 * HOUR);
    expect(await alive(client)).toBe(false);
  });

  it('ends after twelve hours however much it is used', async () => {
    const client = await open();
    for (let hour = 0; hour < 11; hour++) {
      bureau.clock.advance(HOUR);
      expect(await alive(client)).toBe(true);
    }
    bureau.clock.advance(HOUR);
    expect(await alive(client)).toBe(false);
  });

  it('is not kept alive by what the page asks by itself', async () => {
    const client = await open();
    for (let quarter = 0; quarter < 15; quarter++) {
      bureau.clock.advance(15 * MINUTE);
      expect(await alive(client, { 'x-background': '1' })).toBe(true);
    }
    bureau.clock.advance(15 * MINUTE);
    expect(await alive(client, { 'x-background': '1' })).toBe(false);
  });

  it('writes down its use at most once a minute', async () => {
    const client = await open();
    const used = async () =>
      (
        await bureau.db
          .selectFrom('session')
          .select('last_used_at')
          .where('user_id', '=', client.user_id)
          .executeTakeFirst()
      )?.last_used_at;
    const start = bureau.clock();
    bureau.clock.advance(30_000);
    await alive(client);
    expect(await used()).toBe(start);
    bureau.clock.advance(30_000);
    await alive(client);
    expect(await used()).toBe(bureau.clock());
  });

  it('ends at once on sign-out, on deactivation and when the account is gone', async () => {
    const out = await open();
    await out.call(user.logout, {});
    expect(await alive(out)).toBe(false);
    const left = await open();
    await bureau.db.updateTable('user_account').set({ active: false }).where('id', '=', left.user_id).execute();
    expect(await alive(left)).toBe(false);
  });

  it('ends nobody else’s on sign-out, nor one’s own elsewhere', async () => {
    const here = await open();
    const there = await bureau.as(here.user_id);
    await here.call(user.logout, {});
    expect(await alive(there)).toBe(true);
  });

  it('follows a change of the group’s permissions with the next request', async () => {
    const client = await bureau.as([]);
    expect((await client.call(user.me, {})).permissions).toEqual([]);
    const group = await bureau.db
      .selectFrom('staff')
      .select('group_id')
      .where('id', '=', client.user_id)
      .executeTakeFirst();
    await bureau.as(['npn_view_task']);
    const permission = await bureau.db
      .selectFrom('permission')
      .select('id')
      .where('codename', '=', 'npn_view_task')
      .executeTakeFirstOrThrow();
    await bureau.db
      .insertInto('group_permission')
      .values({ group_id: group?.group_id ?? 0, permission_id: permission.id })
      .execute();
    expect((await client.call(user.me, {})).permissions).toEqual(['npn_view_task']);
  });
});

describe('the user list', () => {
  it('names all staff, and gives permissions to active ones only', async () => {
    const reader = await bureau.as([]);
    const { user_id: active } = await buildStaff(bureau.db, {
      username: 'here',
      full_name: 'Here Still',
      permissions: ['npn_view_job', 'npn_add_job'],
    });
    const { user_id: left } = await buildStaff(bureau.db, {
      username: 'gone',
      permissions: ['npn_view_job'],
      active: false,
    });
    const customer = await buildCustomerAccount(bureau.db);
    const users = await reader.call(user.list, {});
    expect(users[active]).toEqual({
      id: active,
      username: 'here',
      full_name: 'Here Still',
      active: true,
      is_superuser: false,
      permissions: ['npn_add_job', 'npn_view_job'],
    });
    expect(users[left]).toMatchObject({ active: false, permissions: [] });
    expect(users[customer.user_id]).toBeUndefined();
  });
});
