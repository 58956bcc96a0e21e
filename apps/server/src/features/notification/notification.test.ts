import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cleanUp } from '../../http/background.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCustomerAccount } from '../../testing/factories/people.ts';
import { buildRequest } from '../../testing/factories/requests.ts';
import { buildJob, buildTask } from '../../testing/factories/work.ts';
import { recordStatements } from '../../testing/statements.ts';

const { task, notification, request, redo } = endpoints;
const EDITOR_PERMISSIONS = ['npn_view_task', 'npn_editor_pte', 'npn_start_task', 'npn_done_task'] as const;

let bureau: TestApp;
let editor: ApiClient;
let qc: ApiClient;
let leader: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  await bureau.db
    .insertInto('metadata')
    .values({
      data_type: 'JOB_TASK',
      key: 'fault_kinds',
      value: JSON.stringify([{ key: 'colour', vi: 'Màu', en: 'Colour', severity: 'minor' }]),
    })
    .execute();
  qc = await bureau.as(['npn_view_task', 'npn_qc_pte', 'npn_review_task']);
  leader = await bureau.as([
    'npn_view_all_tasks',
    'npn_assign_task',
    'npn_change_task',
    'npn_change_task_note',
    'npn_rework_task',
    'npn_delete_task',
    'npn_view_redo',
    'npn_delete_redo_task',
  ]);
});
beforeEach(async () => {
  editor = await bureau.as([...EDITOR_PERMISSIONS]);
});
afterAll(() => bureau.close());

const listNotifications = async (who: ApiClient) => (await who.call(notification.list, {})).results;
const buildTaskInCheck = () =>
  buildTask(bureau.db, {
    workstream: 'PTE',
    status: 5,
    editor: editor.user_id,
    first_qc: qc.user_id,
    status_before_check: 4,
    x1: 3,
  });
const buildCompletedTask = () =>
  buildTask(bureau.db, {
    workstream: 'PTE',
    status: 9,
    editor: editor.user_id,
    first_qc: qc.user_id,
    x1: 4,
    end_time: bureau.clock(),
  });
const buildTodoTask = () => buildTask(bureau.db, { workstream: 'PTE' });
const toTaskVersion = ({ task_id, version }: { task_id: number; version: number }) => ({ task_id, version });
const createFault = async () => {
  const found = await buildTaskInCheck();
  return qc.call(task.act, {
    ...toTaskVersion(found),
    action: 'qc1_fault',
    note: 'Da bị bệt ở mép',
    fault_kinds: ['colour'],
  });
};

