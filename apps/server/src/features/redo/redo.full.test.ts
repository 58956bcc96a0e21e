import { endpoints } from '@darkroom/contract/endpoints';
import type { Task } from '@darkroom/contract/task/task';
import { dayOf } from '@darkroom/domain/calendar/day';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyDatabase } from '../../backup/verify.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildTask, type TaskFields } from '../../testing/factories/work.ts';
import { rollUpAllQuality } from '../quality/rollup.service.ts';

let bureau: TestApp;
let leader: ApiClient;
let people: { editor: number; qc1: number; qc2: number };

beforeAll(async () => {
  bureau = await createTestApp();
  leader = await bureau.as([
    'npn_view_all_tasks',
    'npn_view_redo',
    'npn_change_redo_task',
    'npn_delete_redo_task',
    'npn_rework_task',
    'npn_completed_task',
  ]);
  people = {
    editor: (await bureau.as(['npn_editor_pte'])).user_id,
    qc1: (await bureau.as(['npn_qc_pte'])).user_id,
    qc2: (await bureau.as(['npn_qc_pte'])).user_id,
  };
});
afterAll(() => bureau.close());

const buildCompletedTask = (fields: TaskFields = {}) =>
  buildTask(bureau.db, {
    workstream: 'PTE',
    status: 9,
    editor: people.editor,
    first_qc: people.qc1,
    second_qc: people.qc2,
    x1: 4,
    end_time: bureau.clock(),
    ...fields,
  });
const buildRework = async (fields: TaskFields = {}) => {
  const { task_id, version } = await buildCompletedTask(fields);
  return leader.call(endpoints.task.act, {
    task_id,
    version,
    action: 'rework',
    rework_quantity: 2,
    rework_notes: 'trời xanh hơn',
  });
};

describe('rework', () => {
  it('rework is listed with its history while it runs, and later as past', async () => {
    const task = await buildRework();
    const { results } = await leader.call(endpoints.redo.list, {});
    expect(results.find((r) => r.task_id === task.task_id)).toMatchObject({
      status: 13,
      rework_quantity: 2,
      rework_notes: 'trời xanh hơn',
      rework_by: leader.user_id,
      rework_count: 1,
      rework_completed_at: null,
      editor: people.editor,
      first_qc: people.qc1,
      second_qc: people.qc2,
    });
    const done = await leader.call(endpoints.task.act, {
      task_id: task.task_id,
      version: task.version,
      action: 'rework_done',
    });
    const boss = await bureau.as({ is_superuser: true });
    const otherUser = await bureau.as({ is_superuser: true });
    const once = await boss.call(endpoints.task.act, {
      task_id: task.task_id,
      version: done.version,
      action: 'recheck',
    });
    const twice = await otherUser.call(endpoints.task.act, {
      task_id: task.task_id,
      version: once.version,
      action: 'recheck',
    });
    await leader.call(endpoints.task.act, { task_id: task.task_id, version: twice.version, action: 'complete' });
    expect((await leader.call(endpoints.redo.list, { state: 'open' })).results.map((r) => r.task_id)).not.toContain(
      task.task_id,
    );
    const past = (await leader.call(endpoints.redo.list, { state: 'past' })).results.find(
      (r) => r.task_id === task.task_id,
    );
    expect(past).toMatchObject({ status: 9, rework_count: 1, rework_completed_at: bureau.clock() });
  });

  it('the rework list finds a task by its number, within the selected state', async () => {
    const { task_id, job_detail_id } = await buildRework();
    await buildRework({ job_detail_id });
    const findRows = async (text: string, state: 'open' | 'past' | 'all' = 'open') => {
      const { results, total_items } = await leader.call(endpoints.redo.list, { text, state });
      expect(total_items).toBe(results.length);
      return results.map((row) => row.task_id);
    };
    expect(await findRows(`#${task_id}`)).toEqual([task_id]);
    expect(await findRows(`#${task_id}`, 'all')).toEqual([task_id]);
    expect(await findRows(`#${task_id}`, 'past')).toEqual([]);
    expect(await findRows(String(task_id))).toContain(task_id);
    expect(await findRows(`#0${task_id}`)).toEqual([]);
    expect(await findRows('#99999999999999999999')).toEqual([]);
    // A task without a rework is never in its list.
    const never = await buildTask(bureau.db, { workstream: 'PTE' });
    expect(await findRows(`#${never.task_id}`, 'all')).toEqual([]);
  });

  it('running rework can be changed, up to the task’s quantity', async () => {
    const task = await buildRework();
    const updateRework = (input: object) =>
      leader.send(endpoints.redo.update, { task_id: task.task_id, version: task.version, ...input });
    expect((await updateRework({ rework_quantity: 5 })).problem.code).toBe('rework_quantity_invalid');
    expect((await updateRework({ rework_notes: '  ' })).problem.code).toBe('rework_notes_required');
    expect((await updateRework({ rework_quantity: 4, rework_notes: 'cả bốn ảnh' })).body).toMatchObject({
      rework_quantity: 4,
      rework_notes: 'cả bốn ảnh',
    });
    expect((await updateRework({ rework_quantity: 1 })).problem.code).toBe('stale');
  });

  it('deleted rework leaves the task completed and the history whole', async () => {
    const task = await buildRework();
    const after = await leader.call(endpoints.redo.delete, { task_id: task.task_id });
    expect(after).toMatchObject({ status: 9, rework_quantity: null, rework_notes: null, rework_at: null });
    const { events } = await leader.call(endpoints.task.history, { task_id: task.task_id });
    expect(events.map((e) => [e.action, e.to_status, e.note])).toEqual([
      ['rework', 13, 'trời xanh hơn'],
      ['redo_delete', 9, 'trời xanh hơn'],
    ]);
    const again = await leader.send(endpoints.redo.delete, { task_id: task.task_id });
    expect(again.problem).toMatchObject({ status: 409, code: 'wrong_status' });
  });

  it('deleted rework restores the completed counts and the earlier rework', async () => {
    const boss = await bureau.as({ is_superuser: true });
    const otherUser = await bureau.as({ is_superuser: true });
    const actOnTask = (who: ApiClient, { task_id, version }: Task, action: 'rework_done' | 'recheck' | 'complete') =>
      who.call(endpoints.task.act, { task_id, version, action });
    const done = await actOnTask(
      otherUser,
      await actOnTask(boss, await actOnTask(leader, await buildRework(), 'rework_done'), 'recheck'),
      'recheck',
    );
    const first = await actOnTask(leader, done, 'complete');
    const sent = await leader.call(endpoints.task.act, {
      task_id: first.task_id,
      version: first.version,
      action: 'rework',
      rework_quantity: 4,
      rework_notes: 'nhầm',
    });
    const counted = await boss.call(endpoints.task.act, {
      task_id: sent.task_id,
      version: sent.version,
      action: 'set_quantity',
      x1: 14,
    });
    expect(counted.x1).toBe(14);
    const after = await leader.call(endpoints.redo.delete, { task_id: sent.task_id });
    const { x1, rework_quantity, rework_notes, rework_qc_1, rework_qc_2, rework_at, rework_by } = first;
    const before = { x1, rework_quantity, rework_notes, rework_qc_1, rework_qc_2, rework_at, rework_by };
    expect(after).toMatchObject({ status: 9, ...before });
    expect(x1).toBe(4);
    const { results } = await leader.call(endpoints.redo.list, { state: 'past' });
    expect(results.find((row) => row.task_id === after.task_id)).toMatchObject({ rework_count: 1 });
  });

  it('deleted rework does not count in work and quality', async () => {
    const task = await buildRework();
    await leader.call(endpoints.redo.delete, { task_id: task.task_id });
    const boss = await bureau.as({ is_superuser: true });
    const readWork = () => boss.call(endpoints.work.list, { staff_id: people.editor });
    const before = (await readWork()).total.rework;
    const sent = await leader.call(endpoints.task.act, {
      task_id: task.task_id,
      version: task.version + 1,
      action: 'rework',
      rework_quantity: 1,
      rework_notes: 'lại',
    });
    expect((await readWork()).total.rework).toBe(before + 1);
    const { results } = await leader.call(endpoints.redo.list, { state: 'open' });
    expect(results.find((row) => row.task_id === sent.task_id)).toMatchObject({ rework_count: 1 });
    const today = dayOf(bureau.clock());
    const countReworked = async () => {
      await rollUpAllQuality(bureau.db, bureau.clock());
      const { total } = await boss.call(endpoints.quality.report, {
        by: 'editor',
        date_from: today,
        date_to: today,
      });
      expect((await verifyDatabase(bureau.directUrl)).filter(({ ids }) => ids.length > 0)).toEqual([]);
      return total.reworked;
    };
    const counted = await countReworked();
    await leader.call(endpoints.redo.delete, { task_id: sent.task_id });
    expect((await readWork()).total.rework).toBe(before);
    expect(await countReworked()).toBe(counted - 1);
  });
});

