import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { insertFaultTypes } from '../../testing/factories/faulty-tasks.ts';
import { buildStaff } from '../../testing/factories/people.ts';
import { buildTask } from '../../testing/factories/work.ts';

let bureau: TestApp;

beforeAll(async () => {
  bureau = await createTestApp();
  await insertFaultTypes(bureau);
});
afterAll(() => bureau.close());

describe('a rework whose QCs have left', () => {
  it('another pair of QCs sees the rework and can recheck it', async () => {
    const editor = await buildStaff(bureau.db, { permissions: ['npn_editor_pte'] });
    const leaver = await buildStaff(bureau.db, { permissions: ['npn_qc_pte'], active: false });
    const lost = await buildStaff(bureau.db, { permissions: ['npn_view_task'] });
    const task = await buildTask(bureau.db, {
      workstream: 'PTE',
      status: 14,
      editor: editor.user_id,
      first_qc: leaver.user_id,
      second_qc: lost.user_id,
      x1: 2,
      rework_quantity: 1,
      rework_notes: 'n',
      rework_at: bureau.clock(),
    });
    const checker = ['npn_view_task', 'npn_qc_pte', 'npn_review_task'];
    const [firstUser, secondUser, thirdUser] = [
      await bureau.as(checker),
      await bureau.as(checker),
      await bureau.as(checker),
    ];
    const countPoolTasks = async (who: ApiClient) =>
      (await who.call(endpoints.task.list, { scope: 'pool', job_id: task.job_id })).total_items;
    expect([await countPoolTasks(firstUser), await countPoolTasks(secondUser)]).toEqual([1, 1]);
    const recheckTask = (who: ApiClient, version: number) =>
      who.send(endpoints.task.act, { task_id: task.task_id, version, action: 'recheck' });
    const first = await recheckTask(firstUser, task.version);
    expect(first.body).toMatchObject({ status: 14, rework_qc_1: firstUser.user_id });
    expect([await countPoolTasks(firstUser), await countPoolTasks(secondUser)]).toEqual([0, 1]);
    const second = await recheckTask(secondUser, first.body.version);
    expect(second.body).toMatchObject({ status: 14, rework_qc_2: secondUser.user_id });
    expect((await thirdUser.call(endpoints.task.list, { job_id: task.job_id })).total_items).toBe(0);
  });
});

it('the finder of a recheck fault can undo it after losing visibility', async () => {
  const [editor, firstMember, secondMember, finder] = [
    await buildStaff(bureau.db, { permissions: ['npn_editor_pte'] }),
    await buildStaff(bureau.db, { permissions: ['npn_qc_pte'] }),
    await buildStaff(bureau.db, { permissions: ['npn_qc_pte'] }),
    await bureau.as(['npn_view_task', 'npn_qc_pte', 'npn_review_task']),
  ];
  const otherUser = await bureau.as(['npn_view_task', 'npn_qc_pte', 'npn_review_task']);
  const task = await buildTask(bureau.db, {
    workstream: 'PTE',
    status: 14,
    editor: editor.user_id,
    first_qc: firstMember.user_id,
    second_qc: secondMember.user_id,
    x1: 2,
    rework_quantity: 1,
    rework_notes: 'n',
    rework_at: bureau.clock(),
  });
  const fault = { action: 'recheck_fault', note: 'still too blue', fault_kinds: ['colour'] } as const;
  const found = await finder.send(endpoints.task.act, { task_id: task.task_id, version: task.version, ...fault });
  expect(found.body).toMatchObject({ status: 13 });
  const undoInput = { tasks: [{ task_id: task.task_id, version: found.body.version }] };
  expect((await finder.call(endpoints.task.list, { job_id: task.job_id })).total_items).toBe(0);
  expect((await otherUser.call(endpoints.task.undo, undoInput)).refused).toMatchObject([
    { code: 'not_found', current: null },
  ]);
  const { done, undone_inputs } = await finder.call(endpoints.task.undo, undoInput);
  expect(done).toMatchObject([{ status: 14 }]);
  expect(undone_inputs).toMatchObject([{ action: 'recheck_fault', note: 'still too blue' }]);
});
