import { secretFields } from '@darkroom/contract/records/field';
import { STAFF } from '@darkroom/contract/records/staff';
import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type Client, type TestApp } from '../../testing/app.ts';
import { buildGroup, buildStaff, buildTeam } from '../../testing/factories/people.ts';

const { staff, user } = endpoints;
const OPEN = [
  'active',
  'avatar',
  'birthday',
  'department',
  'email',
  'end_time',
  'first_name',
  'full_name',
  'gender',
  'group_id',
  'group_name',
  'id',
  'is_superuser',
  'last_name',
  'phone_number',
  'position',
  'staff_id',
  'start_time',
  'teams',
  'username',
  'version',
  'working_status',
  'workplace',
];
const WHOLE = [...OPEN, ...secretFields(STAFF)].sort();
const keys = (row: object) => Object.keys(row).sort();

let bureau: TestApp;
let manager: Client;
let clerk: Client;
let superuser: Client;
let team_id: number;
let count = 0;

beforeAll(async () => {
  bureau = await testApp();
  const all = ['npn_view_member', 'npn_add_member', 'npn_change_member', 'npn_delete_member'] as const;
  manager = await bureau.as([...all, 'npn_view_staff_info', 'npn_view_task']);
  clerk = await bureau.as([...all]);
  superuser = await bureau.as({ is_superuser: true });
  team_id = (await buildTeam(bureau.db, { leader_id: null })).id;
});
afterAll(() => bureau.close());

const residence = { residence_id: '079012345678', address: '12 Lê Lợi', residence_address: '34 Nguyễn Huệ' };
const fields = () => {
  count += 1;
  return {
    staff_id: `N-${count}`,
    full_name: 'Nguyễn Thị Minh Khai',
    username: `khai.${count}`,
    email: `khai.${count}@darkroom.example`,
    phone_number: '0901234567',
    gender: 'Female' as const,
    birthday: '1994-02-28',
    teams: [team_id],
  };
};
const add = (more: object = {}) => manager.call(staff.add, { ...fields(), ...residence, ...more });
const errorsOf = (answer: { problem: { errors?: { field: string; code: string }[] } }) =>
  answer.problem.errors?.map(({ field, code }) => [field, code]);

describe('pay and residence', () => {
  it('are in the answer of whoever may see them, and not even as keys in anybody else’s', async () => {
    const person = await bureau.as({ salary_1: 9_000_000, residence_id: '079000000001' });
    const info = async (client: Client) => client.send(staff.info, { id: person.user_id });
    const viewer = await bureau.as(['npn_view_member']);
    const payroll = await bureau.as(['npn_view_staff_info']);
    const nobody = await bureau.as(['npn_view_task', 'npn_change_member', 'npn_view_team']);
    expect(keys((await info(viewer)).body)).toEqual(OPEN);
    expect(keys((await info(payroll)).body)).toEqual(WHOLE);
    expect(keys((await info(person)).body)).toEqual(WHOLE);
    expect(keys((await info(superuser)).body)).toEqual(WHOLE);
    expect((await info(nobody)).problem).toMatchObject({ status: 403, code: 'forbidden' });
    expect((await info(nobody)).text).not.toContain('079000000001');
    for (const [client, wanted] of [
      [viewer, OPEN],
      [manager, WHOLE],
      [superuser, WHOLE],
    ] as const) {
      const { results } = await client.call(staff.list, { page_size: 200 });
      expect(results.length).toBeGreaterThan(3);
      for (const row of results) expect(keys(row)).toEqual(wanted);
    }
    expect((await payroll.send(staff.list, {})).status).toBe(403);
  });

  it('cannot be sorted by, filtered by or searched in by who may not see them', async () => {
    const viewer = await bureau.as(['npn_view_member']);
    for (const sort of ['salary_1', '-salary_1', 'salary_2', '-salary_2']) {
      const answer = await viewer.send(staff.list, { sort });
      expect(answer.problem).toMatchObject({ status: 403, code: 'private_fields' });
    }
    for (const field of secretFields(STAFF)) {
      expect((await viewer.send(staff.list, { [field]: '1' })).problem.errors?.[0]?.code).toBe('unknown_field');
    }
    await bureau.as({ residence_id: 'unheard-of-number', residence_address: 'unheard-of-number' });
    expect((await manager.call(staff.list, { text: 'unheard-of-number' })).total_items).toBe(0);
    await bureau.as({ salary_1: 99_000_000 });
    const { results } = await manager.call(staff.list, { sort: '-salary_1' });
    expect(results[0]).toMatchObject({ salary_1: 99_000_000 });
  });

  it('are written by nobody who may not see everybody’s, not even their own', async () => {
    const person = await bureau.as(['npn_view_member', 'npn_change_member']);
    for (const field of secretFields(STAFF)) {
      const value = /salary/.test(field) ? 1 : field.endsWith('_at') ? '2020-01-01' : 'x';
      const own = await person.send(staff.update, { id: person.user_id, version: 1, [field]: value });
      expect(own.problem).toMatchObject({ status: 403, code: 'private_fields', errors: [{ field }] });
      expect((await clerk.send(staff.add, { ...fields(), [field]: value })).problem.code).toBe('private_fields');
    }
    const { member } = await clerk.call(staff.add, fields());
    expect(keys(member)).toEqual(OPEN);
    const paid = await manager.call(staff.update, { id: member.id, version: member.version, salary_1: 12_500_000 });
    expect(paid).toMatchObject({ salary_1: 12_500_000, version: 2 });
  });

  it('are asked for by the form of whoever may see them', async () => {
    const answer = await manager.send(staff.add, fields());
    expect(errorsOf(answer)).toEqual([
      ['address', 'required'],
      ['residence_id', 'required'],
      ['residence_address', 'required'],
    ]);
    const { member } = await add();
    const emptied = await manager.send(staff.update, { id: member.id, version: 1, residence_id: ' ' });
    expect(errorsOf(emptied)).toEqual([['residence_id', 'required']]);
  });
});

