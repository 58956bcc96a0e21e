import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { buildGroup } from '../../testing/factories/people.ts';
import { listErrors, OPEN_FIELDS, residence, createStaffFixture } from '../../testing/fixtures/staff-fixture.ts';

const { staff } = endpoints;
const listKeys = (row: object) => Object.keys(row).sort();
let bureau: TestApp;
let office: Awaited<ReturnType<typeof createStaffFixture>>;

beforeAll(async () => {
  bureau = await createTestApp();
  office = await createStaffFixture(bureau);
});
afterAll(() => bureau.close());

describe('a change of a member', () => {
  it('a change writes the given fields, and returns the current member to a stale caller', async () => {
    const { member } = await office.add({ position: 'Retoucher' });
    const after = await office.manager.call(staff.update, { id: member.id, version: 1, full_name: 'Nguyễn Minh Khai' });
    expect(after).toMatchObject({ full_name: 'Nguyễn Minh Khai', position: 'Retoucher', version: 2 });
    const staleResponse = await office.clerk.send(staff.update, { id: member.id, version: 1, position: 'QC' });
    expect(staleResponse.problem).toMatchObject({
      status: 409,
      code: 'stale',
      current: { full_name: 'Nguyễn Minh Khai' },
    });
    expect(listKeys(staleResponse.problem.current as object)).toEqual(OPEN_FIELDS);
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

  it('a caller cannot give a stronger group or make superusers', async () => {
    const { member } = await office.add();
    const within = await buildGroup(bureau.db, { permissions: ['npn_view_task', 'npn_view_member'] });
    const privilegedGroup = await buildGroup(bureau.db, { permissions: ['npn_view_task', 'npn_admin'] });
    const moveMember = (group_id: number | null, version: number) =>
      office.manager.send(staff.update, { id: member.id, version, group_id });
    expect((await moveMember(privilegedGroup.id, 1)).problem).toMatchObject({ status: 403, code: 'beyond_own_rights' });
    expect(
      listErrors(
        await office.manager.send(staff.add, { ...office.createFields(), ...residence, group_id: privilegedGroup.id }),
      ),
    ).toEqual([['group_id', 'beyond_own_rights']]);
    expect((await moveMember(within.id, 1)).body).toMatchObject({ group_id: within.id, group_name: within.group_name });
    for (const body of [{ id: member.id, version: 2, is_superuser: true }]) {
      expect((await office.manager.send(staff.update, body)).problem.code).toBe('beyond_own_rights');
      expect((await office.superuser.send(staff.update, body)).body).toMatchObject({ is_superuser: true });
    }
    const { groups } = await office.manager.call(staff.choices, {});
    expect(groups.find((group) => group.id === privilegedGroup.id)?.within).toBe(false);
    expect(groups.find((group) => group.id === within.id)?.within).toBe(true);
  });

  it('at least one superuser stays active', async () => {
    const only = await bureau.db
      .selectFrom('user_account')
      .select('id')
      .where('is_superuser', '=', true)
      .where('id', '<>', office.superuser.user_id)
      .execute();
    for (const { id } of only) {
      await office.superuser.call(staff.update, { id, version: await readVersion(id), is_superuser: false });
    }
    const last = await office.superuser.send(staff.update, {
      id: office.superuser.user_id,
      version: await readVersion(office.superuser.user_id),
      is_superuser: false,
    });
    expect(last.problem).toMatchObject({ status: 409, code: 'last_superuser' });
  });
});

const readVersion = async (id: number) =>
  (await bureau.db.selectFrom('staff').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version;
