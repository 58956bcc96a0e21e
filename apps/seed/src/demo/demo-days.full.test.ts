import { addDays, nextMonday, dayOf, weekday } from '@darkroom/domain/calendar/day';
import { instantAt } from '@darkroom/domain/calendar/clock';
import { isWorkingTime } from '@darkroom/domain/calendar/working-time';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@darkroom/server/db/connect';
import { readDueDateRules } from '@darkroom/server/features/setting/due-date-rules.service';
import { createTestDatabase, type TestDatabase } from '@darkroom/server/testing/database';
import { seedDemo } from './demo.ts';
import { DAY_LENGTH, createWorkTime } from './work/work-time.ts';

const DAYS = 24;
const SMALL = { log: () => undefined, days: DAYS, jobs: 280, open: 60 };

/** All events of the bureau with their times, by table. */
const EVENTS = `
  select 'a job is entered' as what, created_at as at from job
  union all select 'a detail is entered', created_at from job_detail
  union all select 'a task is entered', created_at from task
  union all select 'a task comes to stand where it stands', status_since from task
  union all select 'a task is started', start_time from task
  union all select 'a task ends', end_time from task
  union all select 'a task is sent to rework', rework_at from task
  union all select 'a task moves', at from task_history
  union all select 'somebody supports', created_at from task_supporter
  union all select 'a request is made', created_at from customer_request
  union all select 'a request is reviewed', reviewed_at from customer_request
  union all select 'a request comes to stand where it stands', status_since from customer_request
  union all select 'a request moves', at from audit where entity = 'customer_request'
  union all select 'a quote is made', created_at from quote
  union all select 'a quote is sent', sent_at from quote
  union all select 'a quote is answered', decided_at from quote`;

/** Rules of the demo bureau, each with the query for its violations. */
const BROKEN: Readonly<Record<string, string>> = {
  'no event lies outside h of work': `
    select what, at from (${EVENTS}) e where at is not null
      and (extract(isodow from at at time zone 'Asia/Bangkok') = 7 or extract(hour from at at time zone 'Asia/Bangkok') not between 7 and 21)`,
  'no task moves before it is entered, nor before its move before': `
    select at from (select h.at, lag(h.at, 1, t.created_at) over (partition by h.task_id order by h.id) as before
      from task_history h join task t using (task_id)) h where at < before`,
  'a task is entered with its job, and supported from then on': `
    select 1 from task t join job j using (job_id) join job_detail d using (job_detail_id) left join task_supporter s using (task_id)
     where t.created_at <> j.created_at or d.created_at <> j.created_at or s.created_at < t.created_at`,
  'a task stands where its last change of status put it': `
    select 1 from task t where status_since <> coalesce((select max(at) from task_history h where h.task_id = t.task_id
      and h.to_status = t.status and h.from_status <> h.to_status), t.created_at)`,
  'a task starts with its first start, ends with its last completion, and is sent back by its last rework': `
    select 1 from task t where start_time is distinct from (select min(at) from task_history h where h.task_id = t.task_id and action = 'start')
      or end_time is distinct from (select max(at) from task_history h where h.task_id = t.task_id and action = 'complete')
      or rework_at is distinct from (select max(at) from task_history h where h.task_id = t.task_id and action = 'rework')`,
  'a job is of the day it was entered': `
    select 1 from job where job_date <> (created_at at time zone 'Asia/Bangkok')::date`,
  'a request moves after it is made, and is about a job of before': `
    select 1 from customer_request r left join job j using (job_id) left join audit a on a.entity = 'customer_request' and a.entity_id = r.id::text
     where a.at < r.created_at or a.at > r.status_since or (j.created_at > r.created_at and r.type <> 'QUOTES')`,
  'a quote is made for a request that is there, sent after it is made and answered after it is sent': `
    select 1 from quote q join customer_request r on r.id = q.request_id
     where q.created_at < r.created_at or q.sent_at < q.created_at or q.decided_at < q.sent_at`,
  'a complaint is made before its tasks are sent back': `
    select 1 from complaint_task c join customer_request r on r.id = c.request_id where c.sent_at < r.created_at`,
  'everybody joined before they worked': `
    select 1 from task_history h join staff s on s.id = h.user_id where (h.at at time zone 'Asia/Bangkok')::date < s.start_time`,
  'every customer joined before they ordered': `
    select 1 from job j join cus2 c2 on c2.id = j.customer2_id join cus1 c1 on c1.id = c2.cus_id1 where j.job_date < c1.join_date`,
};

