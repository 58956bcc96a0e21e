import { createProdId, createSubProdId, jobStatus } from '@darkroom/domain/job/status';
import { EFFECTIVE_QUOTE_STATUSES } from '@darkroom/domain/quote/transitions';
import { getDetailStatus, TASK_STATUSES, type TaskStatus } from '@darkroom/domain/task/status';
import { TRANSITIONS, type TaskAction } from '@darkroom/domain/task/transitions';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@darkroom/server/db/connect';
import { createTestDatabase, type TestDatabase } from '@darkroom/server/testing/database';
import { calculateWithExceptions, readTodaysLookups } from '@darkroom/server/features/allowance/calculation';
import { seedBuiltIn } from '@darkroom/server/db/built-in-data';
import { DEMO_SIGN_INS, seedDemo } from './demo.ts';
import { isEmpty } from '@darkroom/server/db/open';
import { countersFromRows } from '@darkroom/server/features/counters/counter.service';

const FRIDAY_AFTERNOON = '2026-11-20T09:30:00.000Z';
const SMALL = { log: () => undefined, days: 20, jobs: 240, open: 50 };

const readRows = async <T>(db: Database, text: string): Promise<T[]> => (await sql.raw<T>(text).execute(db)).rows;
const readNumber = async (db: Database, text: string): Promise<number> =>
  (await readRows<{ n: number }>(db, text))[0]?.n ?? Number.NaN;

