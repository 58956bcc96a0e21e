import type { Client as Connection } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectAdmin } from '@darkroom/server/db/connect';
import { seedDemo } from '../demo/demo.ts';
import { createTestDatabase, type TestDatabase } from '@darkroom/server/testing/database';
import { DUE_DATE_CHECKS } from '@darkroom/server/backup/due-date-checks';
import { runChecks } from '@darkroom/server/backup/verify';

let demoDatabase: TestDatabase;
let client: Connection;
beforeAll(async () => {
  demoDatabase = await createTestDatabase();
  await seedDemo(demoDatabase.db, {
    log: () => undefined,
    days: 40,
    jobs: 300,
    open: 30,
    now: '2026-11-20T09:30:00.000Z',
  });
  client = await connectAdmin(demoDatabase.databaseUrl);
});
afterAll(async () => {
  await client.end();
  await demoDatabase.drop();
});

/**
 * Runs a statement without triggers, as damage does. Returns the first value of its result and the findings of each
 * check of due dates.
 */
async function breakDatabase(
  text: string,
): Promise<{ wanted: string | null; found: Record<string, readonly string[]> }> {
  await client.query('begin');
  try {
    await client.query('set local session_replication_role = replica');
    const results = await client.query<Record<string, string | number>>(text);
    const last = Array.isArray(results) ? (results.at(-1) as typeof results) : results;
    const findings = await runChecks(client, DUE_DATE_CHECKS);
    return {
      wanted: last.rows[0] ? String(Object.values(last.rows[0])[0]) : null,
      found: Object.fromEntries(findings.map(({ name, ids }) => [name.split(' ').slice(0, 3).join(' '), ids])),
    };
  } finally {
    await client.query('rollback');
  }
}

const LATE = `(select min(job_id) from job_due_result where not on_time)`;
const CUSTOMER = `(month, facet, value) = (select month, facet, value from due_date_month where facet = 'customer' order by completed desc, value limit 1)`;
const MONTH = `to_char(month, 'YYYY-MM') || ' customer ' || value`;

describe('checks of due dates', () => {
  it('due dates equal the stored values, except for jobs waiting to be measured', async () => {
    const { rows } = await client.query<{ months: number; late: number; reasons: number }>(
      `select (select count(*)::int from due_date_month) as months, count(*) filter (where not on_time)::int as late, count(distinct reason)::int as reasons from job_due_result`,
    );
    // The comparison covers some months.
    expect(rows[0]!.months).toBeGreaterThan(10);
    expect(rows[0]!.late).toBeGreaterThan(5);
    expect(rows[0]!.reasons).toBeGreaterThan(1);
    const nothing = { 'the completion time': [], 'stored due date': [], 'monthly due date': [] };
    expect((await breakDatabase('select 1')).found).toEqual(nothing);
    // A due date that was changed a moment ago: the job and its month are not checked before the job is measured.
    const waits = `update job set due_at = due_at + interval '1 year' where job_id = ${LATE} returning job_id`;
    expect((await breakDatabase(`insert into completed_job_queue (job_id) select ${LATE}; ${waits}`)).found).toEqual(
      nothing,
    );
  });

  it.each([
    ['on_time', `on_time = true, late_minutes = 0`],
    ['its month', `month = month - interval '1 month'`],
    ['its customer', `cus_id1 = (select min(id) from cus1 where id <> job_due_result.cus_id1)`],
    ['its categories', `categories = categories || 0`],
    ['when it was completed', `completed_at = completed_at + interval '1 second'`],
    ['more working time than time', `late_minutes = 1000000`],
    ['a reason that was not the longest', `minutes = array[0,0,0,0,0,0,0,9,0,0,0,0,0,0], reason = 'rework'`],
    ['opened again', `reopened = true`],
  ])('a check names the job with a wrong value of %s', async (_what, set) => {
    const { wanted, found } = await breakDatabase(
      `update job_due_result set ${set} where job_id = ${LATE} returning job_id`,
    );
    expect(found['stored due date']).toEqual([wanted]);
  });

  it('a check names a job that was never measured or was changed without triggers', async () => {
    const forgotten = await breakDatabase(`delete from job_due_result where job_id = ${LATE} returning job_id`);
    expect(forgotten.found['stored due date']).toEqual([forgotten.wanted]);
    const changed = await breakDatabase(`update job set due_at = completed_at where job_id = ${LATE} returning job_id`);
    expect(changed.found['stored due date']).toEqual([changed.wanted]);
  });

  it.each([
    'completed = completed + 1',
    'on_time = on_time - 1',
    'first_on_time = first_on_time + 1',
    'changed = changed + 1',
    'late_minutes = late_minutes + 1',
    'reasons[1] = reasons[1] + 1',
    'minutes[14] = minutes[14] + 1',
  ])('a check names the month and its customer when %s', async (set) => {
    const { wanted, found } = await breakDatabase(
      `update due_date_month set ${set} where ${CUSTOMER} returning ${MONTH}`,
    );
    expect(found).toEqual({ 'the completion time': [], 'stored due date': [], 'monthly due date': [wanted] });
  });

  it('a check names a missing month and a month without jobs', async () => {
    const deletedMonth = await breakDatabase(`delete from due_date_month where ${CUSTOMER} returning ${MONTH}`);
    expect(deletedMonth.found['monthly due date']).toEqual([deletedMonth.wanted]);
    const more = await breakDatabase(
      `insert into due_date_month select '2020-01-01', 'whole', 0, 1, 1, 1, 0, 0, reasons, minutes from due_date_month limit 1
       returning to_char(month, 'YYYY-MM') || ' whole'`,
    );
    expect(more.found['monthly due date']).toEqual([more.wanted]);
  });
});
