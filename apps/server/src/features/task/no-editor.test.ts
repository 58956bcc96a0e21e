import { endpoints } from '@darkroom/contract/endpoints';
import { TaskStatus } from '@darkroom/domain/task/status';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { insertFaultTypes, pickTaskVersion } from '../../testing/factories/faulty-tasks.ts';
import { buildTask } from '../../testing/factories/work.ts';

const { task, notification } = endpoints;

let bureau: TestApp;
let leader: ApiClient;
let elsewhere: ApiClient;
let qc: ApiClient;
/** The former editor, and an active one. */
let former: ApiClient;
let editor: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  await insertFaultTypes(bureau);
  leader = await bureau.as(['npn_view_all_pte_tasks', 'npn_assign_task', 'npn_rework_task', 'npn_delete_redo_task']);
  elsewhere = await bureau.as(['npn_view_all_ots_tasks', 'npn_assign_task']);
  qc = await bureau.as(['npn_view_task', 'npn_qc_pte', 'npn_review_task']);
});
beforeEach(async () => {
  const edits = ['npn_view_task', 'npn_editor_pte', 'npn_start_task', 'npn_done_task'] as const;
  [former, editor] = [await bureau.as([...edits]), await bureau.as([...edits])];
  await bureau.db.deleteFrom('notification').execute();
});
afterAll(() => bureau.close());

const deactivateUser = (who: ApiClient) =>
  bureau.db.updateTable('user_account').set({ active: false }).where('id', '=', who.user_id).execute();
const removeEditorPermission = (who: ApiClient) =>
  bureau.db
    .deleteFrom('group_permission')
    .where('group_id', '=', (eb) => eb.selectFrom('staff').select('group_id').where('id', '=', who.user_id))
    .where('permission_id', '=', (eb) =>
      eb.selectFrom('permission').select('id').where('codename', '=', 'npn_editor_pte'),
    )
    .execute();
const buildTaskInCheck = () =>
  buildTask(bureau.db, {
    workstream: 'PTE',
    status: 5,
    editor: former.user_id,
    first_qc: qc.user_id,
    status_before_check: 4,
    x1: 1,
  });
const listNotifications = async (who: ApiClient) => (await who.call(notification.list, {})).results;
const reassignTask = (assignedTask: { task_id: number; version: number }, to = editor, by = leader) =>
  by.call(task.bulk, { action: 'reassign', tasks: [pickTaskVersion(assignedTask)], editor: to.user_id });

