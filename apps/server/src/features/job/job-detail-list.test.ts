import { endpoints } from '@darkroom/contract/endpoints';
import { DETAIL_SORTS } from '@darkroom/contract/job/bulk';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinConditions } from '../../db/list/condition.ts';
import { countersFromRows } from '../counters/counter.service.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCustomer } from '../../testing/factories/customers.ts';
import { buildDetail, buildJob, buildTask } from '../../testing/factories/work.ts';
import { detailConditions, detailPage, type DetailFilter } from './job.filter.ts';

let bureau: TestApp;
let boss: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  boss = await bureau.as([
    'npn_view_job',
    'npn_change_job',
    'npn_delete_job',
    'npn_change_job_detail',
    'npn_add_task',
    'npn_view_all_tasks',
  ]);
});
afterAll(() => bureau.close());

const listNumbers = async (filter: object, client = boss) => {
  const response = await client.call(endpoints.job.details, { page_size: 200, ...filter });
  expect(response.total_items).toBe(response.results.length);
  return response.results.map(({ sub_prod_id }) => sub_prod_id);
};

/** Adds a job of a new customer with this number of details, each with a task. */
async function addJob(details: number, fields: Parameters<typeof buildJob>[1] = {}) {
  const job = await buildJob(bureau.db, { customer2_id: (await buildCustomer(bureau.db)).id, ...fields });
  const builtDetails = [];
  for (let at = 0; at < details; at++) {
    const detail = await buildDetail(bureau.db, { job_id: job.job_id, quantity: 10 + at, unit_price: 1.5 });
    builtDetails.push({ ...detail, task: await buildTask(bureau.db, { job_detail_id: detail.job_detail_id }) });
  }
  return { job, details: builtDetails };
}

