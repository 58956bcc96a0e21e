import { endpoints } from '@darkroom/contract/endpoints';
import type { PermissionCode } from '@darkroom/domain/permission/codes';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildGroup, buildStaff, buildTeam } from '../../testing/factories/people.ts';
import { buildTask } from '../../testing/factories/work.ts';

const { staff, task: taskCalls } = endpoints;
const STEPS = ['npn_view_task', 'npn_start_task', 'npn_done_task'] as const;
const EDITOR = ['npn_editor_ots', 'npn_editor_pte', ...STEPS] as const;
const QC = ['npn_qc_ots', 'npn_review_task', 'npn_view_task'] as const;
let bureau: TestApp;
let manager: ApiClient;
let qcGroup: number;
let editorGroup: number;

beforeAll(async () => {
  bureau = await createTestApp();
  manager = await bureau.as(['npn_view_member', 'npn_change_member', 'npn_assign_task', ...EDITOR, ...QC]);
  qcGroup = (await buildGroup(bureau.db, { permissions: ['npn_editor_pte', ...STEPS, ...QC] })).id;
  editorGroup = (await buildGroup(bureau.db, { permissions: EDITOR })).id;
});
afterAll(() => bureau.close());

const buildOtsTask = (fields: Parameters<typeof buildTask>[1]) =>
  buildTask(bureau.db, { workstream: 'OTS', ...fields });
const buildMember = async (permissions: readonly PermissionCode[]) =>
  (await buildStaff(bureau.db, { permissions })).user_id;
const readTask = (task_id: number) =>
  bureau.db.selectFrom('task').selectAll().where('task_id', '=', task_id).executeTakeFirstOrThrow();
const readGroup = async (id: number) =>
  (await bureau.db.selectFrom('staff').select('group_id').where('id', '=', id).executeTakeFirstOrThrow()).group_id;
const changeGroup = (id: number, group_id: number | null, more: object = {}, by: ApiClient = manager) =>
  by.send(staff.update, { id, version: 1, group_id, ...more });
/** Returns the open work in a refusal. */
const getOpenTasks = ({ problem }: Awaited<ReturnType<typeof changeGroup>>, code = 'has_tasks') => {
  expect(problem).toMatchObject({ status: 409, code });
  return problem.current as { tasks: { task_id: number; version: number; part: string; needs_successor: boolean }[] };
};
const toTaskVersions = (tasks: readonly { task_id: number; version: number }[]) =>
  tasks.map(({ task_id, version }) => ({ task_id, version }));

