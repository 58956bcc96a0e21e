import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCategory } from '../../testing/factories/catalogue.ts';
import { buildCustomer } from '../../testing/factories/customers.ts';
import { buildRequest } from '../../testing/factories/requests.ts';
import { buildJob } from '../../testing/factories/work.ts';
import { openStream } from '../../testing/live-stream.ts';

let bureau: TestApp;
let clerk: ApiClient;
let category: Awaited<ReturnType<typeof buildCategory>>;

const { request: calls, history, notification } = endpoints;
/** A time before the clock of these tests, because a request comes before its job. */
const ASKED_AT = '2026-11-19T02:00:00.000Z';
const LONG_BEFORE = '2026-10-01T02:00:00.000Z';

beforeAll(async () => {
  bureau = await createTestApp();
  await bureau.app.listen({ host: '127.0.0.1', port: 0 });
  clerk = await bureau.as(['npn_add_job', 'npn_view_job', 'npn_cs_customer_request']);
  category = await buildCategory(bureau.db);
});
afterAll(() => bureau.close());

/** Creates an accepted request for more work, and the input of its job. */
async function buildJobRequest(fields: Parameters<typeof buildRequest>[1] = {}) {
  const { id: customer2_id, cus_id1 } = await buildCustomer(bureau.db);
  const request = await buildRequest(bureau.db, {
    type: 'ADDITIONAL_REQUESTS',
    status: 'TODO',
    created_at: ASKED_AT,
    cus_id1,
    ...fields,
  });
  const job = {
    job_date: '2026-11-20',
    customer2_id,
    job_name: 'Villa',
    job_details: [{ service_cat1_id: category.cat1_id, service_cat2_id: category.id, quantity: 6 }],
  };
  return { id: request.id, version: request.version, cus_id1, customer2_id, job };
}
type JobRequest = Awaited<ReturnType<typeof buildJobRequest>>;

const createInput = ({ id, version, job }: JobRequest, over: object = {}) => ({ id, version, job, ...over });
const listJobs = (customer2_id: number) =>
  bureau.db.selectFrom('job').select('job_id').where('customer2_id', '=', customer2_id).execute();
const readRequest = async (id: number) => (await clerk.call(calls.list, { id })).results[0]!;
const getOutcome = (response: { status: number; problem: { code: string } }) =>
  response.status === 200 ? 'done' : response.problem.code;

