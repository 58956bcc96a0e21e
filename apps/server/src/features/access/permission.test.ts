import { endpoints } from '@darkroom/contract/endpoints';
import type { PermissionRow } from '@darkroom/contract/user/group';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedBuiltIn } from '../../db/built-in-data.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildGroup } from '../../testing/factories/people.ts';

let bureau: TestApp;
let admin: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  await seedBuiltIn(bureau.db);
  admin = await bureau.as([
    'npn_view_permission',
    'npn_add_permission',
    'npn_change_permission',
    'npn_delete_permission',
    'npn_add_group',
  ]);
});
afterAll(() => bureau.close());

let counter = 0;
const addPermission = (description = 'Waters the plants'): Promise<PermissionRow> =>
  admin.call(endpoints.permission.create, { codename: `npn_water_${(counter += 1)}`, description });
const findPermission = async (codename: string) =>
  (await admin.call(endpoints.permission.list, {})).results.find((row) => row.codename === codename)!;

describe('permissions', () => {
  it('permissions are listed with their descriptions and the groups that hold them', async () => {
    await buildGroup(bureau.db, { group_name: 'Readers of jobs', permissions: ['npn_view_job'] });
    const { results } = await admin.call(endpoints.permission.list, {});
    expect(results.filter((row) => row.built_in)).toHaveLength(65);
    expect(results.every((row) => row.description !== '')).toBe(true);
    expect((await findPermission('npn_view_job')).groups.map((group) => group.group_name)).toEqual(['Readers of jobs']);
  });

  it("the caller's permissions are listed with the bureau's descriptions", async () => {
    const { codename } = await addPermission('Waters the orchids');
    const holder = await bureau.as(['npn_view_job', codename]);
    const { results } = await holder.call(endpoints.permission.own, {});
    expect(results).toEqual([
      { codename: 'npn_view_job', description: expect.any(String) as string, described: false },
      { codename, description: 'Waters the orchids', described: true },
    ]);
  });

  it('the bureau can add, rename and delete its own permissions', async () => {
    const createdPermission = await addPermission();
    expect(createdPermission).toMatchObject({ built_in: false, described: true, version: 1 });
    const renamed = await admin.call(endpoints.permission.update, {
      id: createdPermission.id,
      version: 1,
      codename: `${createdPermission.codename}_daily`,
    });
    expect(renamed).toMatchObject({
      codename: `${createdPermission.codename}_daily`,
      description: 'Waters the plants',
      version: 2,
    });
    await admin.call(endpoints.permission.delete, { permission_ids: [createdPermission.id] });
    expect(await findPermission(renamed.codename)).toBeUndefined();
  });

  it('a permission begins with npn_ and has small letters, digits and underscores', async () => {
    for (const codename of ['water', 'npn_', 'npn_Water', 'npn_wa ter', 'npn_tưới', `npn_${'x'.repeat(61)}`]) {
      const { problem } = await admin.send(endpoints.permission.create, { codename, description: 'x' });
      expect([problem.status, problem.errors?.[0]?.field]).toEqual([422, 'codename']);
    }
    const bare = await admin.send(endpoints.permission.create, {});
    expect(bare.problem.errors?.map(({ field, code }) => [field, code])).toEqual([
      ['codename', 'required'],
      ['description', 'required'],
    ]);
  });

  it('a built-in permission can be described, but not renamed or deleted', async () => {
    const { id, version, described } = await findPermission('npn_view_team');
    expect(described).toBe(false);
    const change = { id, version };
    const rename = await admin.send(endpoints.permission.update, { ...change, codename: 'npn_see_team' });
    expect(rename.problem).toMatchObject({ status: 409, code: 'built_in', errors: [{ field: 'codename' }] });
    const deletedResponse = await admin.send(endpoints.permission.delete, { permission_ids: [id] });
    expect(deletedResponse.problem).toMatchObject({ status: 409, code: 'built_in', detail: 'npn_view_team' });
    const after = await admin.call(endpoints.permission.update, { ...change, description: 'Xem các nhóm' });
    expect(after).toMatchObject({ codename: 'npn_view_team', description: 'Xem các nhóm', described: true });
    // A restart does not change the bureau's description.
    await seedBuiltIn(bureau.db);
    expect((await findPermission('npn_view_team')).description).toBe('Xem các nhóm');
  });

  it("a change with an old version keeps another user's change", async () => {
    const createdPermission = await addPermission();
    await admin.call(endpoints.permission.update, { id: createdPermission.id, version: 1, description: 'theirs' });
    const staleResponse = await admin.send(endpoints.permission.update, {
      id: createdPermission.id,
      version: 1,
      description: 'mine',
    });
    expect(staleResponse.problem).toMatchObject({
      status: 409,
      code: 'stale',
      current: { description: 'theirs', version: 2 },
    });
  });

  it('100 parallel requests add a permission name once', async () => {
    const input = { codename: 'npn_only_one', description: 'x' };
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => admin.send(endpoints.permission.create, input)),
    );
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
    const refused = responses.filter((response) => response.status !== 200).map(({ problem }) => problem);
    expect(new Set(refused.map((problem) => `${problem.status} ${problem.title}`))).toEqual(
      new Set(['409 Permission codename exists']),
    );
    expect(refused[0]?.errors?.[0]).toMatchObject({ field: 'codename', code: 'exists' });
  });

  it('a delete with one held permission deletes nothing and names the groups', async () => {
    const [grantedPermission, unusedPermission] = [await addPermission(), await addPermission()];
    await buildGroup(bureau.db, {
      group_name: 'Gardeners',
      permissions: [grantedPermission.codename as 'npn_view_job'],
    });
    const refused = await admin.send(endpoints.permission.delete, {
      permission_ids: [unusedPermission.id, grantedPermission.id],
    });
    expect(refused.problem).toMatchObject({
      status: 409,
      code: 'in_use',
      detail: `${grantedPermission.codename}: Gardeners`,
    });
    expect(await findPermission(unusedPermission.codename)).toBeDefined();
  });

  it('a permission is not given to a group during its deletion', async () => {
    for (let round = 0; round < 10; round += 1) {
      const createdPermission = await addPermission();
      const giver = await bureau.as({ permissions: ['npn_add_group', createdPermission.codename as 'npn_view_job'] });
      // The giver's group has the permission, so it is removed from there first.
      await bureau.db.deleteFrom('group_permission').where('permission_id', '=', createdPermission.id).execute();
      const [given, deletedResponse] = await Promise.all([
        giver.send(endpoints.group.create, { group_name: `Round ${round}`, permissions: [createdPermission.codename] }),
        admin.send(endpoints.permission.delete, { permission_ids: [createdPermission.id] }),
      ]);
      expect([given.status, deletedResponse.status]).toContain(200);
      expect(given.status === 200 && deletedResponse.status === 200).toBe(false);
    }
  });

  it('the audit has descriptions before and after a change', async () => {
    const createdPermission = await addPermission('one');
    await admin.call(endpoints.permission.update, { id: createdPermission.id, version: 1, description: 'two' });
    await admin.call(endpoints.permission.delete, { permission_ids: [createdPermission.id] });
    const rows = await bureau.db
      .selectFrom('audit')
      .select(['action', 'before', 'after'])
      .where('entity', '=', 'permission')
      .where('entity_id', '=', String(createdPermission.id))
      .orderBy('id')
      .execute();
    const { codename } = createdPermission;
    expect(rows).toEqual([
      { action: 'permission.create', before: null, after: { codename, description: 'one' } },
      {
        action: 'permission.update',
        before: { codename, description: 'one' },
        after: { codename, description: 'two' },
      },
      { action: 'permission.delete', before: { codename, description: 'two' }, after: null },
    ]);
  });
});
