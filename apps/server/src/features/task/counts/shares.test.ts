import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../../testing/app.ts';
import { buildDetail, buildTask } from '../../../testing/factories/work.ts';

const { shares } = endpoints.task;
let bureau: TestApp;
let leader: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  leader = await bureau.as(['npn_view_all_pte_tasks']);
});
afterAll(() => bureau.close());

it("a task comes with the number and counts of its detail's other tasks", async () => {
  const { job_detail_id } = await buildDetail(bureau.db, { workstream: 'PTE', quantity: 36 });
  const counted = await buildTask(bureau.db, { job_detail_id, status: 4, x1: 18, x2: 2 });
  const begun = await buildTask(bureau.db, { job_detail_id, status: 3 });
  const waits = await buildTask(bureau.db, { job_detail_id });
  const alone = await buildTask(bureau.db, { workstream: 'PTE', x1: 5 });
  const task_ids = [counted, begun, alone].map(({ task_id }) => task_id);
  expect((await leader.call(shares, { task_ids })).results).toEqual([
    { task_id: counted.task_id, tasks: 3, others: 0, uncounted: 2 },
    { task_id: begun.task_id, tasks: 3, others: 20, uncounted: 1 },
    { task_id: alone.task_id, tasks: 1, others: 0, uncounted: 0 },
  ]);
  // Editors see it for their own tasks, including the counts of colleagues. No one sees it for an invisible task.
  const editor = await bureau.as(['npn_view_task']);
  await bureau.db.updateTable('task').set({ editor: editor.user_id }).where('task_id', '=', begun.task_id).execute();
  const sharesInput = { task_ids: [begun.task_id, waits.task_id, counted.task_id] };
  expect((await editor.call(shares, sharesInput)).results).toEqual([
    { task_id: begun.task_id, tasks: 3, others: 20, uncounted: 1 },
  ]);
  const elsewhere = await bureau.as(['npn_view_all_ots_tasks']);
  expect((await elsewhere.call(shares, sharesInput)).results).toEqual([]);
});
