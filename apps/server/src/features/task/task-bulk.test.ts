import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildTask } from '../../testing/factories/work.ts';

let bureau: TestApp;
let leader: ApiClient;
let editor: ApiClient;
let second: ApiClient;
let qc: ApiClient;

const EDITOR_PERMISSIONS = ['npn_view_task', 'npn_editor_pte', 'npn_start_task', 'npn_done_task'] as const;

beforeAll(async () => {
  bureau = await createTestApp();
  leader = await bureau.as(['npn_view_all_tasks', 'npn_assign_task', 'npn_completed_task', 'npn_delete_task']);
  editor = await bureau.as(EDITOR_PERMISSIONS);
  second = await bureau.as(EDITOR_PERMISSIONS);
  qc = await bureau.as(['npn_view_task', 'npn_qc_pte', 'npn_review_task']);
  await bureau.db
    .insertInto('metadata')
    .values({
      data_type: 'JOB_TASK',
      key: 'fault_kinds',
      value: JSON.stringify([{ key: 'crooked', vi: 'Nghiêng', en: 'Crooked', severity: 'minor' }]),
    })
    .onConflict((conflict) =>
      conflict.columns(['data_type', 'key']).doUpdateSet((row) => ({ value: row.ref('excluded.value') })),
    )
    .execute();
});
afterAll(() => bureau.close());

const buildPteTask = (fields: object = {}) => buildTask(bureau.db, { workstream: 'PTE', ...fields });
const toTaskVersion = ({ task_id, version }: { task_id: number; version: number }) => ({ task_id, version });
const readHistory = async (task_id: number) =>
  (await leader.call(endpoints.task.history, { task_id })).events.map((e) => [e.action, e.from_status, e.to_status]);

describe('bulk steps', () => {
  it('a bulk step moves possible tasks, and reports each refusal with its reason', async () => {
    const validTask = await buildPteTask();
    const stale = await buildPteTask();
    const startedTask = await buildPteTask({ status: 3, editor: editor.user_id });
    const checked = await buildPteTask({ status: 1, supporters: [editor.user_id] });
    const response = await leader.call(endpoints.task.bulk, {
      action: 'assign',
      editor: editor.user_id,
      tasks: [
        toTaskVersion(validTask),
        { task_id: stale.task_id, version: 9 },
        toTaskVersion(startedTask),
        toTaskVersion(checked),
        { task_id: 2147483647, version: 1 },
      ],
    });
    expect(response.done.map((t) => [t.task_id, t.editor, t.status])).toEqual([[validTask.task_id, editor.user_id, 2]]);
    expect(response.refused.map((r) => [r.task_id, r.code])).toEqual([
      [stale.task_id, 'stale'],
      [2147483647, 'not_found'],
      [startedTask.task_id, 'wrong_status'],
      [checked.task_id, 'four_eyes'],
    ]);
  });

  it('a bulk step moves tasks between editors as a reject and an assign', async () => {
    const task = await buildPteTask({ status: 2, editor: editor.user_id });
    bureau.clock.advance(1000);
    const { done } = await leader.call(endpoints.task.bulk, {
      action: 'reassign',
      editor: second.user_id,
      tasks: [toTaskVersion(task)],
    });
    // The row changes once, and its time in status starts again.
    const version = task.version + 1;
    expect(done[0]).toMatchObject({ status: 2, editor: second.user_id, version, status_since: bureau.clock() });
    expect(await readHistory(task.task_id)).toEqual([
      ['reject', 2, 1],
      ['assign', 1, 2],
    ]);
  });

  it('a bulk step deletes only with the permission to delete', async () => {
    const task = await buildPteTask();
    const assigner = await bureau.as(['npn_view_all_tasks', 'npn_assign_task']);
    const response = await assigner.send(endpoints.task.bulk, { action: 'delete', tasks: [toTaskVersion(task)] });
    expect(response.problem).toMatchObject({ status: 403, code: 'forbidden' });
    const { deleted } = await leader.call(endpoints.task.bulk, { action: 'delete', tasks: [toTaskVersion(task)] });
    expect(deleted).toEqual([task.task_id]);
  });

  it('task.ids lists all tasks of a filter in short form', async () => {
    const task = await buildPteTask({ job: { job_name: 'Biển Mỹ Khê' } });
    const { results, total_items } = await leader.call(endpoints.task.ids, { text: 'my khe' });
    expect(total_items).toBe(1);
    expect(results).toMatchObject([{ task_id: task.task_id, version: 1, status: 1, workstream: 'PTE' }]);
    expect(results[0]?.sub_prod_id).toMatch(/-01$/);
  });

  it('task.ids reports whether given tasks still match, with their state', async () => {
    const [stays, leaves, otherTask] = [await buildPteTask(), await buildPteTask(), await buildPteTask()];
    const hidden = await buildPteTask({ workstream: 'OTS', status: 1 });
    await leader.call(endpoints.task.bulk, {
      action: 'assign',
      editor: editor.user_id,
      tasks: [toTaskVersion(leaves)],
    });
    const idsFilter = { status: [1 as const], task_ids: [stays.task_id, leaves.task_id, hidden.task_id] };
    const { results } = await leader.call(endpoints.task.ids, idsFilter);
    expect(new Set(results.map(({ task_id }) => task_id))).toEqual(new Set([stays.task_id, hidden.task_id]));
    expect(results).not.toContainEqual(expect.objectContaining({ task_id: otherTask.task_id }));
    const ofStream = await bureau.as(['npn_view_all_pte_tasks']);
    expect((await ofStream.call(endpoints.task.ids, idsFilter)).results.map(({ task_id }) => task_id)).toEqual([
      stays.task_id,
    ]);
  });
});

