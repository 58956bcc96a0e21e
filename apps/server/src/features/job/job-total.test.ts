import { endpoints } from '@darkroom/contract/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countAll } from '../../db/list/page.ts';
import { MAX_COUNTED, readTotal } from '../../db/list/total.ts';
import { NOBODY } from '../../http/context.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildJob } from '../../testing/factories/work.ts';
import { jobListing } from './job.service.ts';

const ROWS_BEYOND_LIMIT = 25;
const ALL_ROWS = MAX_COUNTED + ROWS_BEYOND_LIMIT;

let bureau: TestApp;
let leader: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  leader = await bureau.as(['npn_view_job']);
  const { job_id } = await buildJob(bureau.db, { job_name: 'Harbour' });
  await sql`
    insert into job (job_date, prod_id, job_name, customer2_id)
    select job_date, prod_id || '-' || n, job_name || ' ' || n, customer2_id
      from job, generate_series(1, ${ALL_ROWS - 1}::int) n where job_id = ${job_id}`.execute(bureau.db);
});
afterAll(() => bureau.close());

const listJobs = (input: object) => leader.call(endpoints.job.list, input);

describe('a list with more rows than are counted', () => {
  it('the list shows that there are more rows and has pages up to the limit', async () => {
    const { total_items, total_is_least, total_pages, results } = await listJobs({ text: 'harbour', page_size: 50 });
    expect([total_items, total_is_least, total_pages]).toEqual([MAX_COUNTED, true, MAX_COUNTED / 50]);
    const last = await listJobs({ text: 'harbour', page_size: 50, page: total_pages });
    expect(last.results).toHaveLength(50);
    // The last page is read from the front, because the end of the list is unknown.
    expect((results[0]?.job_id ?? 0) - (last.results[49]?.job_id ?? 0)).toBe(MAX_COUNTED - 1);
    expect((await listJobs({ text: 'harbour', page_size: 50, page: total_pages + 1 })).results).toEqual([]);
  });

  it('job.list returns an exact total when the counters cover the filter, or the result is short', async () => {
    const all = await listJobs({ page_size: 50 });
    expect(all).toMatchObject({ total_items: ALL_ROWS, total_pages: Math.ceil(ALL_ROWS / 50) });
    expect(all).not.toHaveProperty('total_is_least');
    const few = await listJobs({ text: 'harbour 1000', page_size: 50 });
    expect(few.total_items).toBe(11);
    expect(few).not.toHaveProperty('total_is_least');
  });

  it('the file of the list is complete', async () => {
    const ctx = { db: bureau.db, actor: NOBODY, now: bureau.clock() };
    const listing = await jobListing(ctx as never, { text: 'harbour', sort: '-job_date' });
    expect(await readTotal(bureau.db, listing.total)).toEqual({ items: MAX_COUNTED, least: true });
    expect(await countAll(bureau.db, listing)).toBe(ALL_ROWS);
  });

  it('job.ids marks the result as limited', async () => {
    expect(await leader.call(endpoints.job.ids, { text: 'harbour' })).toMatchObject({
      total_items: MAX_COUNTED,
      total_is_least: true,
    });
  });
});