describe('the demo bureau', () => {
  let demoDatabase: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    demoDatabase = await createTestDatabase();
    ({ db } = demoDatabase);
    await seedDemo(db, { ...SMALL, now: FRIDAY_AFTERNOON });
  });
  afterAll(() => demoDatabase.drop());

  it('the demo bureau is equal in every run, to the last task', async () => {
    const otherDatabase = await createTestDatabase();
    expect(await isEmpty(otherDatabase.db)).toBe(true);
    await seedDemo(otherDatabase.db, { ...SMALL, now: FRIDAY_AFTERNOON });
    expect(await isEmpty(otherDatabase.db)).toBe(false);
    const tables = ['job', 'job_detail', 'task', 'task_history', 'task_supporter', 'staff', 'customer_price', 'cus1'];
    for (const table of [
      ...tables,
      'customer_request',
      'quote',
      'quote_line',
      'complaint_task',
      'job_day',
      'team_member',
      'metadata',
      'daily_allowance',
      'monthly_allowance',
    ]) {
      const print = `select md5(string_agg(t::text, '' order by t::text)) as print from ${table} t`;
      expect([table, await readRows(otherDatabase.db, print)]).toEqual([table, await readRows(db, print)]);
    }
    await otherDatabase.drop();
  });

  it('the demo bureau has tasks in all fourteen statuses, some of them urgent', async () => {
    const rows = await readRows<{ status: TaskStatus }>(db, 'select distinct status from task order by status');
    expect(rows.map((row) => row.status)).toEqual(TASK_STATUSES);
    expect(
      await readNumber(db, `select count(*) n from task where status <> 9 and job_priority = 'Urgent'`),
    ).toBeGreaterThan(0);
  });

  it('the demo bureau has requests in every status on both boards, with history', async () => {
    expect(await readNumber(db, 'select count(*) n from (select distinct board, status from customer_request) t')).toBe(
      8,
    );
    expect(await readNumber(db, 'select count(*) n from customer_request')).toBeGreaterThanOrEqual(60);
    expect(await readNumber(db, 'select count(*) n from customer_request where job_id is not null')).toBeGreaterThan(5);
    expect(
      await readNumber(
        db,
        `select count(*) n from customer_request r join job j using (job_id) join cus2 c on c.id = j.customer2_id
          where c.cus_id1 <> r.cus_id1`,
      ),
    ).toBe(0);
    expect(
      await readNumber(
        db,
        `select count(*) n from customer_request r where r.version <> 1 + (select count(*) from audit a
          where a.entity = 'customer_request' and a.entity_id = r.id::text)`,
      ),
    ).toBe(0);
  });

  it('the demo bureau has a quote in every status, one of them a job', async () => {
    const standing = `case when status = 'SENT' and valid_until < '2026-11-20' then 'EXPIRED' else status end`;
    const rows = await readRows<{ standing: string }>(db, `select distinct ${standing} as standing from quote`);
    expect(rows.map((row) => row.standing).sort()).toEqual([...EFFECTIVE_QUOTE_STATUSES].sort());
    expect(
      await readNumber(
        db,
        `select count(*) n from quote q join customer_request r on r.id = q.request_id and r.job_id = q.job_id and r.status = 'DONE'
          where (select array_agg((service_cat2_id, quantity, unit_price) order by position) from quote_line where quote_id = q.id)
              = (select array_agg((service_cat2_id, quantity, unit_price) order by sub_number) from job_detail where job_id = q.job_id and quoted)`,
      ),
    ).toBe(1);
  });

  it('the demo bureau has complaints in rework, after rework, and done', async () => {
    const rows = await readRows<{ status: string; open: number; replied: boolean }>(
      db,
      `select r.status, count(*) filter (where t.status in (13, 14)) as open, r.reply is not null as replied
         from customer_request r join complaint_task c on c.request_id = r.id join task t on t.task_id = c.task_id and t.rework_at = c.sent_at
        group by r.id order by r.id`,
    );
    expect(rows).toEqual([
      { status: 'PROCESSING', open: 1, replied: false },
      { status: 'PROCESSING', open: 0, replied: false },
      { status: 'DONE', open: 0, replied: true },
    ]);
  });

  it('the demo bureau has two closed months of allowances and an open one with findings', async () => {
    const months = await readRows<{ month: string; state: string; two: boolean }>(
      db,
      `select m.month, m.state, c.prepared_by <> c.closed_by as two
         from allowance_month m join allowance_closing c using (month) order by month`,
    );
    expect(months).toEqual([
      { month: '2026-09', state: 'CLOSED', two: true },
      { month: '2026-10', state: 'CLOSED', two: true },
    ]);
    const today = await readTodaysLookups(db);
    const rows = await calculateWithExceptions(db, '2026-11', {}, { today, before: [], now: FRIDAY_AFTERNOON });
    const kinds = new Set(rows.flatMap(({ exceptions }) => exceptions.map(({ kind }) => kind)));
    for (const kind of ['no_entry', 'on_sunday', 'online_and_parking', 'meal_without_work'])
      expect(kinds).toContain(kind);
    expect(rows.filter(({ total_allowance }) => total_allowance > 0).length).toBeGreaterThan(30);
    expect(
      rows.flatMap(({ exceptions }) => exceptions.filter(({ kind }) => kind === 'meal_without_work')),
    ).toHaveLength(1);
  });

  it('the statuses of details and jobs are those of the domain', async () => {
    const details = await readRows<{ status: TaskStatus; tasks: TaskStatus[] }>(
      db,
      `select d.status, array_agg(t.status::int) as tasks from job_detail d join task t using (job_detail_id) group by job_detail_id`,
    );
    for (const { status, tasks } of details) expect(status).toBe(getDetailStatus(tasks));
    const jobs = await readRows<{ job_status: string; tasks: TaskStatus[] }>(
      db,
      `select j.job_status, array_agg(t.status::int) as tasks from job j join task t using (job_id) group by j.job_id`,
    );
    expect(jobs.length).toBeGreaterThan(60);
    for (const { job_status, tasks } of jobs) expect(job_status).toBe(jobStatus(tasks));
  });

  it('every task has a complete history of allowed steps in opening hours', async () => {
    const tasks = await readRows<{ status: number; version: number; moves: Move[] }>(
      db,
      `select t.status, t.version, coalesce(json_agg(json_build_object('action', h.action, 'from', h.from_status, 'to', h.to_status,
          'event', h.event, 'at', h.at, 'hour', extract(hour from h.at at time zone 'Asia/Bangkok'),
          'note', h.note, 'kinds', h.fault_kinds) order by h.id) filter (where h.id is not null), '[]') as moves
        from task t left join task_history h using (task_id) group by t.task_id`,
    );
    for (const { status, version, moves } of tasks) {
      expect(version).toBe(moves.length + 1);
      let at = '';
      let standing = 1;
      for (const move of moves) {
        expect(move.from).toBe(standing);
        expect(TRANSITIONS[move.action].from).toContain(move.from);
        expect(move.event).toBe(TRANSITIONS[move.action].event);
        expect(move.at >= at && Date.parse(move.at) <= Date.parse(FRIDAY_AFTERNOON)).toBe(true);
        expect(move.hour >= 7 && move.hour < 22).toBe(true);
        expect(move.action.endsWith('_fault')).toBe(move.kinds !== null && move.note !== null);
        ({ to: standing, at } = move);
      }
      expect(standing).toBe(status);
    }
  });

  it('no person edits and checks a task, or checks it twice', async () => {
    const wrong = await readNumber(
      db,
      `select count(*) n from task t left join task_supporter s using (task_id)
        where t.editor in (t.first_qc, t.second_qc, t.rework_qc_1, t.rework_qc_2) or t.first_qc = t.second_qc
          or t.rework_qc_1 = t.rework_qc_2 or s.user_id in (t.editor, t.first_qc, t.second_qc)`,
    );
    expect(wrong).toBe(0);
  });

  it('jobs and details are numbered as in the product, which continues these numbers', async () => {
    const jobs = await readRows<{ job_date: string; prod_id: string; running: number; last_number: number }>(
      db,
      `select job_date, prod_id, row_number() over (partition by job_date order by job_id) as running, last_number
         from job join job_day using (job_date)`,
    );
    for (const { job_date, prod_id, running, last_number } of jobs) {
      expect(prod_id).toBe(createProdId(job_date, running));
      expect(running).toBeLessThanOrEqual(last_number);
    }
    const details = await readRows<{ prod_id: string; sub_prod_id: string; sub_number: number }>(
      db,
      'select prod_id, sub_prod_id, sub_number from job_detail join job using (job_id)',
    );
    for (const detail of details) expect(detail.sub_prod_id).toBe(createSubProdId(detail.prod_id, detail.sub_number));
    const next = await readRows<{ job_id: number }>(
      db,
      `insert into job (job_date, prod_id, job_name, customer2_id) select '2026-11-20', 'next', 'next', min(id) from cus2 returning job_id`,
    );
    expect(next[0]?.job_id).toBe(jobs.length + 1);
    await sql`delete from job where prod_id = 'next'`.execute(db);
  });

  it('the counters equal a count', async () => {
    const folded = await sql`select list, facet, value, status, sum(n)::int as n from list_counter
      group by 1, 2, 3, 4 having sum(n) <> 0 order by 1, 2, 3, 4`.execute(db);
    const counted = await sql`select * from (${countersFromRows()}) counted order by 1, 2, 3, 4`.execute(db);
    expect(folded.rows).toEqual(counted.rows);
  });

  it('every printed sign-in has an account, and built-in rows exist once', async () => {
    await seedBuiltIn(db);
    const names = await readRows<{ username: string }>(
      db,
      'select username from user_account where password_hash is not null',
    );
    for (const { username } of DEMO_SIGN_INS) expect(names.map((row) => row.username)).toContain(username);
    expect(new Set(DEMO_SIGN_INS.map(({ role }) => role)).size).toBe(14);
  });

  it.each(['2026-11-22T20:00:00.000Z', '2026-11-23T00:01:00.000Z', '2026-12-24T15:30:00.000Z'])(
    'the demo bureau has every status at any hour: %s',
    async (now) => {
      const otherDatabase = await createTestDatabase();
      await seedDemo(otherDatabase.db, { ...SMALL, now });
      expect(await readNumber(otherDatabase.db, 'select count(distinct status) n from task')).toBe(14);
      expect(await readNumber(otherDatabase.db, `select count(*) n from task_history where at > '${now}'`)).toBe(0);
      await otherDatabase.drop();
    },
  );
});

interface Move {
  action: TaskAction;
  from: TaskStatus;
  to: TaskStatus;
  event: number | null;
  at: string;
  hour: number;
  note: string | null;
  kinds: string[] | null;
}
