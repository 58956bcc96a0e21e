import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { insertFaultTypes } from '../../testing/factories/faulty-tasks.ts';
import { buildTask } from '../../testing/factories/work.ts';

const { task, notification } = endpoints;

let bureau: TestApp;
let leader: ApiClient;
let editor: ApiClient;
let otherEditor: ApiClient;
let qc: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  leader = await bureau.as(['npn_view_all_tasks', 'npn_assign_task', 'npn_change_task']);
});
beforeEach(async () => {
  const edits = ['npn_view_task', 'npn_editor_pte', 'npn_start_task'] as const;
  [editor, otherEditor] = [await bureau.as([...edits]), await bureau.as([...edits])];
  qc = await bureau.as(['npn_view_task', 'npn_qc_pte', 'npn_review_task']);
});
afterAll(() => bureau.close());

const listNotifications = async (who: ApiClient) => (await who.call(notification.list, {})).results;
const toTaskVersion = ({ task_id, version }: { task_id: number; version: number }) => ({ task_id, version });
const buildStartedTask = (of: ApiClient = editor) =>
  buildTask(bureau.db, { workstream: 'PTE', status: 3, editor: of.user_id, x1: 1 });
const buildTaskInCheck = () =>
  buildTask(bureau.db, {
    workstream: 'PTE',
    status: 5,
    editor: editor.user_id,
    first_qc: qc.user_id,
    status_before_check: 4,
    x1: 1,
  });

describe('reassigned work', () => {
  it('the former editor learns the reason, after they lose sight of the task', async () => {
    const startedTask = await buildStartedTask();
    await leader.call(task.adminUpdate, {
      ...toTaskVersion(startedTask),
      editor: otherEditor.user_id,
      reason: 'Khách cần gấp, bạn đang quá tải',
    });
    expect(await listNotifications(editor)).toEqual([
      expect.objectContaining({
        event: 'taken_away',
        actor_id: leader.user_id,
        title: expect.stringMatching(/-01$/),
        note: 'Khách cần gấp, bạn đang quá tải',
        task_id: null,
        job_name: null,
        count: 1,
      }),
    ]);
    expect(await listNotifications(otherEditor)).toEqual([expect.objectContaining({ event: 'assigned', note: null })]);
  });

  it('one reassignment sends one notification for all its tasks', async () => {
    const tasks = await Promise.all(
      [1, 2, 3].map(() => buildTask(bureau.db, { workstream: 'PTE', status: 2, editor: editor.user_id })),
    );
    await leader.call(task.bulk, { action: 'reassign', tasks: tasks.map(toTaskVersion), editor: otherEditor.user_id });
    expect(await listNotifications(editor)).toEqual([expect.objectContaining({ event: 'taken_away', count: 3 })]);
    expect(await listNotifications(otherEditor)).toEqual([expect.objectContaining({ event: 'assigned', count: 3 })]);
  });

  it('the former editor is notified without a successor, but not of their own release', async () => {
    const startedTask = await buildStartedTask();
    await leader.call(task.adminUpdate, { ...toTaskVersion(startedTask), status: 1, reason: 'Chờ ảnh gốc' });
    expect(await listNotifications(editor)).toEqual([
      expect.objectContaining({ event: 'taken_away', note: 'Chờ ảnh gốc' }),
    ]);
    const { results } = await leader.call(task.assign, {
      tasks: [toTaskVersion(await buildTask(bureau.db, { workstream: 'PTE' }))],
      editor: otherEditor.user_id,
    });
    await bureau.db.deleteFrom('notification').execute();
    await otherEditor.call(task.act, { ...toTaskVersion(results[0]!), action: 'reject' });
    expect(await listNotifications(otherEditor)).toEqual([]);
  });

  it('the QC of a released check is notified, but not of their own release', async () => {
    const running = await buildTaskInCheck();
    await leader.call(task.act, { ...toTaskVersion(running), action: 'release_qc' });
    expect(await listNotifications(qc)).toEqual([
      expect.objectContaining({ event: 'taken_away', actor_id: leader.user_id, task_id: running.task_id }),
    ]);
    const own = await buildTaskInCheck();
    await qc.call(task.act, { ...toTaskVersion(own), action: 'release_qc' });
    const passed = await buildTaskInCheck();
    const { version } = await qc.call(task.act, { ...toTaskVersion(passed), action: 'qc1_done' });
    await leader.call(task.adminUpdate, { ...toTaskVersion(passed), version, status: 4, reason: 'Kiểm tra lại' });
    expect((await listNotifications(qc)).filter(({ event }) => event === 'taken_away')).toHaveLength(1);
  });

  it('a reassignment deletes the unseen notification of unstarted work', async () => {
    const unbegun = await buildTask(bureau.db, { workstream: 'PTE' });
    const { results } = await leader.call(task.assign, { tasks: [toTaskVersion(unbegun)], editor: editor.user_id });
    await leader.call(task.bulk, {
      action: 'reassign',
      tasks: results.map(toTaskVersion),
      editor: otherEditor.user_id,
    });
    expect(await listNotifications(editor)).toEqual([]);
    // A start counts as seen, even if the notification was not opened.
    const started = await buildTask(bureau.db, { workstream: 'PTE' });
    const assigned = await leader.call(task.assign, { tasks: [toTaskVersion(started)], editor: editor.user_id });
    const at = await editor.call(task.act, { ...toTaskVersion(assigned.results[0]!), action: 'start' });
    await leader.call(task.adminUpdate, { ...toTaskVersion(at), editor: otherEditor.user_id, reason: 'Đổi người' });
    expect(await listNotifications(editor)).toEqual([expect.objectContaining({ event: 'taken_away', count: 1 })]);
  });

  it('a reassignment adds a notification if the assignment was seen', async () => {
    const { results } = await leader.call(task.assign, {
      tasks: [toTaskVersion(await buildTask(bureau.db, { workstream: 'PTE' }))],
      editor: editor.user_id,
    });
    await editor.call(notification.seen, { ids: (await listNotifications(editor)).map(({ id }) => id) });
    await leader.call(task.bulk, {
      action: 'reassign',
      tasks: results.map(toTaskVersion),
      editor: otherEditor.user_id,
    });
    expect(await listNotifications(editor)).toEqual([
      expect.objectContaining({ event: 'taken_away', seen: false }),
      expect.objectContaining({ event: 'assigned', seen: true }),
    ]);
  });

  it('the notification is deleted when the work returns', async () => {
    const tasks = [await buildTask(bureau.db, { workstream: 'PTE', status: 2, editor: editor.user_id })];
    const { done } = await leader.call(task.bulk, {
      action: 'reassign',
      tasks: tasks.map(toTaskVersion),
      editor: otherEditor.user_id,
    });
    expect(await listNotifications(editor)).toHaveLength(1);
    await leader.call(task.undo, { tasks: done.map(toTaskVersion) });
    expect((await listNotifications(editor)).filter(({ event }) => event === 'taken_away')).toEqual([]);
    expect(await listNotifications(otherEditor)).toEqual([]);
  });

  it('users who turned the kind off receive nothing', async () => {
    await editor.call(notification.setPreferences, { off: ['assigned'], quiet: null });
    await leader.call(task.adminUpdate, {
      ...toTaskVersion(await buildStartedTask()),
      editor: otherEditor.user_id,
      reason: 'Đổi người',
    });
    expect(await listNotifications(editor)).toEqual([]);
  });
});

