import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { createComplaintFixture } from '../../testing/fixtures/complaint-fixture.ts';
import { buildCustomer } from '../../testing/factories/customers.ts';
import { buildCustomerAccount } from '../../testing/factories/people.ts';
import { openStream } from '../../testing/live-stream.ts';

const { job, request, portal } = endpoints;
let bureau: TestApp;
let clerk: ApiClient;
let desk: Awaited<ReturnType<typeof createComplaintFixture>>;
let otherCustomer: { id: number; cus_id1: number };

beforeAll(async () => {
  bureau = await createTestApp();
  await bureau.app.listen({ host: '127.0.0.1', port: 0 });
  clerk = await bureau.as(['npn_change_job', 'npn_view_job', 'npn_view_all_tasks']);
  desk = await createComplaintFixture(bureau);
  otherCustomer = await buildCustomer(bureau.db);
});
afterAll(() => bureau.close());

const readJob = async (job_id: number) => (await clerk.call(job.list, { job_id })).results[0]!;
const moveToCustomer = async (job_id: number, customer2_id: number) =>
  clerk.send(job.update, { job_id, version: (await readJob(job_id)).version, customer2_id });
const readRequest = async (id: number) => (await desk.cs.call(request.list, { id })).results[0]!;

const REQUEST_FIELDS = {
  type: 'FAULTS',
  subject: 'Horizon',
  full_name: 'Ada Chan',
  description: 'It leans',
  service_type_id: 1,
} as const;

/** Creates a job with a detail that its customer has createComplaint about in the portal. */
async function createRequestedJob() {
  const createdComplaint = await desk.createComplaint();
  const { cus_id1, job_id } = createdComplaint;
  const customer = await bureau.as(await buildCustomerAccount(bureau.db, { cus_id1 }));
  const { job_detail_id, sub_prod_id } = (await readJob(job_id)).job_details[0]!;
  const { id } = await customer.call(portal.addRequest, { ...REQUEST_FIELDS, job_id, job_detail_ids: [job_detail_id] });
  return { ...createdComplaint, customer, originRequestId: id, sub_prod_id };
}

