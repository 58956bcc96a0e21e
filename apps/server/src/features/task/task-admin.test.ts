import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCustomerAccount, buildStaff } from '../../testing/factories/people.ts';
import { buildTask } from '../../testing/factories/work.ts';

let bureau: TestApp;
let leader: ApiClient;
let editor: ApiClient;
let qc: ApiClient;
let second: ApiClient;

const QC_PERMISSIONS = ['npn_view_task', 'npn_qc_pte', 'npn_review_task'] as const;

beforeAll(async () => {
  bureau = await createTestApp();
  leader = await bureau.as(['npn_view_all_tasks', 'npn_change_task', 'npn_view_redo']);
  editor = await bureau.as(['npn_view_task', 'npn_editor_pte', 'npn_start_task', 'npn_done_task']);
  qc = await bureau.as(QC_PERMISSIONS);
  second = await bureau.as(QC_PERMISSIONS);
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
const buildTaskInStatus = (status: number, fields: object = {}) =>
  buildPteTask({ status, editor: editor.user_id, first_qc: qc.user_id, second_qc: second.user_id, x1: 4, ...fields });
const correctTask = ({ task_id, version }: { task_id: number; version: number }, wanted: object) =>
  leader.send(endpoints.task.adminUpdate, { task_id, version, reason: 'put right', ...wanted });

describe('an admin update', () => {
  it('an update above the order needs one confirmation with both figures', async () => {
    const task = await buildTaskInStatus(4, { detail: { quantity: 10 } });
    const { problem } = await correctTask(task, { x1: 1_000_000 });
    expect(problem).toMatchObject({ status: 422, code: 'over_ordered', counted: 1_000_000, ordered: 10 });
    expect((await correctTask(task, { x1: 1_000_000, over: true })).body).toMatchObject({ x1: 1_000_000, version: 2 });
  });

  it('an update without a field keeps the version, whatever its reason', async () => {
    const task = await buildTaskInStatus(4);
    for (const nothing of [{}, { over: true }])
      expect((await correctTask(task, nothing)).problem).toMatchObject({ status: 422, code: 'no_fields_to_change' });
    expect((await correctTask(task, { notes: 'warmer' })).body).toMatchObject({ version: 2 });
  });

  it('an update to To Do clears times, rework and counts', async () => {
    const task = await buildTaskInStatus(9, { start_time: '2026-11-01T02:00:00Z', end_time: '2026-11-01T03:00:00Z' });
    expect((await correctTask(task, { status: 1 })).body).toMatchObject({ start_time: null, end_time: null, x1: 0 });
  });

  it('an update is refused with every missing field of the status', async () => {
    const { problem } = await correctTask(await buildPteTask(), { status: 11 });
    expect([problem.status, problem.errors?.map(({ field, code }) => [field, code])]).toEqual([
      422,
      [
        ['editor', 'editor_required'],
        ['x1', 'invalid_quantity'],
        ['first_qc', 'required'],
        ['second_qc', 'required'],
        ['fault_kinds', 'fault_required'],
        ['note', 'fault_required'],
      ],
    ]);
    expect(
      (await correctTask(await buildPteTask({ status: 3, editor: editor.user_id }), { status: 9 })).problem,
    ).toMatchObject({
      status: 422,
      code: 'invalid_quantity',
    });
  });

  it('an update with a fault returns the task to the check that found it', async () => {
    const task = await buildTaskInStatus(8);
    const fault = { note: 'all lean left', fault_kinds: ['crooked'] };
    expect((await correctTask(task, { status: 10, ...fault, fault_kinds: ['none such'] })).status).toBe(422);
    const twice = await correctTask(task, { status: 10, ...fault, fault_kinds: ['crooked', 'crooked'] });
    expect(twice.problem.errors).toMatchObject([{ field: 'fault_kinds', code: 'duplicate' }]);
    const faulty = await leader.call(endpoints.task.adminUpdate, {
      task_id: task.task_id,
      version: task.version,
      status: 10,
      reason: 'the customer sent it back',
      ...fault,
    });
    const { events } = await leader.call(endpoints.task.history, { task_id: task.task_id });
    expect(events.at(-1)).toMatchObject({
      event: 8,
      note: 'the customer sent it back',
      fault_note: 'all lean left',
      fault_kinds: ['crooked'],
    });
    const doStep = (who: ApiClient, version: number, action: 'resolve' | 'start_qc1') =>
      who.call(endpoints.task.act, { task_id: task.task_id, version, action });
    const resolved = await doStep(editor, faulty.version, 'resolve');
    expect(await doStep(qc, resolved.version, 'start_qc1')).toMatchObject({ status: 5, first_qc: qc.user_id });
  });

  it('an update to Rework adds the task to the rework list', async () => {
    const task = await buildTaskInStatus(9, { end_time: bureau.clock() });
    const after = await leader.call(endpoints.task.adminUpdate, {
      task_id: task.task_id,
      version: task.version,
      status: 14,
      rework_quantity: 2,
      rework_notes: 'warmer',
      rework_qc_1: qc.user_id,
      reason: 'reworked by telephone',
    });
    expect(after).toMatchObject({ status: 14, rework_at: bureau.clock(), rework_by: leader.user_id });
    const { results } = await leader.call(endpoints.redo.list, {});
    expect(results.map((row) => row.task_id)).toContain(task.task_id);
    const again = await qc.send(endpoints.task.act, {
      task_id: task.task_id,
      version: after.version,
      action: 'recheck',
    });
    expect(again.problem.code).toBe('already_rechecked');
    const rechecked = await second.call(endpoints.task.act, {
      task_id: task.task_id,
      version: after.version,
      action: 'recheck',
    });
    expect(rechecked).toMatchObject({ rework_qc_1: qc.user_id, rework_qc_2: second.user_id });
  });

  it('an update accepts only active people of the workstream, without supporters as QCs', async () => {
    const strangers = {
      customer: await buildCustomerAccount(bureau.db),
      accountant: await bureau.as(['npn_admin_allowance']),
      'a QC of the other workstream': await bureau.as(['npn_qc_ots']),
      'somebody who left': await bureau.as({ permissions: QC_PERMISSIONS, active: false }),
    };
    for (const [name, who] of Object.entries(strangers)) {
      const { problem } = await correctTask(await buildPteTask({ status: 4, editor: editor.user_id, x1: 1 }), {
        first_qc: who.user_id,
      });
      expect([problem.status, problem.code], name).toEqual([422, 'qc_not_of_workstream']);
    }
    const supported = await buildPteTask({ status: 4, editor: editor.user_id, x1: 1, supporters: [qc.user_id] });
    expect((await correctTask(supported, { first_qc: qc.user_id })).problem).toMatchObject({
      status: 409,
      code: 'four_eyes',
    });
  });

  it('an update to an editor’s status needs another editor after the former left', async () => {
    const { user_id: leaverId } = await buildStaff(bureau.db, { active: false });
    const task = await buildTaskInStatus(4, { editor: leaverId });
    const { problem } = await correctTask(task, { status: 3 });
    expect(problem).toMatchObject({ code: 'editor_not_of_workstream', errors: [{ field: 'editor' }] });
    // The counts, and a status that waits for other people, can still be corrected.
    const counted = await correctTask(task, { x1: 3, status: 6 });
    expect(counted.body).toMatchObject({ x1: 3, status: 6, editor: leaverId });
    const back = await correctTask({ ...task, version: 2 }, { status: 3, editor: editor.user_id, first_qc: null });
    expect(back.body).toMatchObject({ status: 3, editor: editor.user_id });
  });

  it('an update sets times, and refuses an end before the start', async () => {
    const task = await buildTaskInStatus(9, { end_time: bureau.clock() });
    const times = { start_time: '2026-11-01T02:00:00+07:00', end_time: '2026-11-01T03:30:00Z' };
    expect(
      (await correctTask(task, { start_time: times.end_time, end_time: times.start_time })).problem.errors,
    ).toMatchObject([{ field: 'end_time', code: 'before_start' }]);
    expect((await correctTask(task, { start_time: 'yesterday' })).problem.errors).toMatchObject([
      { field: 'start_time', code: 'not_a_time' },
    ]);
    expect((await correctTask(task, times)).body).toMatchObject({
      start_time: '2026-10-31T19:00:00.000Z',
      end_time: '2026-11-01T03:30:00.000Z',
    });
  });

  it('an update needs visibility of the task', async () => {
    const blind = await bureau.as(['npn_change_task', 'npn_view_all_ots_tasks']);
    const task = await buildTaskInStatus(8);
    const response = await blind.send(endpoints.task.adminUpdate, {
      task_id: task.task_id,
      version: task.version,
      status: 9,
      reason: 'x',
    });
    expect(response.problem).toMatchObject({ status: 404, code: 'not_found' });
  });
});

it('its author can undo an admin update with all its fields', async () => {
  const task = await buildTaskInStatus(3, { notes: 'as it was' });
  const corrected = (
    await correctTask(task, { status: 10, x1: 2, notes: 'put right', note: 'crooked', fault_kinds: ['crooked'] })
  ).body;
  const foreign = await bureau.as(['npn_view_all_tasks', 'npn_change_task']);
  const undoInput = { tasks: [{ task_id: task.task_id, version: corrected.version }] };
  expect((await foreign.call(endpoints.task.undo, undoInput)).refused).toMatchObject([{ code: 'undo_too_late' }]);
  const { done, refused } = await leader.call(endpoints.task.undo, undoInput);
  expect(refused).toEqual([]);
  expect(done).toMatchObject([{ status: 3, x1: 4, notes: 'as it was', fault_stage: null }]);
});
