import { endpoints } from '@darkroom/contract/endpoints';
import type { NewJob } from '@darkroom/contract/job/job';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seedBuiltIn } from '../../db/built-in-data.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { createLookupCalls, type LookupValue } from '../../testing/fixtures/lookups.ts';
import { buildCategory } from '../../testing/factories/catalogue.ts';
import { buildCustomer } from '../../testing/factories/customers.ts';
import { buildCustomerAccount } from '../../testing/factories/people.ts';
import { buildTask } from '../../testing/factories/work.ts';

let bureau: TestApp;
let boss: ApiClient;
let customer: { id: number; cus_id1: number };
let category: { id: number; cat1_id: number };

/** Converts Bangkok's local time to an instant. */
const toInstant = (local: string) => new Date(`${local.replace(' ', 'T')}:00.000+07:00`).toISOString();

/** Moves the clock. Sessions end after days. */
async function moveClockTo(local: string): Promise<void> {
  bureau.clock.advance(Date.parse(toInstant(local)) - Date.parse(bureau.clock()));
  boss = await bureau.as(boss.user_id);
}

beforeAll(async () => {
  bureau = await createTestApp();
  await seedBuiltIn(bureau.db);
  boss = await bureau.as([
    'npn_view_job',
    'npn_add_job',
    'npn_change_job',
    'npn_add_job_detail',
    'npn_view_all_tasks',
    'npn_change_permission',
  ]);
  customer = await buildCustomer(bureau.db);
  category = await buildCategory(bureau.db, { workstream: 'PTE' });
});
afterAll(() => bureau.close());
// Wednesday.
beforeEach(() => moveClockTo('2026-11-18 10:00'));

const addJob = async (over: Partial<NewJob> = {}) => {
  const { results } = await boss.call(endpoints.job.bulkAdd, {
    jobs: [
      {
        job_date: '2026-11-18',
        customer2_id: customer.id,
        job_name: 'Lakeside',
        job_details: [{ service_cat1_id: category.cat1_id, service_cat2_id: category.id, quantity: 12 }],
        ...over,
      },
    ],
  });
  return results[0]!;
};
const readJob = async (job_id: number) => (await boss.call(endpoints.job.list, { job_id })).results[0]!;
const { setting, changeLookup } = createLookupCalls(() => boss);

