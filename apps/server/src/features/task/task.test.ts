import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildDetail, buildTask } from '../../testing/factories/work.ts';

let bureau: TestApp;
let leader: ApiClient;
let editor: ApiClient;
let qc: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  leader = await bureau.as([
    'npn_view_all_tasks',
    'npn_assign_task',
    'npn_change_task',
    'npn_delete_task',
    'npn_completed_task',
  ]);
  editor = await bureau.as(['npn_view_task', 'npn_editor_pte', 'npn_start_task', 'npn_done_task']);
  qc = await bureau.as(['npn_view_task', 'npn_qc_pte', 'npn_review_task']);
});
afterAll(() => bureau.close());

describe('the assignment of tasks', () => {
  it('task.assign assigns several tasks to an editor, or none of them', async () => {
    const a = await buildTask(bureau.db, { workstream: 'PTE' });
    const b = await buildTask(bureau.db, { workstream: 'PTE' });
    const wrong = await leader.send(endpoints.task.assign, {
      tasks: [
        { task_id: a.task_id, version: 1 },
        { task_id: b.task_id, version: 9 },
      ],
      editor: editor.user_id,
    });
    expect(wrong.problem).toMatchObject({ status: 409, code: 'stale', current: { task_id: b.task_id, editor: null } });
    expect((await leader.call(endpoints.task.history, { task_id: a.task_id })).task.status).toBe(1);

    const right = await leader.call(endpoints.task.assign, {
      tasks: [
        { task_id: a.task_id, version: 1 },
        { task_id: b.task_id, version: 1 },
      ],
      editor: editor.user_id,
    });
    expect(right.results.map((t) => [t.task_id, t.status, t.editor])).toEqual([
      [a.task_id, 2, editor.user_id],
      [b.task_id, 2, editor.user_id],
    ]);
  });

  it('task.assign refuses other workstreams, QCs, and former members', async () => {
    const ots = await buildTask(bureau.db, { workstream: 'OTS' });
    const assignTask = (who: number) =>
      leader.send(endpoints.task.assign, { tasks: [{ task_id: ots.task_id, version: 1 }], editor: who });
    const leaver = await bureau.as({ permissions: ['npn_editor_ots'], active: false });
    for (const who of [editor.user_id, qc.user_id, leaver.user_id, 2147483647]) {
      expect((await assignTask(who)).problem).toMatchObject({ status: 422, code: 'editor_not_of_workstream' });
    }
  });

  it('an editor takes tasks only as the editor', async () => {
    const task = await buildTask(bureau.db, { workstream: 'PTE' });
    const friend = await bureau.as(['npn_view_task', 'npn_editor_pte']);
    const response = await editor.send(endpoints.task.assign, {
      tasks: [{ task_id: task.task_id, version: 1 }],
      editor: friend.user_id,
    });
    expect(response.problem).toMatchObject({ status: 403, code: 'not_allowed' });
  });
});

describe('the deletion of tasks', () => {
  it('task.delete refuses a taken task, and keeps the other tasks', async () => {
    const detail = await buildDetail(bureau.db, { workstream: 'PTE' });
    const idle = await buildTask(bureau.db, { job_detail_id: detail.job_detail_id });
    const takenTask = await buildTask(bureau.db, {
      job_detail_id: detail.job_detail_id,
      status: 2,
      editor: editor.user_id,
    });
    const response = await leader.send(endpoints.task.delete, {
      tasks: [idle, takenTask].map(({ task_id, version }) => ({ task_id, version })),
    });
    expect(response.problem).toMatchObject({
      status: 409,
      code: 'task_started',
      current: { task_id: takenTask.task_id },
    });
    expect((await leader.call(endpoints.task.history, { task_id: idle.task_id })).task.task_id).toBe(idle.task_id);
  });

  it('the audit keeps the deleted values', async () => {
    const task = await buildTask(bureau.db, { workstream: 'PTE' });
    await leader.call(endpoints.task.delete, { tasks: [{ task_id: task.task_id, version: 1 }] });
    const row = await bureau.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'task.delete')
      .where('entity_id', '=', String(task.task_id))
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ actor_id: leader.user_id, before: { task_id: task.task_id, status: 1 }, after: null });
  });
});