describe('a new member', () => {
  it('needs what the form asks for, and says so field by field', async () => {
    const answer = await manager.send(staff.add, { start_time: '2026-11-02', end_time: '2026-11-01' });
    expect(errorsOf(answer)?.map(String).sort()).toEqual(
      ['birthday', 'email', 'full_name', 'gender', 'phone_number', 'staff_id', 'username', ...Object.keys(residence)]
        .map((field) => `${field},required`)
        .concat('teams,team_required', 'end_time,before_start')
        .sort(),
    );
    const wrong = await manager.send(staff.add, {
      ...fields(),
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
    expect(Object.fromEntries(errorsOf(wrong) ?? [])).toEqual({
      staff_id: 'too_long',
      username: 'invalid_username',
      email: 'not_email',
      phone_number: 'too_long',
      birthday: 'not_a_life_day',
      teams: 'team_required',
      salary_1: 'too_small',
      salary_2: 'not_a_whole_number',
    });
    const young = await manager.send(staff.add, { ...fields(), ...residence, birthday: '2020-01-01' });
    expect(errorsOf(young)).toEqual([['birthday', 'not_working_age']]);
    const ends = { start_time: '2026-01-02', end_time: '2026-01-01' };
    expect(errorsOf(await manager.send(staff.add, { ...fields(), ...residence, ...ends }))).toEqual([
      ['end_time', 'before_start'],
    ]);
  });

  it('gets an account whose one-time password is shown once and must be changed', async () => {
    const input = { ...fields(), ...residence };
    const { member, one_time_password } = await manager.call(staff.add, input);
    expect(member).toMatchObject({
      first_name: 'Khai',
      last_name: 'Nguyễn Thị Minh',
      group_name: 'Unknown',
      teams: [{ id: team_id }],
      working_status: 'Working',
    });
    const session = await bureau
      .withToken(null)
      .call(user.login, { username: input.username.toUpperCase(), password: one_time_password! });
    expect(session.user).toMatchObject({ must_change_password: true, id: member.id });
    const trace = await bureau.db.selectFrom('audit').selectAll().where('entity', '=', 'staff').execute();
    expect(JSON.stringify(trace)).not.toContain(one_time_password);
    expect(trace.at(-1)).toMatchObject({ action: 'staff.add', entity_id: String(member.id) });
  });

  it('has a staff ID and a username of their own, whatever the case', async () => {
    const input = { ...fields(), ...residence };
    await manager.call(staff.add, input);
    const sameId = await manager.send(staff.add, { ...fields(), ...residence, staff_id: input.staff_id.toLowerCase() });
    expect(sameId.problem).toMatchObject({ status: 409, code: 'exists' });
    expect(errorsOf(sameId)).toEqual([['staff_id', 'exists']]);
    const sameName = await manager.send(staff.add, {
      ...fields(),
      ...residence,
      username: input.username.toUpperCase(),
    });
    expect(sameName.problem.code).toBe('username_exists');
    expect(errorsOf(sameName)).toEqual([['username', 'exists']]);
  });

  it('is added once by a hundred who add one staff ID at once', async () => {
    const staff_id = 'RACE-1';
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => clerk.send(staff.add, { ...fields(), staff_id })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ problem }) => problem.code === 'exists')).toHaveLength(99);
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

describe('a change of a member', () => {
  it('writes what is named, and tells who comes late what there is now', async () => {
    const { member } = await add({ position: 'Retoucher' });
    const after = await manager.call(staff.update, { id: member.id, version: 1, full_name: 'Nguyễn Minh Khai' });
    expect(after).toMatchObject({ full_name: 'Nguyễn Minh Khai', position: 'Retoucher', version: 2 });
    const late = await clerk.send(staff.update, { id: member.id, version: 1, position: 'QC' });
    expect(late.problem).toMatchObject({ status: 409, code: 'stale', current: { full_name: 'Nguyễn Minh Khai' } });
    expect(keys(late.problem.current as object)).toEqual(OPEN);
    const [last] = await bureau.db
      .selectFrom('audit')
      .select(['before', 'after'])
      .where('entity', '=', 'staff')
      .where('entity_id', '=', String(member.id))
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(last).toEqual({
      before: { full_name: 'Nguyễn Thị Minh Khai' },
      after: { full_name: 'Nguyễn Minh Khai' },
    });
  });

  it('hands out no group that holds more than the actor does, and makes no superusers', async () => {
    const { member } = await add();
    const within = await buildGroup(bureau.db, { permissions: ['npn_view_task', 'npn_view_member'] });
    const beyond = await buildGroup(bureau.db, { permissions: ['npn_view_task', 'npn_admin'] });
    const move = (group_id: number | null, version: number) =>
      manager.send(staff.update, { id: member.id, version, group_id });
    expect((await move(beyond.id, 1)).problem).toMatchObject({ status: 403, code: 'beyond_own_rights' });
    expect(errorsOf(await manager.send(staff.add, { ...fields(), ...residence, group_id: beyond.id }))).toEqual([
      ['group_id', 'beyond_own_rights'],
    ]);
    expect((await move(within.id, 1)).body).toMatchObject({ group_id: within.id, group_name: within.group_name });
    for (const body of [{ id: member.id, version: 2, is_superuser: true }]) {
      expect((await manager.send(staff.update, body)).problem.code).toBe('beyond_own_rights');
      expect((await superuser.send(staff.update, body)).body).toMatchObject({ is_superuser: true });
    }
    const { groups } = await manager.call(staff.choices, {});
    expect(groups.find((group) => group.id === beyond.id)?.within).toBe(false);
    expect(groups.find((group) => group.id === within.id)?.within).toBe(true);
  });

  it('of the sign-in or the rights of somebody who holds more is refused; of a telephone number it is not', async () => {
    const boss = await buildStaff(bureau.db, { permissions: ['npn_add_job'] });
    const ask = (change: object) => manager.send(staff.update, { id: boss.user_id, version: 1, ...change });
    expect((await ask({ username: 'mine-now' })).problem.code).toBe('beyond_own_rights');
    expect((await ask({ group_id: null })).problem.code).toBe('beyond_own_rights');
    expect((await ask({ phone_number: '0900000001' })).status).toBe(200);
  });

  it('never leaves the bureau without an active superuser', async () => {
    const only = await bureau.db
      .selectFrom('user_account')
      .select('id')
      .where('is_superuser', '=', true)
      .where('id', '<>', superuser.user_id)
      .execute();
    for (const { id } of only) {
      await superuser.call(staff.update, { id, version: await versionOf(id), is_superuser: false });
    }
    const last = await superuser.send(staff.update, {
      id: superuser.user_id,
      version: await versionOf(superuser.user_id),
      is_superuser: false,
    });
    expect(last.problem).toMatchObject({ status: 409, code: 'last_superuser' });
  });
});

const versionOf = async (id: number) =>
  (await bureau.db.selectFrom('staff').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version;

describe('the member list', () => {
  it('narrows by words without marks, group, team, status and where people work', async () => {
    const group = await buildGroup(bureau.db, { permissions: [] });
    const { member } = await add({ full_name: 'Đặng Thuỳ Trâm', workplace: 'Hội An', department: 'Văn phòng' });
    await superuser.call(staff.update, { id: member.id, version: 1, group_id: group.id, working_status: 'Probation' });
    const found = async (filter: object) => (await clerk.call(staff.list, filter)).results.map((row) => row.id);
    for (const filter of [
      { text: 'dang thuy' },
      { group_id: [group.id] },
      { working_status: ['Probation'] },
      { workplace: ['Hội An'], active: true },
      { department: ['Văn phòng'], team_id: [team_id], gender: 'Female' },
    ]) {
      expect(await found(filter), JSON.stringify(filter)).toEqual([member.id]);
    }
    expect(await found({ workplace: ['Hội An'], active: false })).toEqual([]);
    expect((await clerk.call(staff.choices, {})).workplaces).toContain('Hội An');
  });
});
