import { endpoints } from '@darkroom/contract/endpoints';
import type { PermissionCode } from '@darkroom/domain/permission/codes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedBuiltIn } from '../../db/built-in-data.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildGroup, buildStaff } from '../../testing/factories/people.ts';

const GROUPS: PermissionCode[] = ['npn_view_group', 'npn_add_group', 'npn_change_group', 'npn_delete_group'];

let bureau: TestApp;
/** A user with the group permissions who can also see and add jobs, and can grant nothing else. */
let keeper: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  await seedBuiltIn(bureau.db);
  keeper = await bureau.as([...GROUPS, 'npn_view_job', 'npn_add_job']);
});
afterAll(() => bureau.close());

const findGroup = async (id: number) =>
  (await keeper.call(endpoints.group.list, {})).results.find((group) => group.id === id)!;

describe('groups', () => {
  it('groups are listed with codes, members and every permission they can hold', async () => {
    const { id } = await buildGroup(bureau.db, { group_name: 'Night shift', permissions: ['npn_view_job'] });
    await buildStaff(bureau.db, { group_id: id, username: 'zoe', full_name: 'Zoe' });
    await buildStaff(bureau.db, { group_id: id, username: 'adam', full_name: 'Adam', active: false });
    const { results, permissions } = await keeper.call(endpoints.group.list, {});
    const night = results.find((group) => group.id === id);
    expect(night).toMatchObject({ group_name: 'Night shift', permissions: ['npn_view_job'], version: 1 });
    expect(night?.members.map((member) => [member.username, member.active])).toEqual([
      ['zoe', true],
      ['adam', false],
    ]);
    expect(permissions.length).toBeGreaterThanOrEqual(65);
  });

  it('a group needs a name and at least one permission', async () => {
    const bare = await keeper.send(endpoints.group.create, { group_name: ' ', permissions: [] });
    expect(bare.problem.errors).toEqual([
      { field: 'group_name', code: 'required', message: 'This field is required.' },
      { field: 'permissions', code: 'permission_required', message: 'Please select at least one permission' },
    ]);
    const unknown = await keeper.send(endpoints.group.create, {
      group_name: 'x',
      permissions: ['npn_view_job', 'npn_nonsense'],
    });
    expect(unknown.problem.errors).toMatchObject([{ field: 'permissions.1', code: 'unknown' }]);
  });

  it('100 parallel requests add a group name once, in any case', async () => {
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        keeper.send(endpoints.group.create, {
          group_name: n % 2 ? 'Đội Ảnh Cưới' : 'đội ảnh cưới',
          permissions: ['npn_view_job'],
        }),
      ),
    );
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
    const refused = responses.filter((response) => response.status !== 200).map(({ problem }) => problem);
    expect(new Set(refused.map((problem) => `${problem.status} ${problem.title}`))).toEqual(
      new Set(['409 Group name exists']),
    );
    const { results } = await keeper.call(endpoints.group.list, {});
    expect(results.filter((group) => group.group_name.toLowerCase() === 'đội ảnh cưới')).toHaveLength(1);
  });

  it("a change with an old version keeps another user's change", async () => {
    const { id } = await buildGroup(bureau.db, { permissions: ['npn_view_job'] });
    await keeper.call(endpoints.group.update, { group_id: id, version: 1, group_name: `Theirs ${id}` });
    const staleResponse = await keeper.send(endpoints.group.update, { group_id: id, version: 1, group_name: 'Mine' });
    expect(staleResponse.problem).toMatchObject({
      status: 409,
      code: 'stale',
      current: { group_name: `Theirs ${id}`, permissions: ['npn_view_job'], version: 2 },
    });
  });

  it('only empty groups are deleted, and the refusal counts the members', async () => {
    const { id } = await buildGroup(bureau.db, { permissions: ['npn_view_job'] });
    for (let n = 0; n < 3; n += 1) await buildStaff(bureau.db, { group_id: id });
    const refused = await keeper.send(endpoints.group.delete, { group_id: id });
    expect(refused.problem).toMatchObject({ status: 409, code: 'in_use', detail: 'The group has 3 members.' });
    await bureau.db.updateTable('staff').set({ group_id: null }).where('group_id', '=', id).execute();
    expect(await keeper.call(endpoints.group.delete, { group_id: id })).toEqual({ group_id: id });
    expect((await keeper.send(endpoints.group.delete, { group_id: id })).problem.code).toBe('not_found');
  });
});

