import type { Client as Connection } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectAdmin } from '@darkroom/server/db/connect';
import { seedDemo } from '../demo/demo.ts';
import { createTestDatabase, type TestDatabase } from '@darkroom/server/testing/database';
import { addAllEntries, moveMonth, createMonthFixture } from '@darkroom/server/testing/months';
import { DATABASE_CHECKS } from '@darkroom/server/backup/database-checks';
import { runChecks, formatReport, verifyDatabase } from '@darkroom/server/backup/verify';

const SMALL = { log: () => undefined, days: 20, jobs: 240, open: 50, now: '2026-11-20T09:30:00.000Z' };
const CLOSED = `
  insert into allowance_month (month, state) values ('2020-03', 'CLOSED');
  insert into system_lock (screen_name, month, locked, changed_at) values ('allowance', '2020-03', true, now());
  insert into allowance_closing (month, closed_by, closed_at, lookups, formulas, holidays)
    select '2020-03', min(id), now(), '{}', 1, '[]' from staff;`;
const SENT = `insert into quote (request_id, status, valid_until, sent_at)
  select min(id), 'SENT', '2100-01-01', now() from customer_request`;

/** Each check with a statement that breaks it. The last statement returns the expected finding. */
const BREAKS: readonly (readonly [check: string, sql: string])[] = [
  [
    'list totals',
    `update list_counter set n = n + 1 where list = 'job' and facet = 'all' and status = 1 returning 'job all 1'`,
  ],
  [
    'a detail has the status',
    `update job_detail set status = 14 where job_detail_id = (select min(job_detail_id) from job_detail) returning job_detail_id`,
  ],
  [
    'a job has the status',
    `update job set job_status = 'TO_DO', completed_at = null where job_id = (select min(job_id) from job where job_status = 'COMPLETED') returning job_id`,
  ],
  [
    'a delivered task',
    `update task set delivered_at = null where task_id = (select min(task_id) from task where status = 9) returning task_id`,
  ],
  [
    'copied job fields',
    `update job_detail set job_priority = case when job_priority is null then 'Urgent' end
      where job_detail_id = (select min(job_detail_id) from job_detail) returning job_detail_id`,
  ],
  [
    'copied job and detail fields',
    `update task set due_at = due_at + interval '1 minute' where task_id = (select min(task_id) from task) returning task_id`,
  ],
  [
    'the last step',
    `delete from task_history where id = (
      select h.id from (select distinct on (task_id) * from task_history order by task_id, id desc) h join task t using (task_id)
       where t.status = 9 and h.from_status <> 9 order by h.task_id limit 1) returning task_id`,
  ],
  [
    'each step',
    `update task_history set from_status = 14 where id = (
      select id from (select id, task_id, from_status, lag(id) over (partition by task_id order by id) as before from task_history) h
       where before is not null and from_status <> 14 order by task_id limit 1) returning task_id`,
  ],
  [
    'the history of a task',
    `delete from task_history where task_id = (select min(task_id) from task where status = 9) returning task_id`,
  ],
  [
    'the version of a task',
    `update task set version = 1 where task_id = (select min(task_id) from task_history) returning task_id`,
  ],
  [
    'a task has all fields',
    `update task set editor = null where task_id = (select min(task_id) from task where status = 3) returning task_id`,
  ],
  [
    'editor, QC 1 and QC 2',
    `alter table task drop constraint task_four_eyes;
      update task set first_qc = editor where task_id = (select min(task_id) from task where editor is not null) returning task_id`,
  ],
  [
    'supporters of a task',
    `insert into task_supporter (task_id, user_id)
      select task_id, editor from task where editor is not null order by task_id limit 1 returning task_id`,
  ],
  [
    'a closed month has exactly one',
    `insert into allowance_month (month, state) values ('2020-01', 'CLOSED') returning month`,
  ],
  [
    'closed months are locked',
    `insert into system_lock (screen_name, month, locked, changed_at)
      values ('allowance', '2020-02', true, now()) returning month`,
  ],
  [
    'closed totals',
    `${CLOSED} insert into allowance_closed_person (closing_id, staff_id, full_name, record, total_allowance)
      select c.id, s.id, 'Ann', jsonb_build_object('staff_id', s.id, 'total_allowance', 5, 'daily_allowance', '[]'::jsonb), 6
        from allowance_closing c, (select min(id) as id from staff) s where c.month = '2020-03'
      returning '2020-03 staff ' || staff_id`,
  ],
  [
    'entries of a closed month',
    `${CLOSED} insert into daily_allowance (staff_id, date, meal_fee)
      select min(id), '2020-03-05', 1 from staff returning '2020-03 staff ' || staff_id`,
  ],
  [
    'each month with entries',
    `insert into daily_allowance (staff_id, date, meal_fee) select min(id), '2020-04-05', 1 from staff returning '2020-04'`,
  ],
  ['a request has at most', `${SENT}; ${SENT} returning request_id`],
  ['a sent quote', `${SENT} returning id`],
  [
    'unread counts',
    `update customer_request set bureau_unread = 999 where id = (select min(id) from customer_request) returning id`,
  ],
  [
    'each account',
    `insert into user_account (username, full_name, account) values ('left.alone', 'Left Alone', 'staff') returning id`,
  ],
  [
    'the completion time',
    `update job set completed_at = completed_at + interval '1 minute' where job_id = (select min(job_id) from job where job_status = 'COMPLETED') returning job_id`,
  ],
  [
    'stored due date results',
    `update job_due_result set first_on_time = not first_on_time where job_id = (select min(job_id) from job_due_result where on_time) returning job_id`,
  ],
  [
    'monthly due date totals',
    `update due_date_month set on_time = on_time + 1 where (month, facet) = (select min(month), 'whole' from due_date_month) returning to_char(month, 'YYYY-MM') || ' whole'`,
  ],
  [
    'stored quality facts',
    `update quality_fact set pieces = pieces + 1 where history_id = (select min(history_id) from quality_fact) returning history_id`,
  ],
  [
    'quality totals',
    `update quality_sum set checked = checked + 1 where (facet, span) = ('all', 'day')
        and starts_on = (select min(starts_on) from quality_sum where (facet, span) = ('all', 'day')) returning concat_ws(' ', facet, span, starts_on, workstream, key_1, key_2)`,
  ],
  [
    'fault totals by type',
    `delete from quality_fault_sum s where s.ctid = (select ctid from quality_fault_sum order by facet, span, starts_on, workstream, key_1, key_2, kind limit 1)
      returning concat_ws(' ', facet, span, starts_on, workstream, key_1, key_2, kind)`,
  ],
  ['sequences are higher', `alter table job alter column job_id restart with 1; select 'job'`],
  ['triggers are enabled', `alter table task disable trigger task_tally_insert; select 'task_tally_insert'`],
];