describe('the due date of a new job', () => {
  it('the due date is the turnaround in working time, across lunch, night and Sunday', async () => {
    expect((await addJob({ job_priority: 'Urgent' })).due_at).toBe(toInstant('2026-11-18 15:30'));
    expect((await addJob()).due_at).toBe(toInstant('2026-11-20 10:00'));
    await moveClockTo('2026-11-20 23:50');
    expect((await addJob({ job_date: '2026-11-20', job_priority: 'Urgent' })).due_at).toBe(
      toInstant('2026-11-21 12:00'),
    );
    // A job on a Sunday.
    await moveClockTo('2026-11-22 09:00');
    expect((await addJob({ job_date: '2026-11-22', job_priority: 'Urgent' })).due_at).toBe(
      toInstant('2026-11-23 12:00'),
    );
    // A job for a later day.
    const later = await addJob({ job_date: '2026-11-25', job_priority: 'Urgent' });
    expect([later.due_at, later.first_due_at]).toEqual([toInstant('2026-11-25 12:00'), toInstant('2026-11-25 12:00')]);
  });

  it('the due date skips the holidays of the allowances', async () => {
    await sql`update metadata set value = value || '[{"date": "2026-11-19", "vi": "Lễ", "en": "Feast"}]'::jsonb
      where data_type = 'ALLOWANCE' and key = 'holidays'`.execute(bureau.db);
    expect((await addJob()).due_at).toBe(toInstant('2026-11-21 10:00'));
    await sql`update metadata set value = (select jsonb_agg(h) from jsonb_array_elements(value) h where h ->> 'date' <> '2026-11-19')
      where data_type = 'ALLOWANCE' and key = 'holidays'`.execute(bureau.db);
  });

  it('the due date is the latest of its details, by the most specific turnaround', async () => {
    const otherCategory = await buildCategory(bureau.db);
    const before = await setting('turnarounds');
    const createRule = (cus_id1: number | null, service_cat1_id: number | null, hours: number) => ({
      cus_id1,
      service_cat1_id,
      job_priority: null,
      hours,
    });
    const rules = [
      ...(before.value as object[]),
      createRule(customer.cus_id1, category.cat1_id, 2),
      createRule(null, otherCategory.cat1_id, 6),
    ];
    expect((await changeLookup('turnarounds', rules as LookupValue)).status).toBe(200);
    expect((await addJob()).due_at).toBe(toInstant('2026-11-18 12:00'));
    const addedJob = await addJob({
      job_details: [category, otherCategory].map((cat) => ({
        service_cat1_id: cat.cat1_id,
        service_cat2_id: cat.id,
        quantity: 1,
      })),
    });
    expect(addedJob.due_at).toBe(toInstant('2026-11-18 17:30'));
    expect((await changeLookup('turnarounds', before.value)).status).toBe(200);
  });

  it('the due date stays when hours, turnarounds, the job or its details change', async () => {
    const job = await addJob();
    const [calendar, turnarounds] = [await setting('calendar'), await setting('turnarounds')];
    const hours = calendar.value as { week: object[]; extra_days: object[] };
    const night = [{ from: '22:00', to: '24:00' }];
    expect(
      (await changeLookup('calendar', { ...hours, week: hours.week.map(() => night) } as LookupValue)).status,
    ).toBe(200);
    expect((await addJob({ job_priority: 'Urgent' })).due_at).toBe(toInstant('2026-11-20 00:00'));
    await boss.call(endpoints.job.update, {
      job_id: job.job_id,
      version: job.version,
      job_priority: 'Urgent',
      job_date: '2026-11-19',
    });
    await boss.call(endpoints.job.addDetail, {
      job_id: job.job_id,
      service_cat1_id: category.cat1_id,
      service_cat2_id: category.id,
      quantity: 400,
    });
    const now = await readJob(job.job_id);
    expect([now.due_at, now.first_due_at]).toEqual([job.due_at, job.due_at]);
    const tasks = await boss.call(endpoints.task.list, { job_id: job.job_id });
    expect(tasks.results.map(({ due_at }) => due_at)).toEqual([job.due_at, job.due_at]);
    await changeLookup('calendar', calendar.value);
    await changeLookup('turnarounds', turnarounds.value);
  });
});

