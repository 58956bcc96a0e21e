import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { buildCustomerAccount } from '../../testing/factories/people.ts';
import { listErrors, residence, createStaffFixture } from '../../testing/fixtures/staff-fixture.ts';

const { staff, user } = endpoints;
let bureau: TestApp;
let office: Awaited<ReturnType<typeof createStaffFixture>>;

beforeAll(async () => {
  bureau = await createTestApp();
  office = await createStaffFixture(bureau);
});
afterAll(() => bureau.close());

describe('a new member of staff', () => {
  it('a new member needs the required fields, reported one by one', async () => {
    const response = await office.manager.send(staff.add, { start_time: '2026-11-02', end_time: '2026-11-01' });
    expect(listErrors(response)?.map(String).sort()).toEqual(
      ['birthday', 'email', 'full_name', 'gender', 'phone_number', 'staff_id', 'username', ...Object.keys(residence)]
        .map((field) => `${field},required`)
        .concat('teams,team_required', 'end_time,before_start')
        .sort(),
    );
    const wrong = await office.manager.send(staff.add, {
      ...office.createFields(),
      ...residence,
      staff_id: 'x'.repeat(101),
      username: 'two words',
      email: 'nobody@nowhere',
      phone_number: '09012345678',
      birthday: '1994-02-30',
      teams: [],
      salary_1: -1,
      salary_2: 0.5,
    });
    expect(Object.fromEntries(listErrors(wrong) ?? [])).toEqual({
      staff_id: 'too_long',
      username: 'invalid_username',
      email: 'not_email',
      phone_number: 'too_long',
      birthday: 'date_out_of_range',
      teams: 'team_required',
      salary_1: 'too_small',
      salary_2: 'not_a_whole_number',
    });
    const underageResponse = await office.manager.send(staff.add, {
      ...office.createFields(),
      ...residence,
      birthday: '2020-01-01',
    });
    expect(listErrors(underageResponse)).toEqual([['birthday', 'not_working_age']]);
    const ends = { start_time: '2026-01-02', end_time: '2026-01-01' };
    expect(
      listErrors(await office.manager.send(staff.add, { ...office.createFields(), ...residence, ...ends })),
    ).toEqual([['end_time', 'before_start']]);
  });

  it('a new member gets an account with a one-time password, shown once', async () => {
    const input = { ...office.createFields(), ...residence };
    const { member, one_time_password, expires_at } = await office.manager.call(staff.add, input);
    expect(member).toMatchObject({
      first_name: 'Khai',
      last_name: 'Nguyễn Thị Minh',
      group_name: 'Unknown',
      teams: [{ id: office.team_id }],
      working_status: 'Working',
    });
    const session = await bureau
      .withToken(null)
      .call(user.login, { username: input.username.toUpperCase(), password: one_time_password! });
    expect(Date.parse(expires_at) - Date.parse(bureau.clock())).toBe(7 * 24 * 3_600_000);
    expect(session.user).toMatchObject({ must_change_password: true, id: member.id });
    const trace = await bureau.db.selectFrom('audit').selectAll().where('entity', '=', 'staff').execute();
    expect(JSON.stringify(trace)).not.toContain(one_time_password);
    expect(trace.at(-1)).toMatchObject({ action: 'staff.add', entity_id: String(member.id) });
  });

  it('a new member has a unique staff ID and username, ignoring case', async () => {
    const input = { ...office.createFields(), ...residence };
    await office.manager.call(staff.add, input);
    const sameId = await office.manager.send(staff.add, {
      ...office.createFields(),
      ...residence,
      staff_id: input.staff_id.toLowerCase(),
    });
    expect(sameId.problem).toMatchObject({ status: 409, code: 'exists' });
    expect(listErrors(sameId)).toEqual([['staff_id', 'exists']]);
    const sameName = await office.manager.send(staff.add, {
      ...office.createFields(),
      ...residence,
      username: input.username.toUpperCase(),
    });
    expect(sameName.problem.code).toBe('username_exists');
    expect(listErrors(sameName)).toEqual([['username', 'exists']]);
  });

  it('the form suggests an available staff ID and username', async () => {
    const suggestMember = () => office.manager.call(staff.suggest, { full_name: 'Phạm Đức Ân' });
    await office.add({ staff_id: 'NV-099', username: 'an.pham' });
    await office.add({ staff_id: 'nv-007', username: 'not.a.number' });
    await office.add({ staff_id: 'Guest' });
    const customer = await buildCustomerAccount(bureau.db, { username: 'An.Pham2' });
    expect(customer.user_id).toBeGreaterThan(0);
    expect(await suggestMember()).toEqual({ staff_id: 'nv-100', username: 'an.pham3' });
    await office.add({ ...(await suggestMember()) });
    expect(await suggestMember()).toEqual({ staff_id: 'nv-101', username: 'an.pham4' });
  });

  it('a hundred parallel requests with one staff ID add one member', async () => {
    const staff_id = 'RACE-1';
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => office.clerk.send(staff.add, { ...office.createFields(), staff_id })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ problem }) => problem.code === 'exists')).toHaveLength(99);
    const accounts = await bureau.db
      .selectFrom('user_account')
      .leftJoin('staff', 'staff.id', 'user_account.id')
      .where('user_account.account', '=', 'staff')
      .where('staff.id', 'is', null)
      .select('user_account.id')
      .execute();
    expect(accounts).toEqual([]);
  });
});
