import { endpoints } from '@darkroom/contract/endpoints';
import type { NewJob } from '@darkroom/contract/job/job';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedBuiltIn } from '../../db/built-in-data.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCategory } from '../../testing/factories/catalogue.ts';
import { buildCustomer } from '../../testing/factories/customers.ts';
import { buildTask } from '../../testing/factories/work.ts';

let bureau: TestApp;
let boss: ApiClient;
let customer: { id: number };
let category: { id: number; cat1_id: number };

/** Converts Bangkok's local time to an instant. */
const toInstant = (local: string) => new Date(`${local.replace(' ', 'T')}:00.000+07:00`).toISOString();

beforeAll(async () => {
  bureau = await createTestApp();
  await seedBuiltIn(bureau.db);
  // Wednesday.
  bureau.clock.advance(Date.parse(toInstant('2026-11-18 10:00')) - Date.parse(bureau.clock()));
  boss = await bureau.as(['npn_view_job', 'npn_add_job', 'npn_change_job', 'npn_view_all_tasks']);
  customer = await buildCustomer(bureau.db);
  category = await buildCategory(bureau.db, { workstream: 'PTE' });
});
afterAll(() => bureau.close());

const addJob = async (fields: Partial<NewJob> = {}) => {
  const { results } = await boss.call(endpoints.job.bulkAdd, {
    jobs: [
      {
        job_date: '2026-11-18',
        customer2_id: customer.id,
        job_name: 'Lakeside',
        job_details: [{ service_cat1_id: category.cat1_id, service_cat2_id: category.id, quantity: 12 }],
        ...fields,
      },
    ],
  });
  return results[0]!;
};
const readJob = async (job_id: number) => (await boss.call(endpoints.job.list, { job_id })).results[0]!;

describe('a job with a due date whose day changes', () => {
  it('the job stays before its due date, unless the due date changes too', async () => {
    const job = await addJob();
    const updateJob = (fields: object) =>
      boss.send(endpoints.job.update, { job_id: job.job_id, version: job.version, job_date: '2026-11-21', ...fields });
    for (const fields of [{}, { due_at: job.due_at }, { job_priority: 'Urgent' }]) {
      expect((await updateJob(fields)).problem).toMatchObject({
        status: 422,
        errors: [{ field: 'due_at', code: 'due_before_job_date' }],
      });
    }
    // A job cannot be due more than a year after its day either.
    expect((await updateJob({ job_date: '2025-11-18' })).problem.errors).toMatchObject([
      { field: 'due_at', code: 'too_far_ahead' },
    ]);
    expect(await readJob(job.job_id)).toMatchObject({ job_date: job.job_date, version: job.version });
    const due_at = toInstant('2026-11-21 12:00');
    expect((await updateJob({ due_at, due_reason: 'Khách dời ngày' })).body).toMatchObject({
      job_date: '2026-11-21',
      due_at,
      first_due_at: job.due_at,
    });
  });

  it('a bulk move past the due date skips and names the job', async () => {
    const [early, late] = [await addJob({ job_priority: 'Urgent' }), await addJob({ job_priority: 'Carefully' })];
    const unpromised = await readJob((await buildTask(bureau.db, { job: { job_name: 'Of long ago' } })).job_id);
    const moveJobs = (jobs: { job_id: number; version: number }[], job_date: string) =>
      boss.call(endpoints.job.bulk, {
        action: 'move_date',
        job_date,
        jobs: jobs.map(({ job_id, version }) => ({ job_id, version })),
      });
    const moved = await moveJobs([early, late, unpromised], '2026-11-19');
    expect(moved.done.map(({ job_id, due_at }) => [job_id, due_at])).toEqual([
      [late.job_id, late.due_at],
      [unpromised.job_id, null],
    ]);
    expect(moved.refused).toEqual([{ job_id: early.job_id, code: 'due_before_job_date', due_at: early.due_at }]);
    expect(await readJob(early.job_id)).toMatchObject({ job_date: '2026-11-18', version: early.version });
    // The move can be reverted.
    const back = await moveJobs([{ job_id: late.job_id, version: moved.done[0]!.version }], '2026-11-18');
    expect(back).toMatchObject({ done: [{ job_date: '2026-11-18', due_at: late.due_at }], refused: [] });
  });

  it('a completed job can move after its due date', async () => {
    const due = { due_at: toInstant('2026-11-18 17:30'), job_date: '2026-11-18' };
    const { job_id } = await buildTask(bureau.db, { status: 9, x1: 1, job: { job_name: 'Billed later', ...due } });
    const { version } = await readJob(job_id);
    const moved = await boss.call(endpoints.job.update, { job_id, version, job_date: '2026-12-01' });
    expect(moved).toMatchObject({ job_date: '2026-12-01', due_at: due.due_at });
  });
});