describe('the list of job details', () => {
  it('the list has one row for each detail with job, figures and tasks', async () => {
    const { job, details } = await addJob(2, { job_name: 'Hai chi tiết', job_priority: 'Urgent' });
    const { results } = await boss.call(endpoints.job.details, { job_id: job.job_id });
    expect(results.map(({ sub_prod_id }) => sub_prod_id)).toEqual([`${job.prod_id}-01`, `${job.prod_id}-02`]);
    expect(results[1]).toMatchObject({
      job_detail_id: details[1]!.job_detail_id,
      quantity: 11,
      done_quantity: 0,
      unit_price: 1.5,
      status: 1,
      job: { job_id: job.job_id, job_name: 'Hai chi tiết', job_priority: 'Urgent', customer2_id: job.customer2_id },
    });
    expect(results[1]!.tasks.map(({ task_id }) => task_id)).toEqual([details[1]!.task.task_id]);
    const listed = (await boss.call(endpoints.job.list, { job_id: job.job_id })).results[0]!;
    const { job_details, ...alone } = listed;
    expect(results).toEqual(job_details.map((detail) => ({ ...detail, job: alone })));
  });

  it('the list filters like the job list, by category, status, text or number', async () => {
    const { job, details } = await addJob(2, { job_date: '2026-05-04', job_name: 'Kỷ yếu Lam Sơn' });
    const [firstNumber, secondNumber] = details.map(({ sub_prod_id }) => sub_prod_id);
    const urgent = await addJob(1, { job_date: '2026-05-05', job_priority: 'Urgent', customer2_id: job.customer2_id });
    const third = urgent.details[0]!.sub_prod_id;
    const ofCustomer = { customer2_id: [job.customer2_id] };
    expect(await listNumbers(ofCustomer)).toEqual([third, firstNumber, secondNumber]);
    expect(await listNumbers({ ...ofCustomer, sort: 'job_date' })).toEqual([secondNumber, firstNumber, third]);
    expect(await listNumbers({ ...ofCustomer, sort: '-sub_prod_id' })).toEqual([third, secondNumber, firstNumber]);
    expect(await listNumbers({ job_date_from: '2026-05-04', job_date_to: '2026-05-04' })).toEqual([
      firstNumber,
      secondNumber,
    ]);
    expect(await listNumbers({ service_cat2_id: [details[1]!.service_cat2_id] })).toEqual([secondNumber]);
    expect(await listNumbers({ ...ofCustomer, job_priority: 'Urgent' })).toEqual([third]);
    expect(await listNumbers({ text: 'ky yeu lam' })).toEqual([firstNumber, secondNumber]);
    expect(await listNumbers({ text: secondNumber })).toEqual([secondNumber]);
    await buildTask(bureau.db, { job_detail_id: details[0]!.job_detail_id, status: 9, x1: 10 });
    const whole = { ...ofCustomer, job_status: ['PENDING'] };
    expect(await listNumbers(whole)).toEqual([firstNumber, secondNumber]);
    expect(await listNumbers({ ...ofCustomer, task_status: [9] })).toEqual([firstNumber]);
    expect(await listNumbers({ ...ofCustomer, status: [9] })).toEqual([]);
    await sql`delete from task where task_id = ${details[0]!.task.task_id}`.execute(bureau.db);
  });

  it('the list needs view_job and shows only the status of hidden tasks', async () => {
    const clerk = await bureau.as(['npn_view_job']);
    const { job, details } = await addJob(1);
    const [row] = (await clerk.call(endpoints.job.details, { job_id: job.job_id })).results;
    // Clerks see only the strip's cell of a task they cannot see.
    expect(row!.tasks).toEqual([{ task_id: details[0]!.task.task_id, status: 1 }]);
    const editor = await bureau.as(['npn_view_task', 'npn_editor_pte']);
    expect((await editor.send(endpoints.job.details, {})).status).toBe(403);
  });

  it('a detail follows its job to another day, customer, priority and status', async () => {
    const { job, details } = await addJob(2, { job_date: '2026-06-01' });
    const customer = await buildCustomer(bureau.db);
    const moved = await boss.call(endpoints.job.update, {
      job_id: job.job_id,
      version: job.version,
      job_date: '2026-06-09',
      customer2_id: customer.id,
      job_priority: 'Carefully',
    });
    const all = details.map(({ sub_prod_id }) => sub_prod_id);
    expect(await listNumbers({ job_date_from: '2026-06-01', job_date_to: '2026-06-01' })).toEqual([]);
    expect(await listNumbers({ job_date_from: '2026-06-09', job_date_to: '2026-06-09' })).toEqual(all);
    expect(await listNumbers({ customer2_id: [customer.id], job_priority: 'Carefully' })).toEqual(all);
    expect(await listNumbers({ customer2_id: [customer.id], job_status: ['TO_DO'] })).toEqual(all);
    const [first] = moved.job_details;
    await boss.call(endpoints.job.delete, {
      job_details: [{ job_detail_id: first!.job_detail_id, version: first!.version }],
    });
    expect(await listNumbers({ customer2_id: [customer.id] })).toEqual(all.slice(1));
  });

  it('the counters of details equal a count of the rows after changes and deletions', async () => {
    const counterRows =
      await sql`select list, facet, value, status, sum(n)::int as n from list_counter where list = 'detail'
      group by 1, 2, 3, 4 having sum(n) <> 0 order by 1, 2, 3, 4`.execute(bureau.db);
    const counted =
      await sql`select * from (${countersFromRows()}) c where list = 'detail' order by 1, 2, 3, 4`.execute(bureau.db);
    expect(counterRows.rows).toEqual(counted.rows);
  });

  const filters: Record<string, DetailFilter> = {
    'by nothing': {},
    'by day': { job_date_from: '2026-05-01' },
    'by customer': { customer2_id: [1] },
    'by category': { service_cat2_id: [1] },
    'by priority': { job_priority: 'Urgent' },
    'by the job’s status': { job_status: ['PENDING'] },
    'by status': { status: [4] },
  };
  it.each(Object.entries(filters))(
    'the list reads its own order from an index without sorting, filtered %s',
    async (_, filter) => {
      const { where, facet } = await detailConditions({ db: bureau.db, now: bureau.clock() }, filter);
      expect(facet).not.toBeNull();
      expect(await explainPlan(where, '-job_date')).not.toContain('Sort');
    },
  );

  it.each(DETAIL_SORTS.flatMap((sort) => [sort, `-${sort}` as const]))(
    'the list reads the order %s from an index, in both directions',
    async (sort) => {
      expect(await explainPlan([], sort)).not.toContain('Sort');
    },
  );

  /**
   * Returns the plan of a page when sorting is made expensive. A sort in the plan means that no index has that order.
   */
  const explainPlan = (where: Parameters<typeof joinConditions>[0], sort: Parameters<typeof detailPage>[1]) =>
    bureau.db.transaction().execute(async (db) => {
      await sql`set local enable_sort = off`.execute(db);
      await sql`set local enable_incremental_sort = off`.execute(db);
      const { from, key, order } = detailPage(where, sort);
      const columns = order.map(([column, descending]) => sql`${column} ${descending ? sql`desc` : sql`asc`}`);
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (costs off)
        select ${key} from ${from} ${joinConditions(where)} order by ${sql.join(columns)} limit 50`.execute(db);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
});
