import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildTask } from '../../testing/factories/work.ts';

const { task } = endpoints;
let bureau: TestApp;
let qc: ApiClient;
let editor: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  const value = JSON.stringify([{ key: 'colour', vi: 'Màu', en: 'Colour', severity: 'minor' }]);
  await bureau.db.insertInto('metadata').values({ data_type: 'JOB_TASK', key: 'fault_kinds', value }).execute();
  qc = await bureau.as(['npn_view_task', 'npn_qc_pte', 'npn_review_task']);
  editor = await bureau.as(['npn_view_task', 'npn_editor_pte']);
});
afterAll(() => bureau.close());

const buildTaskInCheck = (checker: ApiClient, who: ApiClient = editor) =>
  buildTask(bureau.db, {
    workstream: 'PTE',
    status: 5,
    editor: who.user_id,
    first_qc: checker.user_id,
    status_before_check: 4,
    x1: 3,
  });
const createFault = async (checker: ApiClient, note: string, who: ApiClient = editor) => {
  const { task_id, version } = await buildTaskInCheck(checker, who);
  return checker.call(task.act, { task_id, version, action: 'qc1_fault', note, fault_kinds: ['colour'] });
};

describe('earlier faults of a task’s editor', () => {
  it('the hint lists faults in other visible tasks, without undone faults', async () => {
    const otherUser = await bureau.as(['npn_view_task', 'npn_qc_pte', 'npn_review_task']);
    const stranger = await bureau.as(['npn_view_task', 'npn_editor_pte']);
    await createFault(qc, 'một');
    await createFault(otherUser, 'của người khác');
    await createFault(qc, 'việc người khác', stranger);
    const back = await createFault(qc, 'rút lại');
    await qc.call(task.undo, { tasks: [{ task_id: back.task_id, version: back.version }] });
    await createFault(qc, 'hai');
    const { task_id } = await buildTaskInCheck(qc);
    const { results } = await qc.call(task.editorFaults, { task_id });
    expect(results.map(({ note }) => note)).toEqual(['hai', 'một']);
    expect(results[0]).toMatchObject({ user_id: qc.user_id, fault_kinds: ['colour'] });
    const leader = await bureau.as(['npn_view_all_tasks']);
    const all = (await leader.call(task.editorFaults, { task_id })).results;
    expect(all.map(({ note }) => note)).toEqual(['hai', 'của người khác', 'một']);
  });

  it('the hint is hidden from users who cannot see the task', async () => {
    const { task_id } = await buildTaskInCheck(qc);
    const stranger = await bureau.as(['npn_view_task', 'npn_editor_pte']);
    expect((await stranger.send(task.editorFaults, { task_id })).status).toBe(404);
    expect((await qc.send(task.editorFaults, { task_id: 2147483647 })).status).toBe(404);
  });
});