describe('tasks of some jobs', () => {
  it('task.ids lists the visible tasks of the jobs in short form', async () => {
    const [firstTask, secondTask, elsewhere] = [
      await buildPteTask(),
      await buildPteTask({ status: 3, editor: editor.user_id }),
      await buildPteTask(),
    ];
    const hidden = await buildPteTask({ workstream: 'OTS', status: 1 });
    const job_ids = [firstTask, secondTask, hidden].map(({ job_id }) => job_id);
    const listIds = async (who: typeof leader, idsFilter: object = {}) => {
      const { results, total_items } = await who.call(endpoints.task.ids, { job_ids, ...idsFilter });
      expect(total_items).toBe(results.length);
      return results.map(({ task_id }) => task_id).toSorted((a, b) => a - b);
    };
    expect(await listIds(leader)).toEqual([firstTask.task_id, secondTask.task_id, hidden.task_id]);
    expect(await listIds(leader, { status: [1] })).toEqual([firstTask.task_id, hidden.task_id]);
    expect(await listIds(leader, { task_ids: [secondTask.task_id, elsewhere.task_id] })).toEqual([secondTask.task_id]);
    expect(await listIds(await bureau.as(['npn_view_all_pte_tasks']))).toEqual([firstTask.task_id, secondTask.task_id]);
    expect(await listIds(leader, { job_ids: [] })).toEqual([]);
  });

  it('task.ids reads at most 500 jobs', async () => {
    const job_ids = Array.from({ length: 501 }, (_, index) => index + 1);
    expect((await leader.send(endpoints.task.ids, { job_ids })).problem).toMatchObject({ status: 422 });
  });
});

