import { endpoints } from '@darkroom/contract/endpoints';
import type { Job } from '@darkroom/contract/job/job';
import { calculateJobChecksum } from '@darkroom/domain/job/job-checksum';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCategory } from '../../testing/factories/catalogue.ts';
import { buildCustomer } from '../../testing/factories/customers.ts';

let bureau: TestApp;
let boss: ApiClient;
let cs: ApiClient;
let customer: { id: number };
let category: { id: number; cat1_id: number };

beforeAll(async () => {
  bureau = await createTestApp();
  boss = await bureau.as(['npn_view_job', 'npn_change_job', 'npn_delete_job', 'npn_view_all_tasks']);
  cs = await bureau.as([
    'npn_view_job',
    'npn_add_job',
    'npn_add_job_detail',
    'npn_change_job_detail',
    'npn_delete_job',
    'npn_add_task',
    'npn_delete_task',
    'npn_view_all_tasks',
  ]);
  customer = await buildCustomer(bureau.db);
  category = await buildCategory(bureau.db);
});
afterAll(() => bureau.close());

const createDetail = (quantity: number) => ({
  service_cat1_id: category.cat1_id,
  service_cat2_id: category.id,
  quantity,
});
/** Adds a job with two details, and returns it as the boss reads it. */
const addJob = async () => {
  const job = {
    job_date: '2026-11-20',
    customer2_id: customer.id,
    job_name: 'Villa',
    job_details: [createDetail(12), createDetail(3)],
  };
  const [createdJob] = (await cs.call(endpoints.job.bulkAdd, { jobs: [job] })).results;
  return (await findJob(createdJob!.job_id))!;
};
const findJob = async (job_id: number) => (await boss.call(endpoints.job.list, { job_id })).results[0];
const toVersions = ({ job_id, version, job_details }: Job) => ({
  job_id,
  version,
  checksum: calculateJobChecksum(job_details),
});

/** Changes of records below a job by customer service. None of them changes the version of the job. */
const CHANGES: [string, (job: Job) => Promise<unknown>][] = [
  ['a detail is added', ({ job_id }) => cs.call(endpoints.job.addDetail, { job_id, ...createDetail(5) })],
  [
    'a detail gets another quantity and note',
    ({ job_details: [first] }) => {
      const { job_detail_id, version } = first!;
      return cs.call(endpoints.job.updateDetail, { job_detail_id, version, quantity: 40, note: 'Thêm 28 ảnh' });
    },
  ],
  [
    'a detail is replaced by another',
    async ({ job_id, job_details: [first] }) => {
      const { job_detail_id, version } = first!;
      await cs.call(endpoints.job.delete, { job_details: [{ job_detail_id, version }] });
      await cs.call(endpoints.job.addDetail, { job_id, ...createDetail(12) });
    },
  ],
  [
    'a task is added',
    ({ job_details: [first] }) => cs.call(endpoints.task.add, { job_detail_id: first!.job_detail_id }),
  ],
];

describe('deletion of a job after it was read', () => {
  it.each(CHANGES)('the deletion is refused for the job and everything below it after %s', async (_what, change) => {
    const [read, untouched] = [await addJob(), await addJob()];
    await change(read);
    const now = await findJob(read.job_id);
    expect(now!.version).toBe(read.version);
    // All or nothing: the unchanged job stays too.
    const jobs = [toVersions(untouched), toVersions(read)];
    const { problem } = await boss.send(endpoints.job.delete, { jobs });
    expect(problem).toMatchObject({ status: 409, code: 'stale', current: now });
    // Each by itself: the unchanged job is deleted.
    expect(await boss.call(endpoints.job.bulk, { action: 'delete', jobs })).toMatchObject({
      deleted: [untouched.job_id],
      refused: [{ job_id: read.job_id, code: 'stale' }],
    });
    expect(await findJob(read.job_id)).toEqual(now);
  });

  it('the deletion succeeds when the job is read again', async () => {
    const jobs = [await addJob(), await addJob()];
    await CHANGES[0]![1](jobs[0]!);
    await CHANGES[3]![1](jobs[1]!);
    const [firstJob, secondJob] = (await Promise.all(jobs.map(({ job_id }) => findJob(job_id)))).map((job) =>
      toVersions(job!),
    );
    await boss.call(endpoints.job.delete, { jobs: [firstJob!] });
    const { deleted } = await boss.call(endpoints.job.bulk, { action: 'delete', jobs: [secondJob!] });
    expect(deleted).toEqual([secondJob!.job_id]);
    expect(await findJob(firstJob!.job_id)).toBeUndefined();
  });

  it('the deletion checks only the version if the request has no other number', async () => {
    const jobs = [await addJob(), await addJob()];
    for (const job of jobs) await CHANGES[0]![1](job);
    const [firstJob, secondJob] = jobs.map(({ job_id, version }) => ({ job_id, version }));
    await boss.call(endpoints.job.delete, { jobs: [firstJob!] });
    expect(await boss.call(endpoints.job.bulk, { action: 'delete', jobs: [secondJob!] })).toMatchObject({
      refused: [],
    });
  });

  it('the deletion is the only endpoint that checks everything below a job', async () => {
    const read = await addJob();
    await CHANGES[0]![1](read);
    const jobs = [toVersions(read)];
    const changed = await boss.call(endpoints.job.bulk, { action: 'set_priority', job_priority: 'Urgent', jobs });
    expect(changed).toMatchObject({ refused: [], done: [{ job_id: read.job_id }] });
  });
});

it('a job in short form has the same number for everything below it', async () => {
  const changed = await addJob();
  for (const [, change] of CHANGES.filter(([what]) => !what.includes('replaced'))) {
    await change((await findJob(changed.job_id))!);
  }
  const bare = await addJob();
  await cs.call(endpoints.job.delete, {
    job_details: bare.job_details.map(({ job_detail_id, version }) => ({ job_detail_id, version })),
  });
  const taskless = await addJob();
  const deletedTasks = taskless.job_details[0]!.tasks.map((task) => ({ task_id: task.task_id, version: 1 }));
  await cs.call(endpoints.task.delete, { tasks: deletedTasks });
  for (const { job_id } of [changed, bare, taskless]) {
    const [inShort] = (await boss.call(endpoints.job.ids, { job_id })).results;
    expect(inShort!.checksum).toBe(calculateJobChecksum((await findJob(job_id))!.job_details));
  }
  expect((await boss.call(endpoints.job.ids, { job_id: bare.job_id })).results[0]!.checksum).toBe(0);
});
