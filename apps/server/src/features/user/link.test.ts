import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildCus1 } from '../../testing/factories/customers.ts';
import { buildStaff, buildTeam } from '../../testing/factories/people.ts';
import { createMailFixture, type MailFixture } from '../../testing/mail/mail-fixture.ts';
import { readText } from '../../testing/mail/mail-server.ts';

const HOUR = 3_600_000;
let desk: MailFixture;
let numbers = 0;

beforeAll(async () => {
  desk = await createMailFixture();
});
afterAll(() => desk.close());
beforeEach(() => desk.clear());

const anyone = () => desk.bureau.withToken(null);
const address = () => `person${++numbers}@bureau.example`;
const addPerson = async (fields: object = {}) => {
  const email = address();
  return { email, ...(await buildStaff(desk.bureau.db, { email, ...fields })) };
};
const forgot = (username: string) => anyone().send(endpoints.user.forgotPassword, { username });
const setPassword = (token: string, new_password = 'Một-mật-khẩu-mới-9') =>
  anyone().send(endpoints.user.passwordByLink, { token, new_password });
/** Sends the waiting mails and returns the token of the last one. */
const readToken = async (): Promise<string> => {
  await desk.deliver();
  const mail = desk.server.received.at(-1);
  return /set-password#token=([\w-]{43})/.exec(mail ? readText(mail) : '')?.[1] ?? '';
};

describe('a forgotten password', () => {
  it('a link sets a password once, signs in, and ends the sessions before', async () => {
    const person = await addPerson();
    const before = await desk.bureau.as(person);
    expect((await forgot(person.username.toUpperCase())).body).toEqual({});
    const token = await readToken();
    expect(desk.server.received.map(({ to }) => to)).toEqual([person.email]);
    const { status, body } = await setPassword(token);
    expect(status).toBe(200);
    expect(body.user.must_change_password).toBe(false);
    const client = desk.bureau.withToken(body.access_token);
    expect((await client.call(endpoints.user.me, {})).user.id).toBe(person.user_id);
    expect((await before.send(endpoints.user.me, {})).status).toBe(401);
    expect((await setPassword(token)).problem.code).toBe('link_ended');
    const signIn = { username: person.username, password: 'Một-mật-khẩu-mới-9' };
    expect((await anyone().send(endpoints.user.login, signIn)).status).toBe(200);
    const stored = await desk.bureau.db.selectFrom('webhook_event').select('data').execute();
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('existing, unknown and unreachable accounts have the same response', async () => {
    const { username } = await addPerson();
    const withoutAddress = await buildStaff(desk.bureau.db, {});
    const inactive = await addPerson({ active: false });
    const all = [username, 'nobody.at.all', withoutAddress.username, inactive.username, inactive.email];
    const responses = await Promise.all(all.map(forgot));
    expect(responses.map(({ status, text }) => [status, text])).toEqual(all.map(() => [200, '{}']));
    await desk.deliver();
    expect(desk.server.received).toHaveLength(1);
  });

  it('an address finds all its accounts', async () => {
    const { email } = await addPerson();
    await buildStaff(desk.bureau.db, { email });
    await forgot(email);
    await desk.deliver();
    expect(desk.server.received.map(({ to }) => to)).toEqual([email, email]);
  });

  it('a link ends after an hour, with a newer link, and with a password change', async () => {
    const person = await addPerson();
    await forgot(person.username);
    const first = await readToken();
    await forgot(person.username);
    const second = await readToken();
    expect(second).not.toBe(first);
    expect((await setPassword(first)).problem.code).toBe('link_ended');
    const boss = await desk.bureau.as({ is_superuser: true });
    await boss.call(endpoints.user.resetPassword, { user_id: person.user_id });
    expect((await setPassword(second)).problem.code).toBe('link_ended');
    await desk.pass(HOUR);
    await forgot(person.username);
    const third = await readToken();
    await desk.pass(HOUR + 1000);
    expect((await setPassword(third)).problem.code).toBe('link_ended');
  });

  it('a weak password is refused and leaves the link, and of twenty uses at once one sets a password', async () => {
    const person = await addPerson();
    await forgot(person.username);
    const token = await readToken();
    expect((await setPassword(token, 'password123')).problem).toMatchObject({ code: 'weak_password' });
    const passwords = Array.from({ length: 20 }, (_none, n) => `Mật-khẩu-số-${n}`);
    const uses = await Promise.all(passwords.map((password) => setPassword(token, password)));
    expect(uses.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = uses.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ problem }) => problem.code))).toEqual(new Set(['link_ended']));
    const password = passwords[uses.findIndex(({ status }) => status === 200)]!;
    expect((await anyone().send(endpoints.user.login, { username: person.username, password })).status).toBe(200);
  });

  it('requests for one name and guesses from one address are limited', async () => {
    const person = await addPerson();
    const statuses = [];
    for (let n = 0; n < 5; n += 1) statuses.push((await forgot(person.username)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const guesses = [];
    for (let n = 0; n < 40; n += 1) guesses.push((await setPassword('x'.repeat(43))).status);
    expect(new Set(guesses)).toEqual(new Set([422, 429]));
    await desk.pass(HOUR);
  });
});

describe('a new account', () => {
  it('a member is invited, with a link of three days', async () => {
    const boss = await desk.bureau.as({ is_superuser: true });
    const team = await buildTeam(desk.bureau.db);
    const email = address();
    const input = {
      staff_id: 'N1',
      username: 'nguyen.moi',
      full_name: 'Nguyễn Mới',
      gender: 'Female' as const,
      birthday: '1999-01-02',
      phone_number: '0912345678',
      address: 'Huế',
      residence_id: '079123456789',
      residence_address: 'Huế',
      teams: [team.id],
      email,
    };
    const invited = await boss.call(endpoints.staff.add, input);
    expect(invited).toMatchObject({ one_time_password: null, sent_to: email });
    const token = await readToken();
    await desk.pass(71 * HOUR);
    expect((await setPassword(token)).body.user.username).toBe('nguyen.moi');
  });

  it('a portal login with an address is invited, and its address can change', async () => {
    const boss = await desk.bureau.as({ is_superuser: true });
    const cus1 = await buildCus1(desk.bureau.db);
    const owner = { cus_detail_id: cus1.id, cus_id1: cus1.id, cus_id0: cus1.cus_id0 };
    const email = 'studio@khach.example';
    const login = { new_cus_username: 'studio.moi', new_cus_email: email };
    const added = await boss.call(endpoints.customer.detailUpdate, { ...owner, ...login });
    expect(added.login).toMatchObject({ one_time_password: null, sent_to: email });
    expect(added.customer.login).toMatchObject({ username: 'studio.moi', email });
    await desk.deliver();
    expect(desk.server.received.map(({ to }) => to)).toEqual([email]);
    const changed = await boss.call(endpoints.customer.detailUpdate, {
      ...owner,
      ...login,
      new_cus_email: 'neu@khach.example',
    });
    expect(changed.customer.login?.email).toBe('neu@khach.example');
    const emptied = await boss.call(endpoints.customer.detailUpdate, { ...owner, new_cus_email: '' });
    expect(emptied.customer.login).toMatchObject({ username: 'studio.moi', email: null });
    const history = await boss.call(endpoints.history.list, { entity: 'cus1', entity_id: cus1.id });
    expect(JSON.stringify(history)).toContain('neu@khach.example');
  });
});