describe('changes of due dates', () => {
  it('a changed due date needs a reason, and the history has the first one', async () => {
    const job = await addJob();
    const due_at = toInstant('2026-11-21 12:00');
    const updateJob = (over: object) =>
      boss.send(endpoints.job.update, { job_id: job.job_id, version: job.version, due_at, ...over });
    expect((await updateJob({})).problem).toMatchObject({
      status: 422,
      errors: [{ field: 'due_reason', code: 'required' }],
    });
    expect((await updateJob({ due_reason: '  ' })).status).toBe(422);
    expect((await updateJob({ due_reason: 'Khách gửi thêm ảnh' })).status).toBe(200);
    const after = await readJob(job.job_id);
    expect([after.due_at, after.first_due_at]).toEqual([due_at, job.due_at]);
    const [row] = (await boss.call(endpoints.job.details, { job_id: job.job_id })).results;
    expect(row?.job.due_at).toBe(due_at);
    expect((await boss.call(endpoints.task.list, { job_id: job.job_id })).results[0]?.due_at).toBe(due_at);
    const history = await boss.call(endpoints.history.list, { entity: 'job', entity_id: job.job_id });
    expect(history.results[0]).toMatchObject({
      action: 'job.update',
      note: 'Khách gửi thêm ảnh',
      changes: [{ field: 'due_at', before: job.due_at, after: due_at }],
    });
    // An unchanged due date needs no reason and adds no history.
    const same = await boss.call(endpoints.job.update, { job_id: job.job_id, version: after.version, due_at });
    expect(same.first_due_at).toBe(job.due_at);
  });

  it("a due date more than a year after the job's day is refused", async () => {
    const job = await addJob();
    const updateJob = (due_at: string) =>
      boss.send(endpoints.job.update, { job_id: job.job_id, version: job.version, due_reason: 'Hẹn miệng', due_at });
    expect((await updateJob('2100-01-01T00:00:00Z')).problem.errors).toMatchObject([
      { field: 'due_at', code: 'too_far_ahead' },
    ]);
    expect((await updateJob(toInstant('2027-11-20 00:00'))).status).toBe(422);
    expect((await updateJob(toInstant('2027-11-19 23:59'))).status).toBe(200);
  });

  it("a due date before the job's day is refused, even for a late job", async () => {
    const job = await addJob();
    const updateJob = (over: object) =>
      boss.send(endpoints.job.update, { job_id: job.job_id, version: job.version, due_reason: 'Hẹn miệng', ...over });
    // A minute before Bangkok's midnight.
    const early = { due_at: toInstant('2026-11-17 23:59') };
    expect((await updateJob(early)).problem).toMatchObject({
      status: 422,
      errors: [{ field: 'due_at', code: 'before_job_date' }],
    });
    // All errors are returned together.
    expect((await updateJob({ ...early, due_reason: '' })).problem.errors).toMatchObject([
      { field: 'due_at', code: 'before_job_date' },
      { field: 'due_reason', code: 'required' },
    ]);
    // The new day of the job counts.
    expect((await updateJob({ due_at: toInstant('2026-11-18 12:00'), job_date: '2026-11-19' })).status).toBe(422);
    const moved = await updateJob({ ...early, job_date: '2026-11-17' });
    expect(moved.body).toMatchObject({ due_at: early.due_at, job_date: '2026-11-17' });
    // A time earlier today is allowed, because the job was due then and is late.
    const otherJob = await addJob();
    const today = {
      job_id: otherJob.job_id,
      version: otherJob.version,
      due_at: toInstant('2026-11-18 00:00'),
      due_reason: 'x',
    };
    expect((await boss.send(endpoints.job.update, today)).body).toMatchObject({
      due_at: toInstant('2026-11-18 00:00'),
    });
  });

  it('a change needs permission for jobs, and a year from 2000 on', async () => {
    const job = await addJob();
    const clerk = await bureau.as(['npn_view_job']);
    const wanted = { job_id: job.job_id, version: job.version, due_at: toInstant('2026-11-21 12:00'), due_reason: 'x' };
    expect((await clerk.send(endpoints.job.update, wanted)).status).toBe(403);
    const wrong = await boss.send(endpoints.job.update, { ...wanted, due_at: '1999-01-01T00:00:00Z' });
    expect(wrong.problem.errors).toMatchObject([{ field: 'due_at', code: 'not_a_time' }]);
    const first = await buildTask(bureau.db, { job: { job_name: 'Of long ago' } });
    const old = await readJob(first.job_id);
    expect([old.due_at, old.first_due_at]).toEqual([null, null]);
    const promised = await boss.call(endpoints.job.update, { ...wanted, job_id: old.job_id, version: old.version });
    expect([promised.due_at, promised.first_due_at]).toEqual([wanted.due_at, wanted.due_at]);
  });
});