describe('deletion of a rework', () => {
  it('a deleted rework deletes its notifications, but keeps those of earlier faults', async () => {
    const { user_id } = editor;
    await insertFaultTypes(bureau);
    const boss = await bureau.as({ is_superuser: true });
    const completedTask = await buildTask(bureau.db, { workstream: 'PTE', status: 9, editor: user_id, x1: 4 });
    const earlier = {
      event: 'fault',
      title: 'An earlier fault',
      task_ids: [completedTask.task_id],
      at: '2026-11-01T03:00:00.000Z',
    };
    await bureau.db
      .insertInto('notification')
      .values({ ...earlier, user_id })
      .execute();
    const reworkInput = { action: 'rework', rework_quantity: 2, rework_notes: 'bầu trời' } as const;
    const sent = await boss.call(task.act, { ...toTaskVersion(completedTask), ...reworkInput });
    const redone = await boss.call(task.act, { ...toTaskVersion(sent), action: 'rework_done' });
    const found = { action: 'recheck_fault' as const, note: 'vẫn còn', fault_kinds: ['colour'] };
    const checker = await bureau.as({ is_superuser: true });
    const back = await checker.call(task.act, { ...toTaskVersion(redone), ...found });
    expect((await listNotifications(editor)).map(({ event }) => event)).toEqual(['recheck_fault', 'rework', 'fault']);
    const remover = await bureau.as(['npn_view_all_tasks', 'npn_delete_redo_task', 'npn_view_redo']);
    await remover.call(endpoints.redo.delete, toTaskVersion(back));
    expect((await listNotifications(editor)).map(({ event }) => event)).toEqual(['fault']);
  });
});