describe.each([
  ['a Monday morning', '2026-11-16T00:40:00.000Z'],
  ['a Saturday afternoon', '2026-11-21T08:00:00.000Z'],
  ['a Sunday night', '2026-11-22T15:30:00.000Z'],
  ['31 December', '2026-12-31T09:30:00.000Z'],
  ['29 February', '2028-02-29T05:00:00.000Z'],
  ['a night', '2026-11-24T19:00:00.000Z'],
])('the demo bureau made on %s', (_name, now) => {
  let demoDatabase: TestDatabase;
  let db: Database;
  const today = dayOf(now);
  const time = createWorkTime(now, DAYS);
  beforeAll(async () => {
    demoDatabase = await createTestDatabase();
    ({ db } = demoDatabase);
    await seedDemo(db, { ...SMALL, now });
  });
  afterAll(() => demoDatabase.drop());
  const readRows = async <T>(text: string): Promise<T[]> => (await sql.raw<T>(text).execute(db)).rows;

  it('the demo bureau ends now, with no event in the future', async () => {
    expect(await readRows(`select what, at from (${EVENTS}) e where at > '${now}' limit 3`)).toEqual([]);
  });

  it.each(Object.keys(BROKEN))('%s', async (rule) => {
    expect(await readRows(`select * from (${BROKEN[rule]}) broken limit 3`)).toEqual([]);
  });

  it('the demo bureau works in its calendar’s hours', async () => {
    const { calendar } = await readDueDateRules(db);
    expect(time.days.map((day) => isWorkingTime(calendar, instantAt(day, '07:00')))).toEqual(time.days.map(() => true));
    const outside = (await readRows<{ at: string }>('select at from task_history')).filter(
      ({ at }) => !isWorkingTime(calendar, at),
    );
    expect(outside).toEqual([]);
    const [scores] = await readRows<{ scored: number; outside_hours_count: number }>(
      'select sum(scored)::int as scored, sum(outside_hours_count)::int as outside_hours_count from forecast_score',
    );
    expect(scores?.scored).toBeGreaterThan(100);
    expect(scores?.outside_hours_count).toBe(0);
  });

  it('no open task stays in one status for more than a working day', async () => {
    const open = await readRows<{ status: number; status_since: string; created_at: string }>(
      'select status, status_since, created_at from task where status <> 9',
    );
    expect(new Set(open.map(({ status }) => status)).size).toBe(13);
    const dayBefore = time.instant(Math.max(0, time.now - DAY_LENGTH));
    expect(open.filter(({ status_since }) => status_since < dayBefore)).toEqual([]);
    const week = time.instant(Math.max(0, time.now - 6 * DAY_LENGTH));
    expect(open.filter(({ created_at }) => created_at < week)).toEqual([]);
  });

  it('orders come on every working day until today, and the workbook has the coming week', async () => {
    const jobs = await readRows<{ job_date: string }>('select distinct job_date from job order by 1');
    const opened = time.days.filter((_day, index) => index * DAY_LENGTH + 4 * 3600 < time.now);
    expect(jobs.map(({ job_date }) => job_date)).toEqual(expect.arrayContaining(opened));
    expect(jobs.some(({ job_date }) => weekday(job_date) === 0 || job_date > today)).toBe(false);
    expect(nextMonday(today) > (jobs.at(-1)?.job_date ?? '')).toBe(true);
    expect(opened.at(-1)! >= addDays(today, -2)).toBe(true);
  });
});