describe('a task whose editor has left', () => {
  it('the task can be reassigned in every status that waits for its editor', async () => {
    const statuses = [3, 10, 11, 13] as const;
    const tasks = await Promise.all(
      statuses.map((status) =>
        buildTask(bureau.db, {
          workstream: 'PTE',
          status,
          editor: former.user_id,
          x1: 1,
          ...(status === 11 ? { first_qc: qc.user_id } : {}),
          ...(status === 13 ? { rework_quantity: 1, rework_notes: 'Too dark' } : {}),
        }),
      ),
    );
    await deactivateUser(former);
    const { done, refused } = await leader.call(task.bulk, {
      action: 'reassign',
      tasks: tasks.map(pickTaskVersion),
      editor: editor.user_id,
    });
    expect(refused).toEqual([]);
    // Started work begins again. The status and start of other tasks do not change.
    expect(new Set(done.map(({ status }) => status))).toEqual(new Set([TaskStatus.EDITOR_ASSIGNED, 10, 11, 13]));
    expect(new Set(done.map((task) => task.editor))).toEqual(new Set([editor.user_id]));
    const faultyBefore = tasks.find(({ status }) => status === 10)!;
    const faulty = done.find(({ task_id }) => task_id === faultyBefore.task_id)!;
    expect(faulty.status_since).toBe(faultyBefore.status_since);
    expect(await listNotifications(editor)).toEqual([expect.objectContaining({ event: 'assigned', count: 4 })]);
    // The former editor cannot get the tasks back.
    const { refused: refusedTasks } = await leader.call(task.undo, { tasks: done.map(pickTaskVersion) });
    expect(new Set(refusedTasks.map(({ code }) => code))).toEqual(new Set(['undo_too_late']));
    await editor.call(task.act, { ...pickTaskVersion(faulty), action: 'resolve' });
  });

  it('the task can be reassigned when its editor has lost the permission', async () => {
    const task = await buildTask(bureau.db, { workstream: 'PTE', status: 3, editor: former.user_id });
    await removeEditorPermission(former);
    const { done } = await reassignTask(task);
    expect(done).toEqual([expect.objectContaining({ editor: editor.user_id, status: TaskStatus.EDITOR_ASSIGNED })]);
  });

  it('the task stays when its editor can continue or the successor checked it', async () => {
    const task = await buildTask(bureau.db, { workstream: 'PTE', status: 3, editor: former.user_id });
    expect((await reassignTask(task)).refused).toEqual([expect.objectContaining({ code: 'wrong_status' })]);
    const faulty = await buildTask(bureau.db, {
      workstream: 'PTE',
      status: 10,
      editor: former.user_id,
      first_qc: editor.user_id,
      x1: 1,
    });
    await deactivateUser(former);
    expect((await reassignTask(faulty)).refused).toEqual([expect.objectContaining({ code: 'four_eyes' })]);
    const watcher = await bureau.as(['npn_view_all_tasks']);
    expect((await reassignTask(task, editor, watcher)).refused).toEqual([
      expect.objectContaining({ code: 'not_allowed' }),
    ]);
  });

  it('the task cannot go to an editor without the permission to continue it', async () => {
    const begins = await bureau.as(['npn_view_task', 'npn_editor_pte', 'npn_start_task']);
    const [begun, faulty] = await Promise.all([
      buildTask(bureau.db, { workstream: 'PTE', status: 3, editor: former.user_id }),
      buildTask(bureau.db, { workstream: 'PTE', status: 10, editor: former.user_id, first_qc: qc.user_id, x1: 1 }),
    ]);
    await deactivateUser(former);
    expect((await reassignTask(begun, begins)).refused).toEqual([
      expect.objectContaining({ code: 'editor_cannot_continue' }),
    ]);
    // Resolving a fault needs no permission of its own.
    expect((await reassignTask(faulty, begins)).done).toEqual([expect.objectContaining({ editor: begins.user_id })]);
  });

  it('a returned task notifies users who can assign and see it', async () => {
    const checkedTask = await buildTaskInCheck();
    await deactivateUser(former);
    const faulty = await qc.call(task.act, {
      ...pickTaskVersion(checkedTask),
      action: 'qc1_fault',
      fault_kinds: ['edge'],
      note: 'Viền sáng',
    });
    expect(await listNotifications(leader)).toEqual([
      expect.objectContaining({
        event: 'no_editor',
        task_id: checkedTask.task_id,
        actor_id: qc.user_id,
        note: 'Viền sáng',
      }),
    ]);
    expect(await listNotifications(elsewhere)).toEqual([]);
    await reassignTask(faulty);
    expect(await listNotifications(leader)).toEqual([]);
  });

  it('no notification is sent while the editor can continue', async () => {
    const reportFault = async () =>
      qc.call(task.act, {
        ...pickTaskVersion(await buildTaskInCheck()),
        action: 'qc1_fault',
        fault_kinds: ['edge'],
        note: 'Viền',
      });
    await reportFault();
    expect(await listNotifications(leader)).toEqual([]);
    await deactivateUser(former);
    const faulty = await reportFault();
    expect(await listNotifications(leader)).toHaveLength(1);
    await qc.call(task.undo, { tasks: [pickTaskVersion(faulty)] });
    expect(await listNotifications(leader)).toEqual([]);
  });
});