describe('the admin update', () => {
  it('the update sets status and people, with a reason in the history', async () => {
    const task = await buildTask(bureau.db, {
      workstream: 'PTE',
      status: 5,
      editor: editor.user_id,
      first_qc: qc.user_id,
      x1: 4,
    });
    const after = await leader.call(endpoints.task.adminUpdate, {
      task_id: task.task_id,
      version: 1,
      status: 3,
      first_qc: null,
      reason: 'taken back: wrong folder',
    });
    expect(after).toMatchObject({ status: 3, first_qc: null, version: 2 });
    const { events } = await leader.call(endpoints.task.history, { task_id: task.task_id });
    expect(events.at(-1)).toMatchObject({
      action: 'admin_update',
      from_status: 5,
      to_status: 3,
      note: 'taken back: wrong folder',
    });
  });

  it('the update cannot make one person editor and QC', async () => {
    const task = await buildTask(bureau.db, { workstream: 'PTE', status: 4, editor: editor.user_id, x1: 4 });
    const response = await leader.send(endpoints.task.adminUpdate, {
      task_id: task.task_id,
      version: 1,
      first_qc: editor.user_id,
      reason: 'x',
    });
    expect(response.problem).toMatchObject({ status: 409, code: 'four_eyes' });
    const twice = await leader.send(endpoints.task.adminUpdate, {
      task_id: task.task_id,
      version: 1,
      first_qc: qc.user_id,
      second_qc: qc.user_id,
      reason: 'x',
    });
    expect(twice.problem).toMatchObject({ status: 409, code: 'four_eyes' });
  });

  it('the update needs an editor for every status except To Do', async () => {
    const task = await buildTask(bureau.db, { workstream: 'PTE' });
    const response = await leader.send(endpoints.task.adminUpdate, {
      task_id: task.task_id,
      version: 1,
      status: 4,
      reason: 'x',
    });
    expect(response.problem).toMatchObject({
      status: 422,
      errors: [{ code: 'editor_required' }, { code: 'invalid_quantity' }],
    });
    const nobody = await leader.send(endpoints.task.adminUpdate, {
      task_id: task.task_id,
      version: 1,
      status: 2,
      editor: 2147483647,
      reason: 'x',
    });
    expect(nobody.problem).toMatchObject({ status: 422, code: 'editor_not_of_workstream' });
    const ghost = await leader.send(endpoints.task.adminUpdate, {
      task_id: task.task_id,
      version: 1,
      first_qc: 2147483647,
      reason: 'x',
    });
    expect(ghost.status).toBeLessThan(500);
  });
});

describe('notes of a task', () => {
  it("the task's editor changes its notes, but another editor cannot", async () => {
    const task = await buildTask(bureau.db, { workstream: 'PTE', status: 2, editor: editor.user_id });
    const after = await editor.call(endpoints.task.updateNotes, {
      task_id: task.task_id,
      version: 1,
      notes: '  ảnh số 7 bị mờ  ',
    });
    expect(after.notes).toBe('ảnh số 7 bị mờ');
    const onlooker = await bureau.as(['npn_view_all_tasks']);
    const response = await onlooker.send(endpoints.task.updateNotes, { task_id: task.task_id, version: 2, notes: 'x' });
    expect(response.problem).toMatchObject({ status: 403, code: 'not_allowed' });
  });
});

describe('an invalid task', () => {
  const toErrors = (response: { problem: { status: number; errors?: { field: string; message: string }[] } }) =>
    [response.problem.status, response.problem.errors?.map(({ field, message }) => [field, message])] as const;

  it('the refusal has the words of the specification: bad ID, missing or invisible', async () => {
    for (const task_id of [undefined, null, 0, -1, 1.5, '7', 2 ** 31]) {
      const response = await editor.send(endpoints.task.act, { task_id, version: 1, action: 'start' });
      expect(toErrors(response)).toEqual([422, [['task_id', 'The task ID provided is invalid or missing.']]]);
    }
    const others = await buildTask(bureau.db, { workstream: 'OTS', status: 3, editor: leader.user_id });
    for (const task_id of [2 ** 31 - 1, others.task_id]) {
      const response = await editor.send(endpoints.task.act, { task_id, version: 1, action: 'start' });
      expect(toErrors(response)).toEqual([404, [['task_id', 'Task not found!']]]);
    }
  });
});