describe('the verification of a bureau', () => {
  let made: TestDatabase;
  let client: Connection;
  beforeAll(async () => {
    made = await createTestDatabase();
    await seedDemo(made.db, SMALL);
    client = await connectAdmin(made.databaseUrl);
  });
  afterAll(async () => {
    await client.end();
    await made.drop();
  });

  it('the verification finds no fault in the demo bureau', async () => {
    const findings = await verifyDatabase(made.databaseUrl);
    expect(findings.filter(({ ids }) => ids.length > 0)).toEqual([]);
    expect(findings).toHaveLength(DATABASE_CHECKS.length);
  });

  it('the verification finds no fault in a month that was closed through the API', async () => {
    const { bureau, firstAccountant, secondAccountant } = await createMonthFixture();
    await addAllEntries(firstAccountant);
    expect((await moveMonth(firstAccountant, 'prepare', { reader: firstAccountant })).status).toBe(200);
    expect((await moveMonth(secondAccountant, 'close', { reader: firstAccountant })).status).toBe(200);
    const findings = await verifyDatabase(bureau.databaseUrl);
    expect(findings.filter(({ ids }) => ids.length > 0)).toEqual([]);
    await bureau.close();
  });

  it('every check has a case below', () => {
    expect(
      DATABASE_CHECKS.filter(({ name }) => BREAKS.filter(([check]) => name.startsWith(check)).length !== 1),
    ).toEqual([]);
    expect(BREAKS).toHaveLength(DATABASE_CHECKS.length);
  });

  it.each(BREAKS)('the verification reports a violation of %s …', async (check, text) => {
    await client.query('begin');
    try {
      // Damage bypasses triggers and foreign keys.
      await client.query('set local session_replication_role = replica');
      const results = await client.query<Record<string, string | number>>(text);
      const last = Array.isArray(results) ? (results.at(-1) as typeof results) : results;
      const damaged = String(Object.values(last.rows[0] ?? {})[0]);
      const found = (await runChecks(client)).find(({ name }) => name.startsWith(check));
      expect(found?.ids).toContain(damaged);
    } finally {
      await client.query('rollback');
    }
  });

  it('the report lists the first ten findings and says that there are more', async () => {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query('update task set version = 1');
    const report = formatReport(await runChecks(client));
    await client.query('rollback');
    expect(report).toMatch(/^FAIL {2}the version of a task is greater than its number of steps: (\d+, ){10}…$/m);
    expect(report).toMatch(/^ok {4}a job has the status of its tasks/m);
  });

  it('the verification refuses a database of another version', async () => {
    const older = await createTestDatabase();
    const admin = await connectAdmin(older.databaseUrl);
    await admin.query('delete from schema_migration where number = (select max(number) from schema_migration)');
    await admin.end();
    await expect(verifyDatabase(older.databaseUrl)).rejects.toThrow(/this one is at 0/);
    await older.drop();
  });
});
