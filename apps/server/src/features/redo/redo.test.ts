import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type Client, type TestApp } from '../../testing/app.ts';
import { buildTask } from '../../testing/factories/work.ts';

let bureau: TestApp;
let leader: Client;
let people: { editor: number; qc1: number; qc2: number };

beforeAll(async () => {
  bureau = await testApp();
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

const completed = () =>
  buildTask(bureau.db, {
    workstream: 'PTE',
    status: 9,
    editor: people.editor,
    first_qc: people.qc1,
    second_qc: people.qc2,
    x1: 4,
    end_time: bureau.clock(),
  });
const rework = async () => {
  const { task_id, version } = await completed();
  return leader.call(endpoints.task.act, {
    task_id,
    version,
    action: 'rework',
    rework_quantity: 2,
    rework_notes: 'trời xanh hơn',
  });
};

describe('rework', () => {
  it('is listed with its story while it goes on, and in the past when it is done', async () => {
    const task = await rework();
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
    const other = await bureau.as({ is_superuser: true });
    const once = await boss.call(endpoints.task.act, {
      task_id: task.task_id,
      version: done.version,
      action: 'recheck',
    });
    const twice = await other.call(endpoints.task.act, {
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

  it('can be changed while it goes on, within the task’s quantity', async () => {
    const task = await rework();
    const ask = (input: object) =>
      leader.send(endpoints.redo.update, { task_id: task.task_id, version: task.version, ...input });
    expect((await ask({ rework_quantity: 5 })).problem.code).toBe('rework_quantity_invalid');
    expect((await ask({ rework_notes: '  ' })).problem.code).toBe('rework_notes_required');
    expect((await ask({ rework_quantity: 4, rework_notes: 'cả bốn ảnh' })).body).toMatchObject({
      rework_quantity: 4,
      rework_notes: 'cả bốn ảnh',
    });
    expect((await ask({ rework_quantity: 1 })).problem.code).toBe('stale');
  });

  it('taken back leaves the task completed and the history whole', async () => {
    const task = await rework();
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
});