describe('lists by due date', () => {
  const listNames = (results: readonly { job_name: string }[]) => results.map(({ job_name }) => job_name);
  const addTask = (job_name: string, due: string | null, status: 1 | 9 = 1, job_priority: 'Urgent' | null = null) =>
    buildTask(bureau.db, {
      workstream: 'OTS',
      status,
      x1: 1,
      job: { job_name: `Due ${job_name}`, due_at: due && toInstant(due), job_priority, job_date: '2026-03-01' },
    });

  it('the filters separate late from today by instant and Bangkok’s midnight', async () => {
    await addTask('yesterday', '2026-03-09 17:30');
    await addTask('this morning', '2026-03-10 09:00');
    await addTask('last minute', '2026-03-10 23:59');
    await addTask('after midnight', '2026-03-11 00:00');
    await addTask('done', '2026-03-10 09:00', 9);
    await addTask('never', null);
    const countDue = async (due: 'late' | 'today') => {
      const filter = { due, text: 'Due', sort: 'due_at' } as const;
      const jobs = listNames((await boss.call(endpoints.job.list, filter)).results);
      const details = (await boss.call(endpoints.job.details, filter)).results.map(({ job }) => job.job_name);
      const { results, total_items } = await boss.call(endpoints.task.list, filter);
      expect([details, listNames(results), total_items]).toEqual([jobs, jobs, jobs.length]);
      return jobs;
    };
    // Half past midnight in Bangkok is the day before in UTC.
    await moveClockTo('2026-03-10 00:30');
    expect(await countDue('late')).toEqual(['Due yesterday']);
    expect(await countDue('today')).toEqual(['Due this morning', 'Due last minute']);
    await moveClockTo('2026-03-10 23:59');
    expect(await countDue('late')).toEqual(['Due yesterday', 'Due this morning']);
    await moveClockTo('2026-03-11 00:01');
    expect(await countDue('late')).toEqual([
      'Due yesterday',
      'Due this morning',
      'Due last minute',
      'Due after midnight',
    ]);
    expect(await countDue('today')).toEqual(['Due after midnight']);
    const all = listNames((await boss.call(endpoints.job.list, { text: 'Due', sort: 'due_at' })).results);
    expect(all).toEqual([
      'Due yesterday',
      'Due this morning',
      'Due last minute',
      'Due after midnight',
      'Due never',
      'Due done',
    ]);
    const back = listNames((await boss.call(endpoints.job.list, { text: 'Due', sort: '-due_at' })).results);
    expect(back).toEqual(all.toReversed());
  });

  it('the pool is ordered by urgent, then due date, then age', async () => {
    const editor = await bureau.as(['npn_view_task', 'npn_editor_ots']);
    await sql`update task set status = 2, editor = ${editor.user_id} where workstream = 'OTS' and status = 1`.execute(
      bureau.db,
    );
    const soon = '2026-03-10 09:00';
    const addPoolTask = async (
      job_name: string,
      due: string | null,
      job_date: string,
      job_priority: 'Urgent' | null = null,
    ) =>
      (
        await buildTask(bureau.db, {
          workstream: 'OTS',
          job: { job_name, due_at: due && toInstant(due), job_date, job_priority },
        })
      ).task_id;
    const unpromised = await addPoolTask('f', null, '2026-01-01');
    const older = await addPoolTask('d', soon, '2026-03-01');
    const younger = await addPoolTask('e', soon, '2026-03-02');
    const twin = await addPoolTask('e', soon, '2026-03-02');
    const sooner = await addPoolTask('c', '2026-03-09 09:00', '2026-03-05');
    const urgentLater = await addPoolTask('b', '2026-03-20 09:00', '2026-03-05', 'Urgent');
    const urgentSooner = await addPoolTask('a', '2026-03-19 09:00', '2026-03-09', 'Urgent');
    const { results } = await editor.call(endpoints.task.list, { scope: 'pool' });
    expect(results.map(({ task_id }) => task_id)).toEqual([
      urgentSooner,
      urgentLater,
      sooner,
      older,
      younger,
      twin,
      unpromised,
    ]);
  });
});

describe('due dates in the portal', () => {
  it('the portal shows a customer only the due day in Bangkok', async () => {
    const job = await addJob();
    await boss.call(endpoints.job.update, {
      job_id: job.job_id,
      version: job.version,
      due_at: toInstant('2026-11-21 00:30'),
      due_reason: 'A secret of the bureau',
    });
    const { user_id } = await buildCustomerAccount(bureau.db, { cus_id1: customer.cus_id1 });
    const own = await bureau.as(user_id);
    const { results } = await own.call(endpoints.portal.job, { text: job.prod_id });
    expect(results[0]?.due_date).toBe('2026-11-21');
    expect(JSON.stringify(results)).not.toMatch(/due_at|secret|completed_at|first_due/);
    expect((await own.send(endpoints.portal.job, { due: 'late' })).status).toBe(422);
    expect((await own.send(endpoints.portal.job, { sort: 'due_at' })).status).toBe(422);
  });
});