describe('undo', () => {
  it('an undo restores a task, with both moves in the history', async () => {
    const task = await buildPteTask({
      status: 8,
      editor: editor.user_id,
      first_qc: qc.user_id,
      second_qc: second.user_id,
      x1: 3,
    });
    const { done } = await leader.call(endpoints.task.bulk, { action: 'complete', tasks: [toTaskVersion(task)] });
    const undone = await leader.call(endpoints.task.undo, { tasks: [toTaskVersion(done[0]!)] });
    expect(undone.refused).toEqual([]);
    expect(undone.done[0]).toMatchObject({ status: 8, end_time: null, version: done[0]!.version + 1 });
    expect(await readHistory(task.task_id)).toEqual([
      ['complete', 8, 9],
      ['undo', 9, 8],
    ]);
    const job = await bureau.db
      .selectFrom('job')
      .select('job_status')
      .where('job_id', '=', task.job_id)
      .executeTakeFirstOrThrow();
    expect(job.job_status).toBe('PENDING');
  });

  it('an undo removes the task from today’s completed work', async () => {
    const readDoneToday = async () => (await editor.call(endpoints.task.counts, {})).done_today;
    const before = await readDoneToday();
    const task = await buildPteTask({ status: 3, editor: editor.user_id });
    const done = await editor.call(endpoints.task.act, { ...toTaskVersion(task), action: 'done', x1: 3 });
    expect(await readDoneToday()).toBe(before + 1);
    const undone = await editor.call(endpoints.task.undo, { tasks: [toTaskVersion(done)] });
    expect(await readDoneToday()).toBe(before);
    await editor.call(endpoints.task.act, { ...toTaskVersion(undone.done[0]!), action: 'done', x1: 3 });
    expect(await readDoneToday()).toBe(before + 1);
  });

  it('an undo reverts a reassignment in one step', async () => {
    const task = await buildPteTask({ status: 2, editor: editor.user_id });
    const { done } = await leader.call(endpoints.task.bulk, {
      action: 'reassign',
      editor: second.user_id,
      tasks: [toTaskVersion(task)],
    });
    const undone = await leader.call(endpoints.task.undo, { tasks: [toTaskVersion(done[0]!)] });
    expect(undone.done[0]).toMatchObject({ status: 2, editor: editor.user_id });
  });

  it('an undo reverts a correction with its notes and time in status', async () => {
    const boss = await bureau.as({ is_superuser: true });
    const builtTask = await buildPteTask({ status: 3, editor: editor.user_id, x1: 3 });
    const noted = await boss.call(endpoints.task.updateNotes, { ...toTaskVersion(builtTask), notes: 'as ordered' });
    bureau.clock.advance(1000);
    const corrected = await boss.call(endpoints.task.adminUpdate, {
      ...toTaskVersion(noted),
      status: 4,
      notes: 'in a hurry',
      reason: 'it was done already',
    });
    expect(corrected.status_since).toBe(bureau.clock());
    const { done } = await boss.call(endpoints.task.undo, { tasks: [toTaskVersion(corrected)] });
    const { status_since } = noted;
    expect(done).toMatchObject([{ status: 3, notes: 'as ordered', status_since, version: corrected.version + 1 }]);
  });

  it('an undo is refused for another user, after a later step, a second time, and after the time limit', async () => {
    const task = await buildPteTask();
    const [assigned] = (
      await editor.call(endpoints.task.assign, { tasks: [toTaskVersion(task)], editor: editor.user_id })
    ).results;
    const foreign = await leader.call(endpoints.task.undo, { tasks: [toTaskVersion(assigned!)] });
    expect(foreign.refused[0]).toMatchObject({ code: 'undo_too_late' });
    const started = await editor.call(endpoints.task.act, { ...toTaskVersion(assigned!), action: 'start' });
    const old = await editor.call(endpoints.task.undo, { tasks: [toTaskVersion(assigned!)] });
    expect(old.refused[0]).toMatchObject({ code: 'stale', current: { version: started.version } });
    const undone = await editor.call(endpoints.task.undo, { tasks: [toTaskVersion(started)] });
    const again = await editor.call(endpoints.task.undo, { tasks: [toTaskVersion(undone.done[0]!)] });
    expect(again.refused[0]).toMatchObject({ code: 'undo_too_late' });
    const restarted = await editor.call(endpoints.task.act, { ...toTaskVersion(undone.done[0]!), action: 'start' });
    bureau.clock.advance(61_000);
    const lateResponse = await editor.call(endpoints.task.undo, { tasks: [toTaskVersion(restarted)] });
    expect(lateResponse.refused[0]).toMatchObject({ code: 'undo_too_late' });
  });
});