describe('a member who loses permissions', () => {
  it('the member hands over work that they cannot continue, and keeps the rest', async () => {
    const id = await buildMember(EDITOR);
    const heir = await buildMember(['npn_editor_ots', ...STEPS]);
    const stuck = await buildMember(['npn_editor_ots', 'npn_view_task', 'npn_done_task']);
    const qc = await buildMember(QC);
    const led = await buildTeam(bureau.db, { leader_id: id });
    const assigned = await buildOtsTask({ status: 2, editor: id });
    const processing = await buildOtsTask({ status: 3, editor: id, x1: 3, start_time: bureau.clock() });
    const faulty = await buildOtsTask({ status: 10, editor: id, first_qc: qc, fault_stage: 1 });
    const resolved = await buildOtsTask({ status: 12, editor: id, first_qc: qc, fault_stage: 1 });
    const rework = await buildOtsTask({ status: 13, editor: id, first_qc: qc });
    const waiting = await buildOtsTask({ status: 4, editor: id });
    const elsewhere = await buildTask(bureau.db, { workstream: 'PTE', status: 3, editor: id });
    const supported = await buildOtsTask({ status: 3, editor: heir, supporters: [id] });

    const hand = getOpenTasks(await changeGroup(id, qcGroup));
    expect(Object.fromEntries(hand.tasks.map((task) => [task.task_id, [task.part, task.needs_successor]]))).toEqual({
      [assigned.task_id]: ['editor', false],
      [processing.task_id]: ['editor', false],
      [faulty.task_id]: ['editor', true],
      [resolved.task_id]: ['editor', true],
      [rework.task_id]: ['editor', true],
    });
    expect(hand).toMatchObject({ teams: [] });
    const tasks = toTaskVersions(hand.tasks);
    const nobody = await changeGroup(id, qcGroup, { tasks });
    expect(nobody.problem).toMatchObject({ status: 422, code: 'editor_required', errors: [{ field: 'editors.OTS' }] });
    const self = await changeGroup(id, qcGroup, { tasks, editors: { OTS: id } });
    expect(self.problem).toMatchObject({ code: 'editor_not_of_workstream', errors: [{ field: 'editors.OTS' }] });
    expect((await changeGroup(id, qcGroup, { tasks, editors: { OTS: qc } })).problem.code).toBe(
      'editor_not_of_workstream',
    );
    const asStuck = await changeGroup(id, qcGroup, { tasks, editors: { OTS: stuck } });
    expect(asStuck.problem).toMatchObject({ code: 'editor_cannot_continue', errors: [{ field: 'editors.OTS' }] });
    expect(await readGroup(id)).not.toBe(qcGroup);

    const moved = await changeGroup(id, qcGroup, { tasks, editors: { OTS: heir } });
    expect(moved.body).toMatchObject({ group_id: qcGroup, active: true, version: 2 });
    expect(await readTask(assigned.task_id)).toMatchObject({ status: 2, editor: heir });
    expect(await readTask(processing.task_id)).toMatchObject({ status: 2, editor: heir, x1: 3 });
    expect(await readTask(faulty.task_id)).toMatchObject({ status: 10, editor: heir, first_qc: qc });
    expect(await readTask(resolved.task_id)).toMatchObject({ status: 12, editor: heir });
    expect(await readTask(rework.task_id)).toMatchObject({ status: 13, editor: heir });
    expect(await readTask(waiting.task_id)).toMatchObject({ status: 4, editor: id, version: waiting.version });
    expect(await readTask(elsewhere.task_id)).toMatchObject({ editor: id, version: elsewhere.version });
    expect(await readTask(supported.task_id)).toMatchObject({ editor: heir, version: supported.version });
    const { leader_id } = await bureau.db
      .selectFrom('team')
      .select('leader_id')
      .where('id', '=', led.id)
      .executeTakeFirstOrThrow();
    expect(leader_id).toBe(id);
    const root = await bureau.as({ is_superuser: true });
    const { events } = await root.call(taskCalls.history, { task_id: assigned.task_id });
    expect(events.map((event) => event.action)).toEqual(['hand_over']);
    const notifications = await bureau.db
      .selectFrom('notification')
      .select('task_ids')
      .where('user_id', '=', heir)
      .execute();
    expect(notifications.flatMap(({ task_ids }) => task_ids)).toContain(assigned.task_id);
  });

  it('the member hands over work that they can no longer start or submit', async () => {
    const id = await buildMember(EDITOR);
    const assigned = await buildOtsTask({ status: 2, editor: id });
    const processing = await buildOtsTask({ status: 3, editor: id });
    const faulty = await buildOtsTask({ status: 10, editor: id, first_qc: await buildMember(QC), fault_stage: 1 });
    const group = await buildGroup(bureau.db, { permissions: ['npn_editor_ots', 'npn_view_task', 'npn_start_task'] });
    const { tasks } = getOpenTasks(await changeGroup(id, group.id));
    expect(new Set(tasks.map(({ task_id }) => task_id))).toEqual(new Set([assigned.task_id, processing.task_id]));
    const self = await changeGroup(id, group.id, { tasks: toTaskVersions(tasks), editors: { OTS: id } });
    expect(self.problem).toMatchObject({ code: 'editor_not_of_workstream', errors: [{ field: 'editors.OTS' }] });
    expect((await changeGroup(id, group.id, { tasks: toTaskVersions(tasks) })).status).toBe(200);
    expect(await readTask(processing.task_id)).toMatchObject({ status: 1, editor: null });
    // Resolving a fault needs no code, so it stays.
    expect(await readTask(faulty.task_id)).toMatchObject({ editor: id, version: faulty.version });
  });

  it('the member releases a started check, and the recheck of a fault', async () => {
    const id = await buildMember(QC);
    const editor = await buildMember(EDITOR);
    const checking = await buildOtsTask({ status: 5, editor, first_qc: id, status_before_check: 4 });
    const second = await buildOtsTask({
      status: 7,
      editor,
      first_qc: await buildMember(QC),
      second_qc: id,
      status_before_check: 6,
    });
    const resolved = await buildOtsTask({ status: 12, editor, first_qc: id, fault_stage: 1 });
    const passed = await buildOtsTask({ status: 6, editor, first_qc: id });
    const { tasks } = getOpenTasks(await changeGroup(id, editorGroup));
    expect(tasks.map(({ part }) => part)).toEqual(['qc', 'qc', 'qc']);
    expect((await changeGroup(id, editorGroup, { tasks: toTaskVersions(tasks) })).status).toBe(200);
    expect(await readTask(checking.task_id)).toMatchObject({ status: 4, first_qc: null });
    expect(await readTask(second.task_id)).toMatchObject({ status: 6, second_qc: null });
    expect(await readTask(resolved.task_id)).toMatchObject({ status: 12, first_qc: null, fault_stage: 1 });
    expect(await readTask(passed.task_id)).toMatchObject({ first_qc: id, version: passed.version });
  });

  it('the member hands over the work when the group or superuser status is removed', async () => {
    const id = await buildMember(EDITOR);
    const task = await buildOtsTask({ status: 2, editor: id });
    expect(getOpenTasks(await changeGroup(id, null)).tasks).toMatchObject([{ task_id: task.task_id }]);
    const root = await bureau.as({ is_superuser: true });
    const otherMember = await buildStaff(bureau.db, { is_superuser: true, permissions: ['npn_view_task'] });
    const own = await buildOtsTask({ status: 3, editor: otherMember.user_id });
    const demoteUser = (more: object) =>
      root.send(staff.update, { id: otherMember.user_id, version: 1, is_superuser: false, ...more });
    const { tasks } = getOpenTasks(await demoteUser({}));
    expect((await demoteUser({ tasks: toTaskVersions(tasks) })).status).toBe(200);
    expect(await readTask(own.task_id)).toMatchObject({ status: 1, editor: null });
  });

  it('the group changes without a handover if no work needs it', async () => {
    const idle = await buildMember(EDITOR);
    await buildTask(bureau.db, { workstream: 'PTE', status: 3, editor: idle });
    expect((await changeGroup(idle, qcGroup)).body).toMatchObject({ group_id: qcGroup });
    const busy = await buildMember(EDITOR);
    await buildOtsTask({ status: 3, editor: busy });
    const changed = await manager.send(staff.update, { id: busy, version: 1, position: 'Retoucher' });
    expect(changed.body).toMatchObject({ position: 'Retoucher' });
    const more = await changeGroup(busy, editorGroup, { version: 2 });
    expect(more.body).toMatchObject({ group_id: editorGroup });
    const nothing = await manager.send(staff.update, { id: busy, version: 3, tasks: [], editors: {} });
    expect(nothing.problem.code).toBe('no_fields_to_change');
  });

  it('the caller needs assign_task if there is work to hand over', async () => {
    const clerk = await bureau.as(['npn_change_member', ...EDITOR, ...QC]);
    const id = await buildMember(EDITOR);
    await buildOtsTask({ status: 2, editor: id });
    const { tasks } = getOpenTasks(await changeGroup(id, qcGroup, {}, clerk));
    expect(tasks).toMatchObject([{ sub_prod_id: null, job_name: null }]);
    const refused = await changeGroup(id, qcGroup, { tasks: toTaskVersions(tasks) }, clerk);
    expect(refused.problem).toMatchObject({ status: 403, code: 'forbidden' });
    expect((await changeGroup(await buildMember(EDITOR), qcGroup, {}, clerk)).status).toBe(200);
  });

  it('the work is shown again when it has changed', async () => {
    const id = await buildMember(EDITOR);
    await buildOtsTask({ status: 2, editor: id });
    const { tasks } = getOpenTasks(await changeGroup(id, qcGroup));
    await buildOtsTask({ status: 2, editor: id });
    const again = getOpenTasks(await changeGroup(id, qcGroup, { tasks: toTaskVersions(tasks) }), 'stale');
    expect(again.tasks).toHaveLength(2);
    expect((await changeGroup(id, qcGroup, { tasks: toTaskVersions(again.tasks) })).status).toBe(200);
  });

  it('two parallel requests move the member once', async () => {
    const id = await buildMember(EDITOR);
    const task = await buildOtsTask({ status: 3, editor: id });
    const tasks = toTaskVersions([task]);
    const otherUser = await bureau.as(['npn_change_member', 'npn_assign_task', ...EDITOR, ...QC]);
    const responses = await Promise.all([
      changeGroup(id, qcGroup, { tasks }),
      changeGroup(id, qcGroup, { tasks }, otherUser),
    ]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(responses.find(({ status }) => status === 409)?.problem).toMatchObject({
      code: 'stale',
      current: { id, version: 2, group_id: qcGroup },
    });
    expect(await readTask(task.task_id)).toMatchObject({ status: 1, editor: null, version: task.version + 1 });
  });

  it('a request that waited for the change assigns no task to the member', async () => {
    const id = await buildMember(EDITOR);
    const task = await buildOtsTask({ status: 1 });
    const assigning = await bureau.db.transaction().execute(async (trx) => {
      await trx.selectFrom('user_account').select('id').where('id', '=', id).forUpdate().execute();
      await trx.updateTable('staff').set({ group_id: qcGroup }).where('id', '=', id).execute();
      const response = manager.send(taskCalls.assign, { tasks: toTaskVersions([task]), editor: id });
      await sleep(300);
      return { answer: response };
    });
    expect((await assigning.answer).problem).toMatchObject({ status: 422, code: 'editor_not_of_workstream' });
  });

  it('the member keeps no task that was assigned at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await buildMember(EDITOR);
      const task = await buildOtsTask({ status: 1 });
      const assign = { tasks: toTaskVersions([task]), editor: id };
      await Promise.all([manager.send(taskCalls.assign, assign), changeGroup(id, qcGroup)]);
      expect((await readGroup(id)) !== qcGroup || (await readTask(task.task_id)).editor === null).toBe(true);
    }
  });
});