describe('permissions that the user lacks', () => {
  it('a user cannot grant them in a group, and the error names the codes', async () => {
    const createdGroup = await keeper.send(endpoints.group.create, {
      group_name: 'Too much',
      permissions: ['npn_view_job', 'npn_delete_job', 'npn_admin'],
    });
    const refusal = { status: 403, code: 'beyond_own_rights', errors: [{ field: 'permissions' }] };
    expect(createdGroup.problem).toMatchObject({ ...refusal, detail: 'npn_delete_job, npn_admin' });
    const { id } = await buildGroup(bureau.db, { permissions: ['npn_view_job'] });
    const more = await keeper.send(endpoints.group.update, {
      group_id: id,
      version: 1,
      permissions: ['npn_view_job', 'npn_admin'],
    });
    expect(more.problem).toMatchObject({ ...refusal, detail: 'npn_admin' });
    expect(await findGroup(id)).toMatchObject({ permissions: ['npn_view_job'], version: 1 });
  });

  it('a user cannot rename, strip or delete a group that holds more', async () => {
    const permissions: PermissionCode[] = ['npn_view_job', 'npn_admin'];
    const { id } = await buildGroup(bureau.db, { group_name: 'Above', permissions });
    const refusal = { status: 403, code: 'beyond_own_rights', detail: 'npn_admin' };
    for (const change of [{ group_name: 'Below' }, { permissions: ['npn_view_job'] }, { permissions: ['npn_admin'] }]) {
      const response = await keeper.send(endpoints.group.update, { group_id: id, version: 1, ...change });
      expect(response.problem).toMatchObject(refusal);
    }
    expect((await keeper.send(endpoints.group.delete, { group_id: id })).problem).toMatchObject(refusal);
    expect(await findGroup(id)).toMatchObject({ group_name: 'Above', version: 1 });
    const admin = await bureau.as([...GROUPS, ...permissions]);
    await admin.call(endpoints.group.update, { group_id: id, version: 1, permissions: ['npn_view_job'] });
    await keeper.call(endpoints.group.update, { group_id: id, version: 2, group_name: 'Level' });
  });

  it('a superuser grants every permission except customer codes', async () => {
    const superuser = await bureau.as({ is_superuser: true });
    await superuser.call(endpoints.group.create, { group_name: 'Everything', permissions: ['npn_admin'] });
    const portal = await superuser.send(endpoints.group.create, {
      group_name: 'Customers',
      permissions: ['npn_view_job', 'npn_customer', 'npn_customer_0'],
    });
    expect(portal.problem.errors).toMatchObject([
      { field: 'permissions.1', code: 'customer_permission' },
      { field: 'permissions.2', code: 'customer_permission' },
    ]);
  });
});

describe('a change of a group', () => {
  it('a group change applies to the next request of each member', async () => {
    const { id } = await buildGroup(bureau.db, { permissions: ['npn_view_job'] });
    const member = await bureau.as({ group_id: id });
    expect((await member.send(endpoints.job.list, {})).status).toBe(200);
    const less = await keeper.call(endpoints.group.update, {
      group_id: id,
      version: 1,
      permissions: ['npn_add_job'],
    });
    expect((await member.send(endpoints.job.list, {})).problem).toMatchObject({ status: 403, code: 'forbidden' });
    expect((await member.call(endpoints.user.me, {})).permissions).toEqual(['npn_add_job']);
    await keeper.call(endpoints.group.update, {
      group_id: id,
      version: less.version,
      permissions: ['npn_add_job', 'npn_view_job'],
    });
    expect((await member.send(endpoints.job.list, {})).status).toBe(200);
  });

  it("the audit has the group's codes before and after a change", async () => {
    const createdGroup = await keeper.call(endpoints.group.create, {
      group_name: 'On record',
      permissions: ['npn_view_job'],
    });
    await keeper.call(endpoints.group.update, { group_id: createdGroup.id, version: 1, permissions: ['npn_add_job'] });
    await keeper.call(endpoints.group.delete, { group_id: createdGroup.id });
    const rows = await bureau.db
      .selectFrom('audit')
      .select(['action', 'actor_id', 'before', 'after'])
      .where('entity', '=', 'staff_group')
      .where('entity_id', '=', String(createdGroup.id))
      .orderBy('id')
      .execute();
    const [viewing, adding] = [['npn_view_job'], ['npn_add_job']].map((permissions) => ({
      group_name: 'On record',
      permissions,
    }));
    const actor_id = keeper.user_id;
    expect(rows).toEqual([
      { action: 'group.create', actor_id, before: null, after: viewing },
      { action: 'group.update', actor_id, before: viewing, after: adding },
      { action: 'group.delete', actor_id, before: adding, after: null },
    ]);
  });
});
