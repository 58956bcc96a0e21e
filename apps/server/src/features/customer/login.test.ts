import type { CustomerRow } from '@darkroom/contract/customer/customer';
import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildStaff } from '../../testing/factories/people.ts';

const { detailAdd, detailList, detailUpdate, resetLogin, setLoginActive } = endpoints.customer;

let bureau: TestApp;
let office: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  office = await bureau.as(['npn_view_customer', 'npn_add_customer', 'npn_change_customer', 'npn_delete_customer']);
});
afterAll(() => bureau.close());

const addCustomer = (name: string) =>
  office.call(detailAdd, { cus0_name: `${name} Group`, cus1_name: name, cus2_names: ['Desk'] });
const readCustomer = async (cus_id1: number) => (await office.call(detailList, { cus_id1 })).results[0]!;
const nameLogin = ({ cus_id1, cus_detail_id, cus0, version }: CustomerRow, input: object) =>
  office.send(detailUpdate, {
    cus_detail_id,
    cus_id1,
    cus_id0: cus0.id,
    version,
    cus0_version: cus0.version,
    ...input,
  });
const signIn = (username: string, password: string | null) =>
  bureau.withToken(null).send(endpoints.user.login, { username, password: password! });

describe('portal logins', () => {
  it('a portal login is created with a one-time password that must be changed', async () => {
    const row = await addCustomer('Aurora');
    const { body } = await nameLogin(row, { new_cus_username: 'aurora' });
    expect(body.login).toMatchObject({
      username: 'aurora',
      one_time_password: expect.stringMatching(/^[a-z2-9-]{19}$/),
    });
    expect(body.customer.login).toMatchObject({ username: 'aurora', active: true, must_change_password: true });
    expect(JSON.stringify(await readCustomer(row.cus_id1))).not.toContain(body.login!.one_time_password);
    const audits = await bureau.db.selectFrom('audit').selectAll().execute();
    expect(JSON.stringify(audits)).not.toContain(body.login!.one_time_password);

    const session = await signIn('Aurora', body.login!.one_time_password);
    expect(session.body).toMatchObject({
      user: { account: 'customer', full_name: 'Aurora', must_change_password: true },
      permissions: ['npn_customer'],
    });
    const customer = bureau.withToken(session.body.access_token);
    expect((await customer.send(detailList, {})).problem.code).toBe('password_change_required');
  });

  it('a one-time password is valid for seven days, or two hours after a reset', async () => {
    const row = await addCustomer('Late');
    const { login } = (await nameLogin(row, { new_cus_username: 'late' })).body;
    const checkOpeningTime = async (typedPassword: string | null, hours: number) => {
      bureau.clock.advance(hours * 3_600_000 - 1);
      expect((await signIn('late', typedPassword)).status).toBe(200);
      bureau.clock.advance(1);
      expect((await signIn('late', typedPassword)).problem.code).toBe('sign_in_failed');
      office = await bureau.as(office.user_id);
    };
    await checkOpeningTime(login!.one_time_password, 7 * 24);
    const { user_id } = (await readCustomer(row.cus_id1)).login!;
    const reset = await office.call(endpoints.customer.resetLogin, { user_id });
    await checkOpeningTime(reset.one_time_password, 2);
  });

  it('a login of a customer 0 sees everything below it', async () => {
    const row = await addCustomer('Borealis');
    const { login, customer } = (await nameLogin(row, { new_cus_username: 'borealis.all', is_cus_0_user: true })).body;
    expect(customer).toMatchObject({
      login: null,
      version: row.version,
      cus0: { version: row.cus0.version + 1, login: { username: 'borealis.all' } },
    });
    const session = await signIn('borealis.all', login!.one_time_password);
    expect(session.body).toMatchObject({
      user: { full_name: 'Borealis Group' },
      permissions: ['npn_customer', 'npn_customer_0'],
    });
    const again = await nameLogin(row, { new_cus_username: 'borealis.two', is_cus_0_user: true });
    expect(again.problem.code).toBe('stale');
  });

  it('a rename keeps the password, and a customer has only one login', async () => {
    const row = await addCustomer('Cirrus');
    const { login } = (await nameLogin(row, { new_cus_username: 'cirrus' })).body;
    const renamed = (await nameLogin(await readCustomer(row.cus_id1), { new_cus_username: 'Cirrus' })).body;
    expect(renamed.login).toBeNull();
    expect(renamed.customer.login?.username).toBe('Cirrus');
    const second = (await nameLogin(renamed.customer, { new_cus_username: 'cirrus.studio' })).body;
    expect(second.customer.login?.user_id).toBe(renamed.customer.login?.user_id);
    expect((await signIn('cirrus.studio', login!.one_time_password)).status).toBe(200);
    const same = await nameLogin(second.customer, { new_cus_username: 'cirrus.studio' });
    expect(same.problem.code).toBe('no_fields_to_change');
  });

  it('a portal login has a unique name in any spelling', async () => {
    await buildStaff(bureau.db, { username: 'Lan' });
    const row = await addCustomer('Dusk');
    for (const username of ['lan', 'LAN']) {
      const refused = await nameLogin(row, { new_cus_username: username });
      expect(refused.problem).toMatchObject({ status: 409, code: 'username_exists' });
      expect(refused.problem.errors?.[0]).toMatchObject({ field: 'new_cus_username', code: 'username_exists' });
    }
    const spaced = await nameLogin(row, { new_cus_username: 'two words' });
    expect(spaced.problem.errors?.[0]).toMatchObject({ field: 'new_cus_username', code: 'invalid_username' });
    const mixed = await nameLogin(row, { new_cus_username: 'l\u0430n' });
    expect(mixed.problem.errors?.[0]).toMatchObject({ field: 'new_cus_username', code: 'mixed_alphabets' });
    const otherCustomer = await addCustomer('Dawn');
    const race = await Promise.all(
      [row, otherCustomer].map((customer) => nameLogin(customer, { new_cus_username: 'dusk.or.dawn' })),
    );
    expect(race.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('two parallel requests create a portal login once', async () => {
    const row = await addCustomer('Eclipse');
    const responses = await Promise.all(
      ['eclipse', 'eclipse.b'].map((name) => nameLogin(row, { new_cus_username: name })),
    );
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(responses.find(({ status }) => status === 409)?.problem.code).toBe('stale');
  });

  it('a deactivated login is signed out until it is activated again', async () => {
    const row = await addCustomer('Fog');
    const { login, customer } = (await nameLogin(row, { new_cus_username: 'fog' })).body;
    const password = login!.one_time_password;
    const client = bureau.withToken((await signIn('fog', password)).body.access_token);
    const { user_id } = customer.login!;
    expect(await office.call(setLoginActive, { user_id, active: false })).toMatchObject({ active: false });
    expect((await client.send(endpoints.user.me)).status).toBe(401);
    expect((await signIn('fog', password)).problem.code).toBe('sign_in_failed');
    expect((await office.send(resetLogin, { user_id })).status).toBe(404);
    await office.call(setLoginActive, { user_id, active: true });
    expect((await signIn('fog', password)).status).toBe(200);
    const reset = await office.call(resetLogin, { user_id });
    expect((await signIn('fog', password)).status).toBe(422);
    expect((await signIn('fog', reset.one_time_password)).status).toBe(200);
  });

  it('the login endpoints change no other kind of account', async () => {
    const { user_id } = await buildStaff(bureau.db);
    expect((await office.send(setLoginActive, { user_id, active: false })).status).toBe(404);
    expect((await office.send(resetLogin, { user_id })).status).toBe(404);
  });

  it('the name of a login becomes available when its customer is deleted', async () => {
    const row = await addCustomer('Gale');
    const first = (await nameLogin(row, { new_cus_username: 'gale' })).body.login!;
    await office.call(endpoints.customer.delete, { cus_id1: row.cus_id1 });
    expect((await signIn('gale', first.one_time_password)).status).toBe(422);
    const next = await addCustomer('Gale the Second');
    const second = (await nameLogin(next, { new_cus_username: 'GALE' })).body;
    expect(second.customer.login).toMatchObject({ username: 'GALE', active: true });
    expect((await signIn('gale', second.login!.one_time_password)).body.user.full_name).toBe('Gale the Second');
  });

  it('a portal login follows the name of its customer', async () => {
    const row = await addCustomer('Hail');
    const { customer, login } = (await nameLogin(row, { new_cus_username: 'hail' })).body;
    await nameLogin(customer, { details: { cus1_name: 'Hail & Sons' } });
    expect((await signIn('hail', login!.one_time_password)).body.user.full_name).toBe('Hail & Sons');
  });
});