describe('notifications of tasks', () => {
  it('the editor receives a fault with types, note, author and time', async () => {
    const { task_id } = await createFault();
    expect(await listNotifications(editor)).toEqual([
      expect.objectContaining({
        event: 'fault',
        task_id,
        count: 1,
        seen: false,
        actor_id: qc.user_id,
        at: bureau.clock(),
        note: 'Da bị bệt ở mép',
        fault_kinds: ['colour'],
        title: expect.stringMatching(/-01$/),
        job_name: expect.any(String),
      }),
    ]);
    expect(await listNotifications(qc)).toEqual([]);
  });

  it('the editor receives a rework with quantity and note', async () => {
    const done = await buildCompletedTask();
    await leader.call(task.act, {
      ...toTaskVersion(done),
      action: 'rework',
      rework_quantity: 2,
      rework_notes: 'Trời xanh hơn',
    });
    expect(await listNotifications(editor)).toEqual([
      expect.objectContaining({ event: 'rework', task_id: done.task_id, quantity: 2, note: 'Trời xanh hơn' }),
    ]);
  });

  it('the editor receives an assignment once for any number of tasks, in every way', async () => {
    const tasks = [await buildTodoTask(), await buildTodoTask(), await buildTodoTask()];
    await leader.call(task.assign, { tasks: tasks.map(toTaskVersion), editor: editor.user_id });
    expect(await listNotifications(editor)).toEqual([expect.objectContaining({ event: 'assigned', count: 3 })]);
    const otherUser = await bureau.as([...EDITOR_PERMISSIONS]);
    const { results } = await leader.call(task.list, { editor: [editor.user_id] });
    await leader.call(task.bulk, { action: 'reassign', tasks: results.map(toTaskVersion), editor: otherUser.user_id });
    expect(await listNotifications(otherUser)).toEqual([expect.objectContaining({ event: 'assigned', count: 3 })]);
    const moved = await buildTodoTask();
    await leader.call(task.adminUpdate, { ...toTaskVersion(moved), editor: editor.user_id, status: 2, reason: 'Vội' });
    expect((await listNotifications(editor))[0]).toMatchObject({ event: 'assigned', count: 1, task_id: moved.task_id });
  });

  it('an unseen assignment loses reassigned tasks and names the remaining one', async () => {
    const tasks = [await buildTodoTask(), await buildTodoTask(), await buildTodoTask()];
    const { results } = await leader.call(task.assign, { tasks: tasks.map(toTaskVersion), editor: editor.user_id });
    const otherUser = await bureau.as([...EDITOR_PERMISSIONS]);
    await leader.call(task.bulk, {
      action: 'reassign',
      tasks: results.slice(0, 2).map(toTaskVersion),
      editor: otherUser.user_id,
    });
    const { task_id: remainingTaskId } = results[2]!;
    const listed = (await leader.call(task.list, { editor: [editor.user_id] })).results;
    const row = listed.find((entry) => entry.task_id === remainingTaskId);
    expect(await listNotifications(editor)).toEqual([
      expect.objectContaining({ event: 'assigned', count: 1, task_id: remainingTaskId, title: row?.sub_prod_id }),
    ]);
    await leader.call(task.bulk, {
      action: 'reassign',
      tasks: [toTaskVersion(results[2]!)],
      editor: otherUser.user_id,
    });
    expect(await listNotifications(editor)).toEqual([]);
  });

  it('people with a role in the task receive a note on it', async () => {
    const found = await buildTaskInCheck();
    await leader.call(task.updateNotes, { ...toTaskVersion(found), notes: 'Khách gọi: giữ bóng đổ' });
    for (const person of [editor, qc]) {
      expect((await listNotifications(person))[0]).toMatchObject({
        event: 'task_note',
        note: 'Khách gọi: giữ bóng đổ',
      });
    }
    const { version } = (await qc.call(task.history, { task_id: found.task_id })).task;
    await leader.call(task.updateNotes, { task_id: found.task_id, version, notes: '' });
    expect(await listNotifications(editor)).toHaveLength(1);
  });

  it('the author of a change receives no notification', async () => {
    const ownTask = await buildTodoTask();
    const { results } = await editor.call(task.assign, { tasks: [toTaskVersion(ownTask)], editor: editor.user_id });
    await editor.call(task.updateNotes, { ...toTaskVersion(results[0]!), notes: 'Cho tôi' });
    expect(await listNotifications(editor)).toEqual([]);
  });

  it('users who cannot see the task receive no notification', async () => {
    const blind = await bureau.as(['npn_editor_pte']);
    await leader.call(task.assign, { tasks: [toTaskVersion(await buildTodoTask())], editor: blind.user_id });
    expect(await listNotifications(blind)).toEqual([]);
  });

  it('an undo deletes its notification', async () => {
    const found = await createFault();
    await qc.call(task.undo, { tasks: [toTaskVersion(found)] });
    expect(await listNotifications(editor)).toEqual([]);
    const tasks = [await buildTodoTask(), await buildTodoTask()];
    const { results } = await leader.call(task.assign, { tasks: tasks.map(toTaskVersion), editor: editor.user_id });
    await leader.call(task.undo, { tasks: results.slice(0, 1).map(toTaskVersion) });
    expect(await listNotifications(editor)).toEqual([
      expect.objectContaining({ event: 'assigned', count: 1, task_id: results[1]!.task_id }),
    ]);
  });

  it('a failed change sends no notification', async () => {
    const found = await buildTaskInCheck();
    await qc.send(task.act, { ...toTaskVersion(found), action: 'qc1_fault', note: '', fault_kinds: ['colour'] });
    expect(await listNotifications(editor)).toEqual([]);
  });

  it('a deleted or invisible task keeps the sentence without link and details', async () => {
    const found = await createFault();
    await leader.call(task.adminUpdate, { ...toTaskVersion(found), status: 1, reason: 'Làm lại từ đầu' });
    await bureau.db
      .updateTable('task')
      .set({ workstream: 'OTS', first_qc: null })
      .where('task_id', '=', found.task_id)
      .execute();
    const listFaults = async () => (await listNotifications(editor)).filter(({ event }) => event === 'fault');
    const [unseen] = await listFaults();
    expect(unseen).toMatchObject({ event: 'fault', task_id: null, note: null, fault_kinds: null, job_name: null });
    expect(unseen?.title).toMatch(/-01$/);
    await bureau.db.deleteFrom('task').where('task_id', '=', found.task_id).execute();
    expect(await listFaults()).toEqual([unseen]);
  });

  it('a deleted rework deletes its notification and stays in the history', async () => {
    const done = await buildCompletedTask();
    const back = await leader.call(task.act, {
      ...toTaskVersion(done),
      action: 'rework',
      rework_quantity: 1,
      rework_notes: 'x',
    });
    expect((await listNotifications(editor)).map(({ event }) => event)).toEqual(['rework']);
    await leader.call(redo.delete, toTaskVersion(back));
    expect(await listNotifications(editor)).toEqual([]);
  });
});

