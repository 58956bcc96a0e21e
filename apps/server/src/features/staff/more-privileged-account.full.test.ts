import { endpoints } from '@darkroom/contract/endpoints';
import { ACCOUNT_FIELDS } from '@darkroom/domain/staff/staff';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildGroup, buildStaff, buildTeam } from '../../testing/factories/people.ts';

const { staff, user } = endpoints;
const ACTOR_PERMISSIONS = [
  'npn_change_member',
  'npn_delete_member',
  'npn_reset_password',
  'npn_view_staff_info',
  'npn_view_task',
] as const;
let bureau: TestApp;
let actors: Record<'office' | 'superuser', ApiClient>;
/** Each separately editable field of a member, with a new value. */
let changes: Record<string, unknown>;
let count = 0;

beforeAll(async () => {
  bureau = await createTestApp();
  actors = { office: await bureau.as([...ACTOR_PERMISSIONS]), superuser: await bureau.as({ is_superuser: true }) };
  const { id: group_id } = await buildGroup(bureau.db, { permissions: ['npn_view_task'] });
  changes = {
    username: () => `renamed.${++count}`,
    full_name: 'Somebody Else',
    email: 'somebody.else@darkroom.example',
    group_id,
    is_superuser: true,
    first_name: 'Else',
    last_name: 'Somebody',
    staff_id: () => `R-${++count}`,
    phone_number: '0900000009',
    teams: [(await buildTeam(bureau.db)).id],
    gender: 'Female',
    birthday: '1990-01-02',
    position: 'Retoucher',
    department: 'Office',
    workplace: 'Online',
    working_status: 'On leave',
    start_time: '2026-01-05',
    end_time: '2030-01-05',
    salary_1: 9_000_000,
    salary_2: 1_000_000,
    address: '1 Lê Lợi',
    residence_id: '079012345678',
    residence_address: '2 Lê Lợi',
    residence_created_at: '2020-01-02',
    residence_created_by: 'Police',
  };
});
afterAll(() => bureau.close());

const TARGETS = {
  'holds no more': { permissions: ['npn_view_task'] },
  'holds more': { permissions: ['npn_view_task', 'npn_add_job'] },
  'is a superuser': { is_superuser: true },
} as const;
const isAccountField = (field: string) => ACCOUNT_FIELDS.some((accountField) => accountField === field);
const cases = (['office', 'superuser'] as const).flatMap((actor) =>
  (Object.keys(TARGETS) as (keyof typeof TARGETS)[]).map((target) => [actor, target] as const),
);

it.each(cases)('%s changes each permitted field of a member who %s', async (actor, target) => {
  const below = actor === 'office' && target !== 'holds no more';
  for (const [field, value] of Object.entries(changes)) {
    const { user_id: id } = await buildStaff(bureau.db, TARGETS[target]);
    const change = { [field]: typeof value === 'function' ? value() : value };
    // A new superuser has more permissions than the office, on every account.
    const handsOut = field === 'is_superuser' && actor === 'office';
    const { status, problem } = await actors[actor].send(staff.update, { id, version: 1, ...change });
    const refused = { code: problem.code, fields: problem.errors?.map((error) => error.field) };
    const isUnchanged = field === 'is_superuser' && target === 'is a superuser';
    if ((below && isAccountField(field) && !isUnchanged) || (handsOut && !isUnchanged))
      expect([field, refused]).toEqual([field, { code: 'beyond_own_rights', fields: [field] }]);
    else expect([field, status]).toEqual([field, 200]);
  }
});

it.each(cases)('%s takes each permitted step on the account of a member who %s', async (actor, target) => {
  const below = actor === 'office' && target !== 'holds no more';
  const { user_id } = await buildStaff(bureau.db, TARGETS[target]);
  const leaver = await buildStaff(bureau.db, { ...TARGETS[target], active: false });
  const responses = [
    await actors[actor].send(user.resetPassword, { user_id }),
    await actors[actor].send(staff.delete, { staff_id: user_id }),
    await actors[actor].send(staff.activate, { staff_id: leaver.user_id, version: 1 }),
  ];
  const expected = below ? { status: 403, code: 'beyond_own_rights' } : { status: 200, code: undefined };
  expect(responses.map(({ status, problem }) => ({ status, code: problem.code }))).toEqual(
    responses.map(() => expected),
  );
});

it('the test covers every field of a member', () => {
  const { id: _id, version: _version, tasks: _tasks, editors: _editors, ...fields } = staff.update.input.shape;
  expect(Object.keys(changes).sort()).toEqual(Object.keys(fields).sort());
});
