import { endpoints } from '@darkroom/contract/endpoints';
import type { PermissionCode } from '@darkroom/domain/permission/codes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildGroup, buildStaff } from '../../testing/factories/people.ts';
import { buildTask } from '../../testing/factories/work.ts';

const { group: groups } = endpoints;
const GROUP_PERMISSIONS: PermissionCode[] = [
  'npn_editor_pte',
  'npn_editor_ots',
  'npn_qc_pte',
  'npn_start_task',
  'npn_done_task',
  'npn_view_task',
];
let bureau: TestApp;
let keeper: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  keeper = await bureau.as(['npn_change_group', ...GROUP_PERMISSIONS]);
});
afterAll(() => bureau.close());

const countLostTasks = (group_id: number, ...codes: PermissionCode[]) =>
  keeper.call(groups.impact, { group_id, codes });

it('a planned group change counts members and tasks that would stop, and reassigns nothing', async () => {
  const { db } = bureau;
  const { id: group_id } = await buildGroup(db, { permissions: GROUP_PERMISSIONS });
  const addMember = async (fields: object = {}) => (await buildStaff(db, { group_id, ...fields })).user_id;
  const [first, second, idle] = [await addMember(), await addMember(), await addMember()];
  const root = await addMember({ is_superuser: true });
  const leaver = await addMember({ active: false });
  const addTask = (fields: Parameters<typeof buildTask>[1]) => buildTask(db, { workstream: 'PTE', ...fields });
  const begun = await addTask({ status: 3, editor: first, start_time: bureau.clock() });
  await addTask({ status: 2, editor: first, supporters: [idle] });
  await addTask({ status: 13, editor: second, first_qc: idle });
  await addTask({ status: 3, editor: second, workstream: 'OTS' });
  await addTask({ status: 5, editor: root, first_qc: second, status_before_check: 4 });
  // Submitted tasks do not count, and neither do those of people whose permissions do not come from the group.
  await addTask({ status: 4, editor: first });
  await addTask({ status: 3, editor: root });
  await addTask({ status: 3, editor: leaver });

  expect(await countLostTasks(group_id, 'npn_editor_pte')).toEqual({ people: 2, tasks: 3 });
  expect(await countLostTasks(group_id, 'npn_editor_pte', 'npn_editor_ots')).toEqual({ people: 2, tasks: 4 });
  expect(await countLostTasks(group_id, 'npn_qc_pte')).toEqual({ people: 1, tasks: 1 });
  // The next step counts too: work in progress needs no start, but submitting it needs the code.
  expect(await countLostTasks(group_id, 'npn_start_task')).toEqual({ people: 1, tasks: 1 });
  expect(await countLostTasks(group_id, 'npn_done_task')).toEqual({ people: 2, tasks: 4 });
  expect(await countLostTasks(group_id, 'npn_view_task')).toEqual({ people: 2, tasks: 5 });
  expect(
    await countLostTasks((await buildGroup(db, { permissions: GROUP_PERMISSIONS })).id, ...GROUP_PERMISSIONS),
  ).toEqual({ people: 0, tasks: 0 });

  const permissions = GROUP_PERMISSIONS.filter((code) => code !== 'npn_editor_pte');
  await keeper.call(groups.update, { group_id, version: 1, permissions });
  const { task_id, version } = begun;
  const now = await db
    .selectFrom('task')
    .select(['editor', 'status', 'version'])
    .where('task_id', '=', task_id)
    .execute();
  expect(now).toEqual([{ editor: first, status: 3, version }]);
  // Codes that the group already lacks are not counted.
  expect(await countLostTasks(group_id, 'npn_editor_pte', 'npn_qc_pte')).toEqual({ people: 1, tasks: 1 });
});

it('group.impact returns not_found for an unknown group', async () => {
  const { problem } = await keeper.send(groups.impact, { group_id: 987_654, codes: ['npn_editor_pte'] });
  expect(problem).toMatchObject({ status: 404, code: 'not_found' });
});

it('the refusal names an unknown code', async () => {
  const { id: group_id } = await buildGroup(bureau.db, { permissions: GROUP_PERMISSIONS });
  const { problem } = await keeper.send(groups.impact, { group_id, codes: ['npn_view_task', 'npn_no_such'] });
  expect(problem).toMatchObject({ status: 422, errors: [{ field: 'codes.1', code: 'unknown' }] });
});
