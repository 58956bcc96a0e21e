import { endpoints } from '@darkroom/contract/endpoints';
import { getDelivery } from '@darkroom/domain/task/quantities';
import { TaskStatus } from '@darkroom/domain/task/status';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedBuiltIn } from '../../db/built-in-data.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCustomerWithLogins, type Tenant } from '../../testing/factories/tenants.ts';
import { buildTask } from '../../testing/factories/work.ts';

let bureau: TestApp;
let tenant: Tenant;
let customer: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  await seedBuiltIn(bureau.db);
  tenant = await buildCustomerWithLogins(bureau.db);
  customer = await bureau.as(tenant.login);
});
afterAll(() => bureau.close());

const readProgress = async () => {
  const [job] = (await customer.call(endpoints.portal.job, {})).results;
  const detail = job?.job_details.find(({ job_detail_id }) => job_detail_id === tenant.job_detail_id);
  return { job, detail };
};

it('delivered pieces stay delivered and charged while some of them are redone', async () => {
  const { job_detail_id } = tenant;
  await bureau.db.updateTable('job_detail').set({ quantity: 200 }).where('job_detail_id', '=', job_detail_id).execute();
  const before = await readProgress();
  await buildTask(bureau.db, { job_detail_id, status: TaskStatus.COMPLETED, x1: 5 });
  await buildTask(bureau.db, { job_detail_id, status: TaskStatus.REWORK, x1: 7, x2: 3, rework_quantity: 4 });
  // The rework counts fewer pieces than were delivered.
  await buildTask(bureau.db, {
    job_detail_id,
    status: TaskStatus.DONE_REWORK,
    x1: 2,
    rework_quantity: 3,
    quantity_before_rework: 5,
  });
  await buildTask(bureau.db, { job_detail_id, status: TaskStatus.QC2_DONE, x1: 100 });
  const { job, detail } = await readProgress();
  const was = before.detail!;
  expect(detail).toMatchObject({ done: was.done + 5 + 6 + 2, pieces_in_rework: 7 });
  expect(job).toMatchObject({ done: before.job!.done + 13, pieces_in_rework: 7 });
});

it('pieces counted in rework stay hidden until the recheck', async () => {
  const { db } = bureau;
  const { job_detail_id } = tenant;
  await db.deleteFrom('task').where('job_detail_id', '=', job_detail_id).execute();
  await db.updateTable('job_detail').set({ quantity: 10 }).where('job_detail_id', '=', job_detail_id).execute();
  const editor = await bureau.as(['npn_view_task', 'npn_editor_pte', 'npn_start_task', 'npn_done_task']);
  const leader = await bureau.as(['npn_view_all_tasks', 'npn_rework_task', 'npn_view_job']);
  const complete = await buildTask(db, { job_detail_id, status: TaskStatus.COMPLETED, x1: 3, editor: editor.user_id });
  const reworkInput = { rework_quantity: 2, rework_notes: 'too dark' };
  const { act } = endpoints.task;
  const { task_id, version } = complete;
  const redone = await leader.call(act, { task_id, version, action: 'rework', ...reworkInput });
  const delivered = { quantity: 10, done: 1, pieces_in_rework: 2 };
  expect((await readProgress()).detail).toMatchObject(delivered);
  const counted = await editor.call(act, { task_id, version: redone.version, action: 'set_quantity', x1: 9 });
  expect((await readProgress()).detail).toMatchObject(delivered);
  // The bureau's figures and the report have the same result.
  expect(getDelivery(counted)).toEqual({ done: 1, pieces_in_rework: 2 });
  const { results } = await leader.call(endpoints.job.list, { job_id: counted.job_id });
  expect(results[0]?.job_details.find((detail) => detail.job_detail_id === job_detail_id)?.done_quantity).toBe(1);
  const { job_date } = results[0]!;
  const report = await customer.call(endpoints.portal.report, { date_from: job_date, date_to: job_date });
  expect(report).toMatchObject({ quantity: 1, pieces_in_rework: 2 });
});

it('surplus pieces of one part are shown separately, and do not fill another part', async () => {
  const { db } = bureau;
  const { job_detail_id } = tenant;
  await db.deleteFrom('task').where('job_detail_id', '=', job_detail_id).execute();
  await db.updateTable('job_detail').set({ quantity: 10 }).where('job_detail_id', '=', job_detail_id).execute();
  const before = (await readProgress()).job!;
  await buildTask(db, { job_detail_id, status: TaskStatus.COMPLETED, x1: 25 });
  const { job, detail } = await readProgress();
  expect(detail).toMatchObject({ quantity: 10, done: 25 });
  expect(job).toMatchObject({ ordered: before.ordered, done: before.done + 10, beyond: 15 });
});