describe('a job with requests about it', () => {
  it('the list and the short form mark a job while a request names it', async () => {
    const { job_id, id, originRequestId } = await createRequestedJob();
    const readSummary = async () => (await clerk.call(job.ids, { job_id })).results[0]!;
    expect(await readJob(job_id)).toMatchObject({ requested: true, quoted: false });
    expect(await readSummary()).toMatchObject({ requested: true, quoted: false });
    for (const request_id of [id, originRequestId]) {
      expect((await readJob(job_id)).requested).toBe(true);
      const { version } = await readRequest(request_id);
      await desk.cs.call(request.linkJob, { id: request_id, version, job_id: null });
    }
    expect([(await readJob(job_id)).requested, (await readSummary()).requested]).toEqual([false, false]);
  });

  it('a detail shows its service to both sides until the job changes customer', async () => {
    const { job_id, originRequestId, customer, sub_prod_id } = await createRequestedJob();
    const { service_cat2_id, job_detail_id } = (await readJob(job_id)).job_details[0]!;
    const readCustomerDetails = async () =>
      (await customer.call(portal.listRequests, { id: originRequestId })).results[0]!.job_details;
    const readStaffDetails = async () => (await readRequest(originRequestId)).job_details;
    const named = [{ job_detail_id, sub_prod_id, service_cat2_id }];
    expect([await readCustomerDetails(), await readStaffDetails()]).toEqual([named, named]);
    // An older database can contain such a job.
    const assignToCustomer = (customer2_id: number) =>
      bureau.db.updateTable('job').set({ customer2_id }).where('job_id', '=', job_id).execute();
    const { customer2_id } = await readJob(job_id);
    await assignToCustomer(otherCustomer.id);
    expect(await readCustomerDetails()).toEqual([{ job_detail_id, sub_prod_id, service_cat2_id: null }]);
    await assignToCustomer(customer2_id);
    await bureau.db.deleteFrom('task').where('job_detail_id', '=', job_detail_id).execute();
    await bureau.db.deleteFrom('job_detail').where('job_detail_id', '=', job_detail_id).execute();
    const deletedDetails = [{ job_detail_id: null, sub_prod_id, service_cat2_id: null }];
    expect([await readCustomerDetails(), await readStaffDetails()]).toEqual([deletedDetails, deletedDetails]);
  });

  it('viewers refetch a job when a request names it', async () => {
    const { id, version, job_id, customer } = await createRequestedJob();
    const stream = await openStream(bureau.app, clerk.token);
    const readEvent = () => stream.next(({ event, data }) => event === 'change' && data.topic === 'job');
    try {
      await stream.next(({ event }) => event === 'ready');
      await customer.call(portal.addRequest, { ...REQUEST_FIELDS, job_id });
      expect((await readEvent()).data.ids).toEqual([job_id]);
      await desk.cs.call(request.linkJob, { id, version, job_id: null });
      expect((await readEvent()).data.ids).toEqual([job_id]);
    } finally {
      stream.close();
    }
  });

  it('a job cannot move to another customer 1, and the refusal counts the requests', async () => {
    const { job_id, originRequestId, sub_prod_id } = await createRequestedJob();
    const before = await readJob(job_id);
    const refusal = {
      status: 409,
      code: 'job_linked_to_request',
      current: { count: 2 },
      errors: [{ field: 'customer2_id', code: 'job_linked_to_request' }],
    };
    expect((await moveToCustomer(job_id, otherCustomer.id)).problem).toMatchObject(refusal);
    const moveResponse = await clerk.send(job.previewMovePrices, { job_id, customer2_id: otherCustomer.id });
    expect(moveResponse.problem).toMatchObject(refusal);
    expect(await readJob(job_id)).toEqual(before);
    expect(await readRequest(originRequestId)).toMatchObject({ job_id, version: 1, job_details: [{ sub_prod_id }] });
  });

  it('a job can move to another customer 2 of the same customer 1', async () => {
    const { job_id, cus_id1, originRequestId } = await createRequestedJob();
    const sister = await buildCustomer(bureau.db, { cus_id1 });
    expect((await moveToCustomer(job_id, sister.id)).body).toMatchObject({ customer2_id: sister.id });
    expect(await readRequest(originRequestId)).toMatchObject({ job_id, version: 1 });
  });

  it('an unlinked job can move, and its old customer cannot see it', async () => {
    const { job_id, id, version, originRequestId, customer } = await createRequestedJob();
    await desk.cs.call(request.linkJob, { id, version, job_id: null });
    expect((await moveToCustomer(job_id, otherCustomer.id)).problem).toMatchObject({
      code: 'job_linked_to_request',
      current: { count: 1 },
    });
    const reviewer = await bureau.as(['npn_cs_customer_request', 'npn_review_customer_request']);
    const off = await reviewer.call(request.linkJob, { id: originRequestId, version: 1, job_id: null });
    expect(off).toMatchObject({ job_id: null, prod_id: null, job_details: [] });
    expect((await moveToCustomer(job_id, otherCustomer.id)).status).toBe(200);
    const [own] = (await customer.call(portal.listRequests, { id: originRequestId })).results;
    expect(own).toMatchObject({ job_id: null, prod_id: null, job_details: [] });
  });

  it('a job keeps its customer for ever after a rework for a complaint', async () => {
    const { job_id, id, version, tasks } = await desk.createComplaint();
    const [task] = tasks;
    await desk.cs.call(request.rework, { id, version, tasks: [desk.toReworkInput(task)] });
    const named = (await moveToCustomer(job_id, otherCustomer.id)).problem;
    expect(named).toMatchObject({ code: 'job_has_rework', current: { count: 1 } });
    // A closed complaint that names no job also counts.
    await bureau.db.updateTable('customer_request').set({ job_id: null }).where('id', '=', id).execute();
    expect((await moveToCustomer(job_id, otherCustomer.id)).problem).toMatchObject({
      status: 409,
      code: 'job_has_rework',
      errors: [{ field: 'customer2_id', code: 'job_has_rework' }],
    });
  });
});
