import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createComplaintFixture, type ComplaintFixture } from '../../testing/fixtures/complaint-fixture.ts';
import { buildCustomer } from '../../testing/factories/customers.ts';
import { buildCustomerAccount } from '../../testing/factories/people.ts';
import { recordStatements } from '../../testing/statements.ts';

let bureau: TestApp;
let cs: ComplaintFixture['cs'];
let createComplaint: ComplaintFixture['createComplaint'];
let toReworkInput: ComplaintFixture['toReworkInput'];
let readRequest: ComplaintFixture['readRequest'];
let readTask: ComplaintFixture['readTask'];

const { request: calls, history } = endpoints;

beforeAll(async () => {
  bureau = await createTestApp();
  ({ cs, createComplaint, toReworkInput, readRequest, readTask } = await createComplaintFixture(bureau));
});
afterAll(() => bureau.close());

describe('rework for a complaint', () => {
  it('request.rework starts the complaint with the rework of the domain', async () => {
    const { id, version, tasks: complaintTasks } = await createComplaint();
    const after = await cs.call(calls.rework, {
      id,
      version,
      tasks: complaintTasks.map((task) => toReworkInput(task)),
    });
    expect(after).toMatchObject({ status: 'PROCESSING', processing_by: cs.user_id, rework_open: 2, rework_done: 0 });
    for (const { task_id } of complaintTasks)
      expect(await readTask(task_id)).toMatchObject({
        status: 13,
        rework_quantity: 3,
        rework_notes: 'Image 14 leans',
        rework_by: cs.user_id,
        rework_at: bureau.clock(),
      });
    const { results } = await cs.call(history.list, { entity: 'customer_request', entity_id: id });
    expect(results.map(({ action }) => action)).toEqual(['request.rework']);
    for (const { task_id } of complaintTasks) expect(results[0]?.note).toMatch(new RegExp(`\\S+ #${task_id}(,|$)`));
  });

  it('request.rework links the job if none is named, but only the customer’s own', async () => {
    const { id, version, job_id, tasks: complaintTasks } = await createComplaint({ job_id: null });
    const [task] = complaintTasks;
    const sendToRework = (input: object) =>
      cs.send(calls.rework, { id, version, tasks: [toReworkInput(task)], ...input });
    expect((await sendToRework({})).problem.errors).toMatchObject([{ field: 'job_id', code: 'required' }]);
    const foreign = await createComplaint();
    expect((await sendToRework({ job_id: foreign.job_id })).problem.errors).toMatchObject([
      { field: 'job_id', code: 'unknown' },
    ]);
    const strange = await sendToRework({ job_id, tasks: [toReworkInput(task), toReworkInput(foreign.tasks[0])] });
    expect(strange.problem.errors).toMatchObject([{ field: 'tasks.1.task_id', code: 'unknown' }]);
    expect((await sendToRework({ job_id })).body).toMatchObject({ job_id, rework_open: 1 });
  });

  it('the complaint shows tasks of the possible job, never another customer’s', async () => {
    const { id, job_id, tasks: complaintTasks } = await createComplaint({ job_id: null });
    const foreign = await createComplaint();
    const previewComplaint = (input: object) => cs.send(calls.complaint, { id, ...input });
    expect((await previewComplaint({})).body).toMatchObject({ tasks: [] });
    expect((await previewComplaint({ job_id })).body).toMatchObject({
      tasks: complaintTasks.map(({ task_id, version }) => ({ task_id, task: { version }, sent_at: null })),
      pieces: 0,
    });
    for (const unknown of [foreign.job_id, 2_000_000])
      expect((await previewComplaint({ job_id: unknown })).problem).toMatchObject({
        status: 422,
        errors: [{ field: 'job_id', code: 'unknown' }],
      });
    expect((await readRequest(id))?.job_id).toBeNull();
  });

  it('request.rework refuses tasks of a job that moved to another customer', async () => {
    const { id, version: currentVersion, job_id, cus_id1, tasks: complaintTasks } = await createComplaint();
    const customer = await bureau.as(await buildCustomerAccount(bureau.db, { cus_id1 }));
    const otherCustomer = await buildCustomer(bureau.db);
    const desk = await bureau.as(['npn_change_job', 'npn_view_job', 'npn_view_all_tasks']);
    await cs.call(calls.linkJob, { id, version: currentVersion, job_id: null });
    const { version } = (await desk.call(endpoints.job.list, { job_id })).results[0]!;
    await desk.call(endpoints.job.update, { job_id, version, customer2_id: otherCustomer.id });
    const request = (await readRequest(id))!;
    expect(request).toMatchObject({ job_id: null, prod_id: null, version: 2 });
    const named = (await customer.call(endpoints.portal.listRequests, { id })).results[0];
    expect(named).toMatchObject({ job_id: null, prod_id: null });
    const send = await cs.send(calls.rework, {
      id,
      version: request.version,
      tasks: [toReworkInput(complaintTasks[0])],
      job_id,
    });
    expect(send.problem.errors).toMatchObject([{ field: 'job_id', code: 'unknown' }]);
    expect(await cs.call(calls.complaint, { id })).toMatchObject({ tasks: [] });
    // The state if the link still existed.
    await bureau.db.updateTable('customer_request').set({ job_id }).where('id', '=', id).execute();
    const refusedResponse = await cs.send(calls.rework, {
      id,
      version: request.version,
      tasks: [toReworkInput(complaintTasks[0])],
    });
    expect(refusedResponse.problem.errors).toMatchObject([{ field: 'job_id', code: 'unknown' }]);
    expect(await cs.call(calls.complaint, { id })).toMatchObject({ tasks: [] });
    const still = (await customer.call(endpoints.portal.listRequests, { id })).results[0];
    expect(still).toMatchObject({ job_id: null, prod_id: null });
  });

  it('request.rework runs the same number of statements for twenty tasks as for two', async () => {
    const countStatements = async (count: number) => {
      const { id, version, tasks: complaintTasks } = await createComplaint({}, count);
      const input = { id, version, tasks: complaintTasks.map((task) => toReworkInput(task)) };
      return (await recordStatements(() => cs.call(calls.rework, input))).statements.length;
    };
    // Each task is written separately. Nothing else depends on the number.
    expect((await countStatements(20)) - (await countStatements(2))).toBe(18);
  });

  it("request.rework sends all tasks or none, and names the wrong task's field", async () => {
    const { id, version, tasks: complaintTasks } = await createComplaint();
    const [firstTask, secondTask] = complaintTasks;
    const readFaultyFields = async (over: object) =>
      (await cs.send(calls.rework, { id, version, tasks: [toReworkInput(firstTask), toReworkInput(secondTask, over)] }))
        .problem;
    expect(await readFaultyFields({ rework_quantity: 6 })).toMatchObject({
      code: 'rework_quantity_invalid',
      errors: [{ field: 'tasks.1.rework_quantity' }],
    });
    expect(await readFaultyFields({ rework_notes: ' ' })).toMatchObject({
      code: 'rework_notes_required',
      errors: [{ field: 'tasks.1.rework_notes' }],
    });
    expect((await readFaultyFields({ fault_kinds: ['halo', 'halo'] })).errors).toMatchObject([
      { field: 'tasks.1.fault_kinds', code: 'duplicate' },
    ]);
    expect((await readFaultyFields({ fault_kinds: ['halo', 'no_kind'] })).errors).toMatchObject([
      { field: 'tasks.1.fault_kinds.1', code: 'unknown' },
    ]);
    expect((await readTask(firstTask.task_id)).status).toBe(9);
    expect(await readRequest(id)).toMatchObject({ status: 'TODO', rework_open: 0 });
  });

  it('request.rework needs a reviewed complaint, a visible board and the rework permission', async () => {
    const { id, version, tasks: complaintTasks } = await createComplaint({ type: 'CHANGE_REQUESTS' });
    const input = { version, tasks: [toReworkInput(complaintTasks[0])] };
    expect((await cs.send(calls.rework, { ...input, id })).problem.code).toBe('not_complaint');
    const early = await createComplaint({ status: 'NEED_REVIEW' });
    const lateResponse = await cs.send(calls.rework, { id: early.id, version, tasks: [toReworkInput(early.tasks[0])] });
    expect(lateResponse.problem.code).toBe('request_needs_review');
    const admins = await createComplaint({ board: 'ADMIN_BOARD' });
    const unseen = await cs.send(calls.rework, { id: admins.id, version, tasks: [toReworkInput(admins.tasks[0])] });
    expect(unseen.status).toBe(404);
    const plain = await bureau.as(['npn_cs_customer_request', 'npn_view_all_tasks']);
    expect((await plain.send(calls.rework, { ...input, id })).status).toBe(403);
  });

  it('two parallel requests send the tasks to rework once', async () => {
    const { id, version, tasks: complaintTasks } = await createComplaint();
    const input = { id, version, tasks: complaintTasks.map((task) => toReworkInput(task)) };
    const responses = await Promise.all([1, 2, 3].map(() => cs.send(calls.rework, input)));
    expect(responses.map(({ status }) => String(status)).sort()).toEqual(['200', '409', '409']);
    expect(await readRequest(id)).toMatchObject({ rework_open: 2 });
  });
});