it('rework is limited to the delivered pieces, whatever the editor has counted since', async () => {
  const task = await buildTask(bureau.db, {
    workstream: 'PTE',
    status: 13,
    x1: 300,
    rework_quantity: 1,
    quantity_before_rework: 100,
  });
  const root = await bureau.as({ is_superuser: true });
  const updateRework = (rework_quantity: number) =>
    root.send(endpoints.redo.update, {
      task_id: task.task_id,
      version: task.version,
      rework_quantity,
      rework_notes: 'z',
    });
  expect((await updateRework(101)).problem).toMatchObject({ status: 422, code: 'rework_quantity_invalid' });
  expect((await updateRework(100)).status).toBe(200);
});

it('only a correction ends the rework of a task that was never completed', async () => {
  const root = await bureau.as({ is_superuser: true });
  const builtTask = await buildTask(bureau.db, { workstream: 'PTE', status: 3, editor: people.editor, x1: 4 });
  const correctTask = (version: number, input: object) =>
    root.call(endpoints.task.adminUpdate, { task_id: builtTask.task_id, version, reason: 'By hand', ...input });
  const sent = await correctTask(builtTask.version, { status: 13, rework_quantity: 2, rework_notes: 'z' });
  const refused = await root.send(endpoints.redo.delete, { task_id: builtTask.task_id });
  expect(refused.problem).toMatchObject({ status: 409, code: 'never_completed', current: { status: 13 } });
  const completedTask = await correctTask(sent.version, {
    status: 9,
    first_qc: people.qc1,
    second_qc: people.qc2,
  });
  expect(completedTask.end_time).not.toBeNull();
  const again = await correctTask(completedTask.version, { status: 13, rework_quantity: 2, rework_notes: 'z' });
  await correctTask(again.version, { end_time: null });
  const back = await root.call(endpoints.redo.delete, { task_id: builtTask.task_id });
  expect(back).toMatchObject({ status: 9, x1: 4, end_time: completedTask.end_time });
});