describe('notifications of requests', () => {
  it('a request that moves to a board notifies the users of that board', async () => {
    const cs = await bureau.as(['npn_cs_customer_request']);
    const admin = await bureau.as(['npn_admin_customer_request']);
    const reviewer = await bureau.as(['npn_view_all_customer_request', 'npn_review_customer_request']);
    const { id, version } = await buildRequest(bureau.db, { subject: 'Thêm ba ảnh' });
    await reviewer.call(request.review, { id, version, accept: true, board: 'CS_BOARD' });
    for (const person of [cs, admin]) {
      expect(await listNotifications(person)).toEqual([
        expect.objectContaining({ event: 'request_on_board', request_id: id, title: 'Thêm ba ảnh', task_id: null }),
      ]);
    }
    expect(await listNotifications(reviewer)).toEqual([]);
  });

  it('the processor receives links and moves by other users', async () => {
    const worker = await bureau.as(['npn_cs_customer_request']);
    const otherUser = await bureau.as(['npn_cs_customer_request']);
    const createdRequest = await buildRequest(bureau.db, { status: 'TODO', board: 'CS_BOARD' });
    const begun = await worker.call(request.changeStatus, {
      id: createdRequest.id,
      version: createdRequest.version,
      status: 'PROCESSING',
    });
    const cus2 = await bureau.db
      .insertInto('cus2')
      .values({ cus_id1: createdRequest.cus_id1, name: 'Chi nhánh' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const job = await buildJob(bureau.db, { customer2_id: cus2.id });
    const linked = await otherUser.call(request.linkJob, {
      id: createdRequest.id,
      version: begun.version,
      job_id: job.job_id,
    });
    await otherUser.call(request.changeStatus, { id: createdRequest.id, version: linked.version, status: 'DONE' });
    expect((await listNotifications(worker)).map(({ event }) => event).toSorted()).toEqual([
      'request_linked',
      'request_moved',
    ]);
    expect(await listNotifications(otherUser)).toEqual([]);
  });
});

describe('the list of a user’s notifications', () => {
  it('the list counts unseen notifications, and only the recipient marks them', async () => {
    await createFault();
    bureau.clock.advance(1000);
    await createFault();
    const { results, unseen } = await editor.call(notification.list, {});
    expect(unseen).toBe(2);
    const ids = results.map(({ id }) => id);
    await qc.call(notification.seen, { ids });
    expect((await editor.call(notification.list, {})).unseen).toBe(2);
    expect(await editor.call(notification.seen, { ids: ids.slice(0, 1) })).toEqual({ unseen: 1 });
    expect((await listNotifications(editor)).map(({ seen }) => seen)).toEqual([true, false]);
    expect(await editor.call(notification.seen, { ids })).toEqual({ unseen: 0 });
  });

  it('notifications come newest first, a page at a time', async () => {
    for (let n = 0; n < 3; n++) {
      bureau.clock.advance(1000);
      await createFault();
    }
    const first = await editor.call(notification.list, { page_size: 2 });
    const last = await editor.call(notification.list, { page_size: 2, page: 2 });
    expect(first).toMatchObject({ total_items: 3, total_pages: 2 });
    const at = [...first.results, ...last.results].map((entry) => entry.at);
    expect(at).toEqual(at.toSorted().toReversed());
    expect(new Set([...first.results, ...last.results].map(({ id }) => id)).size).toBe(3);
  });

  it('the list leaves out kinds that the user turned off', async () => {
    const choice = { off: ['assigned' as const], quiet: { from: '22:00', to: '06:00' } };
    expect(await editor.call(notification.preferences, {})).toEqual({ off: [], quiet: null });
    await editor.call(notification.setPreferences, choice);
    expect(await editor.call(notification.preferences, {})).toEqual(choice);
    await leader.call(task.assign, { tasks: [toTaskVersion(await buildTodoTask())], editor: editor.user_id });
    expect(await listNotifications(editor)).toEqual([]);
    await createFault();
    expect(await listNotifications(editor)).toHaveLength(1);
  });

  it('quiet hours accept only times of a day', async () => {
    for (const quiet of [{ from: '24:00', to: '06:00' }, { from: '22:00' }, 'night']) {
      expect((await editor.send(notification.setPreferences, { off: [], quiet })).status).toBe(422);
    }
    expect((await editor.send(notification.setPreferences, { off: ['everything'], quiet: null })).status).toBe(422);
  });

  it('the list is closed to customers', async () => {
    const customer = await bureau.as(await buildCustomerAccount(bureau.db));
    for (const call of Object.values(notification)) expect((await customer.send(call, { ids: [1] })).status).toBe(403);
  });

  it('notifications are deleted after a month', async () => {
    await createFault();
    bureau.clock.advance(29 * 24 * 3_600_000);
    await cleanUp(bureau);
    const later = await bureau.as(editor.user_id);
    expect(await listNotifications(later)).toHaveLength(1);
    bureau.clock.advance(2 * 24 * 3_600_000);
    await cleanUp(bureau);
    expect(await listNotifications(await bureau.as(editor.user_id))).toEqual([]);
    // All sessions have expired by now.
    [qc, leader] = [await bureau.as(qc.user_id), await bureau.as(leader.user_id)];
  });

  it('a step costs the same for many notified tasks as for one', async () => {
    const oneTask = [await buildTodoTask()];
    const many = await Promise.all(Array.from({ length: 12 }, buildTodoTask));
    const assignTasks = async (tasks: typeof oneTask) =>
      (
        await recordStatements(() =>
          leader.call(task.assign, { tasks: tasks.map(toTaskVersion), editor: editor.user_id }),
        )
      ).statements;
    await assignTasks([await buildTodoTask()]);
    const [few, more] = [await assignTasks(oneTask), await assignTasks(many)];
    expect(more.length).toBe(few.length);
  });
});