describe('an undo with current permissions', () => {
  const readGroup = async (who: ApiClient) =>
    (await bureau.db.selectFrom('staff').select('group_id').where('id', '=', who.user_id).executeTakeFirstOrThrow())
      .group_id;
  const removePermissions = async (who: ApiClient) =>
    bureau.db
      .deleteFrom('group_permission')
      .where('group_id', '=', await readGroup(who))
      .execute();

  it('an undo is refused when the user has lost the permission', async () => {
    const views = ['npn_view_all_tasks'];
    const once = await bureau.as([...views, 'npn_completed_task']);
    const task = await buildPteTask({ status: 8, editor: editor.user_id, first_qc: qc.user_id, x1: 3 });
    const { done } = await once.call(endpoints.task.bulk, { action: 'complete', tasks: [toTaskVersion(task)] });
    await bureau.db
      .deleteFrom('group_permission')
      .where('group_id', '=', await readGroup(once))
      .where('permission_id', 'in', (row) =>
        row.selectFrom('permission').select('id').where('codename', '=', 'npn_completed_task'),
      )
      .execute();
    const undone = await once.call(endpoints.task.undo, { tasks: [toTaskVersion(done[0]!)] });
    expect(undone.refused[0]).toMatchObject({ code: 'not_allowed', current: { status: 9 } });
  });

  it('an undo never returns work to a user who left or lost the workstream', async () => {
    for (const [loses, code] of [
      [
        (who: ApiClient) =>
          bureau.db.updateTable('user_account').set({ active: false }).where('id', '=', who.user_id).execute(),
        'editor_not_of_workstream',
      ],
      [removePermissions, 'editor_not_of_workstream'],
    ] as const) {
      const person = await bureau.as(EDITOR_PERMISSIONS);
      const task = await buildPteTask({ status: 2, editor: person.user_id });
      const { done } = await leader.call(endpoints.task.bulk, { action: 'reject', tasks: [toTaskVersion(task)] });
      await loses(person);
      const undone = await leader.call(endpoints.task.undo, { tasks: [toTaskVersion(done[0]!)] });
      expect(undone.refused[0]).toMatchObject({ code, current: { status: 1, editor: null } });
    }
  });

  it('an undo restores fault types, note and counts', async () => {
    const task = await buildPteTask({ status: 5, editor: editor.user_id, first_qc: qc.user_id, x1: 3 });
    const fault = { note: 'all lean left', fault_kinds: ['crooked'] };
    const found = await qc.call(endpoints.task.act, { ...toTaskVersion(task), action: 'qc1_fault', ...fault });
    expect(found.qc1_by_ids).toEqual([qc.user_id]);
    const { done, undone_inputs } = await qc.call(endpoints.task.undo, { tasks: [toTaskVersion(found)] });
    expect(done[0]).toMatchObject({ status: 5, fault_stage: null, qc1_by_ids: [] });
    expect(undone_inputs).toMatchObject([{ task_id: task.task_id, action: 'qc1_fault', x1: 3, ...fault }]);
  });

  it('an undo restores the fault of a correction next to its reason', async () => {
    const boss = await bureau.as({ is_superuser: true });
    const task = await buildPteTask({ status: 5, editor: editor.user_id, first_qc: qc.user_id, x1: 3 });
    const reworkTexts = { reason: 'they told it by telephone', note: 'all lean left', fault_kinds: ['crooked'] };
    const found = await boss.call(endpoints.task.adminUpdate, { ...toTaskVersion(task), status: 10, ...reworkTexts });
    const { undone_inputs } = await boss.call(endpoints.task.undo, { tasks: [toTaskVersion(found)] });
    const { reason: note, note: fault_note, fault_kinds } = reworkTexts;
    expect(undone_inputs).toMatchObject([{ action: 'admin_update', note, fault_note, fault_kinds }]);
  });
});

describe('time in status', () => {
  it('the times separate working from waiting by stage, with a sum', async () => {
    const task = await buildPteTask({ created_at: bureau.clock() });
    const minute = 60_000;
    const doStep = async (who: ApiClient, minutes: number, action: string, input: object = {}) => {
      bureau.clock.advance(minutes * minute);
      const { version } = (await leader.call(endpoints.task.history, { task_id: task.task_id })).task;
      if (action === 'assign') {
        await who.call(endpoints.task.assign, { tasks: [{ task_id: task.task_id, version }], editor: who.user_id });
      } else
        await who.call(endpoints.task.act, { task_id: task.task_id, version, action: action as 'start', ...input });
    };
    await doStep(editor, 10, 'assign');
    await doStep(editor, 5, 'start');
    await doStep(editor, 30, 'done', { x1: 2 });
    await doStep(qc, 7, 'start_qc1');
    bureau.clock.advance(3 * minute);
    const { results, total } = await leader.call(endpoints.task.times, { task_ids: [task.task_id] });
    expect(results[0]!.stages).toEqual({
      editing: { waiting: 15 * minute, working: 30 * minute },
      qc1: { waiting: 7 * minute, working: 3 * minute },
      qc2: { waiting: 0, working: 0 },
      rework: { waiting: 0, working: 0 },
    });
    expect(total).toEqual(results[0]!.stages);
  });

  it('the times leave out tasks with missing steps', async () => {
    const task = await buildPteTask({ status: 9, created_at: '2026-01-05T02:00:00Z' });
    const { results, archived } = await leader.call(endpoints.task.times, { task_ids: [task.task_id] });
    expect([results, archived]).toEqual([[], 1]);
  });
});
