import { TASK_STATUSES } from '@darkroom/domain/task/status';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@darkroom/server/db/connect';
import { createTestDatabase, type TestDatabase } from '@darkroom/server/testing/database';
import { seedLarge } from './large.ts';
import { countersFromRows } from '@darkroom/server/features/counters/counter.service';

const NOW = '2026-11-20T09:30:00.000Z';
const JOBS = 1500;

/** Rules of the large bureau, each with the query for its violations. */
const BROKEN: Readonly<Record<string, string>> = {
  'a detail has the status of its least advanced task': `
    select from job_detail d join (select job_detail_id, min(status) as least from task group by 1) t using (job_detail_id)
     where d.status <> t.least`,
  'a job has the status of its tasks': `
    select from job j join (
      select job_id, case when bool_and(status in (1, 2)) then 'TO_DO' when bool_and(status = 9) then 'COMPLETED' else 'PENDING' end
        as derived from task group by 1) t using (job_id) where j.job_status <> t.derived`,
  'editor, QC 1 and QC 2 of a task are different people': `
    select from task where editor in (first_qc, second_qc) or first_qc = second_qc`,
  'people work only in their own workstream': `
    select from task t join staff s on s.id = t.editor join staff_group g on g.id = s.group_id
     where g.group_name <> 'Editor ' || t.workstream`,
  'copied columns of a task equal its job and detail': `
    select from task t join job_detail d using (job_detail_id) join job j on j.job_id = d.job_id
      join service_cat1 c on c.id = d.service_cat1_id join service_type s on s.id = c.service_type_id
     where (t.job_id, t.job_date, t.customer2_id, t.service_cat2_id, t.workstream)
        <> (j.job_id, j.job_date, j.customer2_id, d.service_cat2_id, s.workstream) or t.job_priority is distinct from j.job_priority or t.due_at is distinct from j.due_at or d.due_at is distinct from j.due_at`,
  'every job has a due date and the completion time of its last task': `
    select from job j join (select job_id, max(end_time) as last from task group by 1) t using (job_id)
     where j.due_at is null or j.due_at <= j.created_at or j.job_status = 'COMPLETED' and j.completed_at <> t.last`,
  'each step starts from the status of the previous step': `
    select from (select from_status, lag(to_status, 1, 1::smallint) over (partition by task_id order by id) as before from task_history) h
     where from_status <> before`,
  'steps are in order of time and not in the future': `
    select from (select at, lag(at) over (partition by task_id order by id) as before from task_history) h
     where at < before or at > '${NOW}'`,
  'the last step leads to the current status of the task': `
    select from task t join lateral (select to_status, at from task_history h where h.task_id = t.task_id order by id desc limit 1) h on true
     where h.to_status <> t.status or h.at <> t.status_since`,
  'the version of a recent task equals its number of steps': `
    select from task t left join (select task_id, count(*) as moves from task_history group by 1) h using (task_id)
     where (t.status <> 9 or t.job_date > '2026-10-25') and t.version <> coalesce(h.moves, 0) + 1`,
  'start, end and quantity of a task match its status': `
    select from task where (status > 2) <> (start_time is not null) or (status in (9, 13, 14)) <> (end_time is not null)
      or (status > 3) <> (x1 > 0) or end_time < start_time or start_time < created_at`,
};

describe('the large bureau', () => {
  let testDatabase: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    ({ db } = testDatabase);
    await seedLarge(db, { log: () => undefined, now: NOW, jobs: JOBS });
  });
  afterAll(() => testDatabase.drop());

  it('the large bureau has 300 customers, every status, and five tasks per job', async () => {
    const { rows } = await sql`select (select count(*) from job) as jobs, (select count(*) from job_detail) as details,
      (select count(*) from task) as tasks, (select count(*) from cus1) as customers,
      (select array_agg(distinct status::int order by status::int) from task) as statuses`.execute(db);
    expect(rows[0]).toEqual({
      jobs: JOBS,
      details: 2 * JOBS,
      tasks: 5 * JOBS,
      customers: 300,
      statuses: TASK_STATUSES,
    });
  });

  it.each(Object.entries(BROKEN))('%s', async (_rule, broken) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from (${sql.raw(broken)}) broken`.execute(db);
    expect(rows[0]?.n).toBe(0);
  });

  it('the large bureau has rows of each other kind, such as requests, quotes and allowances', async () => {
    const tables = [
      'request_message',
      'quote_line',
      'notification',
      'saved_view',
      'daily_allowance',
      'audit',
      'webhook_delivery',
      'api_token',
    ];
    const counts = tables.map((table) => `(select count(*) from ${table}) > 0 as ${table}`).join(', ');
    const { rows } =
      await sql<object>`select ${sql.raw(counts)}, (select count(distinct status) from customer_request) = 4 as requests,
      (select count(distinct cus_id1) from customer_request where created_by is not null) > 3 as own,
      (select count(distinct status) from quote) = 3 as quotes`.execute(db);
    expect(Object.entries(rows[0] ?? {}).filter(([, there]) => there !== true)).toEqual([]);
  });

  it('the large bureau has the counters that its triggers would have kept', async () => {
    const folded = await sql`select * from list_counter order by list, facet, value, status`.execute(db);
    const counted = await sql`select * from (${countersFromRows()}) counted order by 1, 2, 3, 4`.execute(db);
    expect(folded.rows).toEqual(counted.rows);
  });

  it('the large bureau has every index, foreign key and trigger of the migrations', async () => {
    const fresh = await createTestDatabase();
    const readIndexes = async (database: Database) =>
      (
        await sql`
          select pg_get_indexdef(indexrelid) as what, indisvalid as good from pg_index
           where indrelid::regclass::text in ('job', 'job_detail', 'task', 'task_history')
          union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid), convalidated from pg_constraint
           where connamespace = 'public'::regnamespace
          union all select tgrelid::regclass || ' ' || tgname, tgenabled = 'O' from pg_trigger where not tgisinternal
          order by 1`.execute(database)
      ).rows;
    expect(await readIndexes(db)).toEqual(await readIndexes(fresh.db));
    await fresh.drop();
  });
});
