import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createComplaintFixture, type ComplaintFixture } from '../../testing/fixtures/complaint-fixture.ts';
import { buildCustomer } from '../../testing/factories/customers.ts';
import { buildTask } from '../../testing/factories/work.ts';

let bureau: TestApp;
let desk: ComplaintFixture;

const { request: calls } = endpoints;

beforeAll(async () => {
  bureau = await createTestApp();
  desk = await createComplaintFixture(bureau);
});
afterAll(() => bureau.close());

it('a complaint keeps the job of its rework, also after it is closed', async () => {
  const { cs, createComplaint, toReworkInput, readRequest, completeRework } = desk;
  const { id, version, cus_id1, tasks: complaintTasks } = await createComplaint();
  const { id: customer2_id } = await buildCustomer(bureau.db, { cus_id1 });
  const otherTask = await buildTask(bureau.db, { status: 9, x1: 5, workstream: 'PTE', job: { customer2_id } });
  await cs.call(calls.rework, { id, version, tasks: [toReworkInput(complaintTasks[0])] });
  await completeRework(complaintTasks[0].task_id);
  const expectRefusal = async (version: number) => {
    for (const job_id of [otherTask.job_id, null])
      expect((await cs.send(calls.linkJob, { id, version, job_id })).problem).toMatchObject({
        status: 409,
        code: 'complaint_redone',
        current: { id, version },
      });
  };
  const { version: redone, job_id } = (await readRequest(id))!;
  await expectRefusal(redone);
  const send = { id, version: redone, job_id: otherTask.job_id, tasks: [toReworkInput(otherTask)] };
  expect((await cs.send(calls.rework, send)).problem).toMatchObject({ status: 409, code: 'complaint_redone' });
  const done = await cs.call(calls.changeStatus, {
    id,
    version: redone,
    status: 'DONE',
    reply: 'It is straight now.',
  });
  await expectRefusal(done.version);
  expect(await readRequest(id)).toMatchObject({ job_id, version: done.version });
});

it('a restored rework does not return to a complaint that is now about another job', async () => {
  const { cs, createComplaint, toReworkInput, readRequest, readTask } = desk;
  const { id, version, cus_id1, tasks: complaintTasks } = await createComplaint();
  const { id: customer2_id } = await buildCustomer(bureau.db, { cus_id1 });
  const otherTask = await buildTask(bureau.db, { status: 9, x1: 5, workstream: 'PTE', job: { customer2_id } });
  const [{ task_id }] = complaintTasks;
  await cs.call(calls.rework, { id, version, tasks: [toReworkInput(complaintTasks[0])] });
  const deleted = await cs.call(endpoints.redo.delete, { task_id });
  const { version: currentVersion } = (await readRequest(id))!;
  await cs.call(calls.linkJob, { id, version: currentVersion, job_id: otherTask.job_id });
  await cs.call(endpoints.task.undo, { tasks: [{ task_id, version: deleted.version }] });
  expect(await readTask(task_id)).toMatchObject({ status: 13 });
  expect(await readRequest(id)).toMatchObject({ job_id: otherTask.job_id, rework_open: 0, rework_done: 0 });
});