describe('a new job of a request', () => {
  it('one request adds the job and links it to the customer’s request', async () => {
    const jobRequest = await buildJobRequest();
    const { request, job } = await clerk.call(calls.newJob, createInput(jobRequest));
    expect(job).toMatchObject({ customer2_id: jobRequest.customer2_id, job_name: 'Villa', requested: true });
    expect(job.job_details).toMatchObject([{ quantity: 6, tasks: [{}] }]);
    expect(request).toMatchObject({ job_id: job.job_id, prod_id: job.prod_id, has_new_job: true, status: 'TODO' });
    expect(await readRequest(jobRequest.id)).toEqual(request);
    for (const [entity, entity_id] of [['customer_request', jobRequest.id] as const, ['job', job.job_id] as const]) {
      const { results } = await clerk.call(history.list, { entity, entity_id });
      expect(results.map(({ action }) => action)).toEqual(['request.newJob']);
    }
  });

  it('the new job notifies the processor, and open pages of requests and jobs', async () => {
    const jobRequest = await buildJobRequest();
    const worker = await bureau.as(['npn_cs_customer_request']);
    const { version } = await worker.call(calls.changeStatus, {
      id: jobRequest.id,
      version: jobRequest.version,
      status: 'PROCESSING',
    });
    const onlooker = await bureau.as(['npn_view_job', 'npn_view_all_customer_request']);
    const stream = await openStream(bureau.app, onlooker.token);
    try {
      await stream.next(({ event }) => event === 'ready');
      const { job } = await clerk.call(calls.newJob, createInput(jobRequest, { version }));
      const waitForChange = (topic: string, id: number) =>
        stream.next(({ event, data }) => event === 'change' && data.topic === topic && Boolean(data.ids?.includes(id)));
      await waitForChange('job', job.job_id);
      await waitForChange('request', jobRequest.id);
    } finally {
      stream.close();
    }
    const { results } = await worker.call(notification.list, {});
    expect(results).toMatchObject([{ event: 'request_linked', request_id: jobRequest.id }]);
  });

  it('the new job replaces the older job of a reorder', async () => {
    const jobRequest = await buildJobRequest();
    const old = await buildJob(bureau.db, { customer2_id: jobRequest.customer2_id, created_at: LONG_BEFORE });
    await bureau.db
      .updateTable('customer_request')
      .set({ job_id: old.job_id })
      .where('id', '=', jobRequest.id)
      .execute();
    expect(await readRequest(jobRequest.id)).toMatchObject({ job_id: old.job_id, has_new_job: false });
    const { request, job } = await clerk.call(calls.newJob, createInput(jobRequest));
    expect(request).toMatchObject({ job_id: job.job_id, has_new_job: true });
    const again = await clerk.send(calls.newJob, createInput(jobRequest, { version: request.version }));
    expect(again.problem).toMatchObject({
      status: 409,
      code: 'request_has_job',
      current: { id: jobRequest.id, job_id: job.job_id, prod_id: job.prod_id },
    });
    expect(await listJobs(jobRequest.customer2_id)).toHaveLength(2);
  });

  it('the job is refused for other types, unreviewed requests and done ones', async () => {
    const refusals = [
      [{ type: 'FAULTS' }, 'request_not_additional'],
      [{ type: 'FAULTS', status: 'DONE' }, 'request_not_additional'],
      [{ type: 'CHANGE_REQUESTS' }, 'request_not_additional'],
      [{ status: 'NEED_REVIEW' }, 'request_needs_review'],
      [{ status: 'DONE' }, 'request_done'],
    ] as const;
    for (const [fields, refusal] of refusals) {
      const jobRequest = await buildJobRequest(fields);
      const { problem } = await clerk.send(calls.newJob, createInput(jobRequest));
      expect(problem).toMatchObject({ status: 409, code: refusal, current: { id: jobRequest.id } });
      expect(await listJobs(jobRequest.customer2_id)).toEqual([]);
    }
  });

  it('the job is refused when the request has changed since then', async () => {
    const jobRequest = await buildJobRequest();
    await clerk.call(calls.changeStatus, { id: jobRequest.id, version: jobRequest.version, status: 'PROCESSING' });
    const { problem } = await clerk.send(calls.newJob, createInput(jobRequest));
    expect(problem).toMatchObject({ status: 409, code: 'stale', current: { id: jobRequest.id, status: 'PROCESSING' } });
    expect(await listJobs(jobRequest.customer2_id)).toEqual([]);
  });

  it('the job needs the request’s customer and existing categories, with all errors at once', async () => {
    const jobRequest = await buildJobRequest();
    const foreign = await buildCustomer(bureau.db);
    const [detail] = jobRequest.job.job_details;
    const job = {
      ...jobRequest.job,
      customer2_id: foreign.id,
      job_details: [{ ...detail, service_cat2_id: 2_000_000 }],
    };
    const { problem } = await clerk.send(calls.newJob, createInput(jobRequest, { job }));
    expect(problem).toMatchObject({
      status: 422,
      errors: [
        { field: 'job.customer2_id', code: 'unknown' },
        { field: 'job.job_details.0.service_cat2_id', code: 'unknown' },
      ],
    });
    expect([await listJobs(foreign.id), await readRequest(jobRequest.id)]).toMatchObject([
      [],
      { job_id: null, version: jobRequest.version },
    ]);
  });

  it('the job needs permission to add jobs, and the request’s board', async () => {
    const jobRequest = await buildJobRequest();
    const on = await buildJobRequest({ board: 'ADMIN_BOARD' });
    const createSender =
      async (...codes: string[]) =>
      (made: JobRequest) =>
        bureau.as(codes).then((who) => who.send(calls.newJob, createInput(made)));
    expect((await (await createSender('npn_cs_customer_request'))(jobRequest)).status).toBe(403);
    expect((await (await createSender('npn_add_job'))(jobRequest)).status).toBe(404);
    expect((await (await createSender('npn_add_job', 'npn_cs_customer_request'))(on)).status).toBe(404);
    expect((await (await createSender('npn_add_job', 'npn_view_all_customer_request'))(jobRequest)).status).toBe(403);
    for (const { customer2_id } of [jobRequest, on]) expect(await listJobs(customer2_id)).toEqual([]);
  });

  it('the job is refused while the screen of jobs or requests is locked', async () => {
    const jobRequest = await buildJobRequest();
    const admin = await bureau.as({ is_superuser: true });
    for (const screen_name of ['job', 'request'] as const) {
      const change = { changed_by: admin.user_id, changed_at: bureau.clock() };
      const lock = { screen_name, locked: true, reason: 'Counting', ...change };
      await bureau.db.insertInto('system_lock').values(lock).execute();
      const { problem } = await clerk.send(calls.newJob, createInput(jobRequest));
      expect(problem).toMatchObject({ status: 423, detail: 'Counting' });
      await bureau.db.deleteFrom('system_lock').execute();
    }
    expect(await listJobs(jobRequest.customer2_id)).toEqual([]);
  });

  it('calls with one key add the job once', async () => {
    const jobRequest = await buildJobRequest();
    const key = { 'idempotency-key': `new-job-${jobRequest.id}` };
    const first = await clerk.send(calls.newJob, createInput(jobRequest), key);
    const again = await clerk.send(calls.newJob, createInput(jobRequest), key);
    expect([first.status, again.text]).toEqual([200, first.text]);
    expect(await listJobs(jobRequest.customer2_id)).toHaveLength(1);
  });

  it('parallel requests add the job once, and the later ones get its number', async () => {
    const otherUser = await bureau.as(['npn_add_job', 'npn_admin_customer_request']);
    for (let round = 0; round < 5; round++) {
      const jobRequest = await buildJobRequest();
      const responses = await Promise.all(
        [clerk, otherUser, clerk, otherUser].map((who) => who.send(calls.newJob, createInput(jobRequest))),
      );
      expect(responses.map(getOutcome).sort()).toEqual(['done', 'stale', 'stale', 'stale']);
      const [addedJobs] = await listJobs(jobRequest.customer2_id);
      expect(await listJobs(jobRequest.customer2_id)).toHaveLength(1);
      for (const { status, problem } of responses)
        if (status !== 200) expect(problem.current).toMatchObject({ job_id: addedJobs!.job_id, has_new_job: true });
    }
  });

  it('the new job excludes a parallel link to an older job', async () => {
    for (let round = 0; round < 5; round++) {
      const jobRequest = await buildJobRequest();
      const old = await buildJob(bureau.db, { customer2_id: jobRequest.customer2_id, created_at: LONG_BEFORE });
      const { id, version } = jobRequest;
      const responses = await Promise.all<{ status: number; problem: { code: string } }>([
        clerk.send(calls.newJob, createInput(jobRequest)),
        clerk.send(calls.linkJob, { id, version, job_id: old.job_id }),
      ]);
      expect(responses.map(getOutcome).sort()).toEqual(['done', 'stale']);
      const isJobAdded = responses[0]?.status === 200;
      expect(await listJobs(jobRequest.customer2_id)).toHaveLength(isJobAdded ? 2 : 1);
      expect((await readRequest(id)).job_id === old.job_id).toBe(!isJobAdded);
    }
  });
});
