import { addDays, dayOf, type Day, type Instant } from '@darkroom/domain/calendar/day';
import type { Workstream } from '@darkroom/domain/customer/enums';
import type { JobPriority } from '@darkroom/domain/job/status';
import { calculateDueDate, getDueDateStart } from '@darkroom/domain/due-date/turnaround';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '@darkroom/server/db/connect';
import { readDueDateRules } from '@darkroom/server/features/setting/due-date-rules.service';
import { OPEN_TASKS } from '../demo/work/open-floor.ts';
import type { Floor } from '../demo/work/schedule.ts';
import {
  COMPLETED_AFTER_FAULT,
  COMPLETED_AFTER_REWORK,
  type PathEnd,
  type PathStep,
} from '../demo/tables/task-paths.ts';

export interface LargeWork {
  now: Instant;
  jobs: number;
  /** Working days from first to last. */
  days: readonly Day[];
  floor: Floor;
  ways: { ends: PathEnd[]; steps: PathStep[] };
  log: (message: string) => void;
}

const DETAILS_PER_JOB = 2;
const TASKS_PER_JOB = 5;
/** Per cent of the newest jobs' tasks that are open. */
const OPEN_PERCENT = 22;
/** Calendar days with a history of their tasks. */
const HISTORY_DAYS = 31;

/** Returns a pseudo-random number from the id of a row, different for each neighbour. */
const hashColumn = (id: RawBuilder<unknown>, salt: number): RawBuilder<number> =>
  sql`((hashint8extended(${id}, ${sql.lit(salt)}) & 2147483647)::int)`;
const rawColumn = (name: string): RawBuilder<unknown> => sql.raw(name);
const arrayLiteral = (values: readonly (number | string)[], type: 'int' | 'date'): RawBuilder<unknown> =>
  sql`${`{${values.join(',')}}`}::${sql.raw(type)}[]`;

/**
 * Adds jobs, details, tasks and history, each in one statement. Jobs are written last without foreign keys, because
 * their statuses follow from the tasks.
 */
export async function insertLargeWork(db: Database, work: LargeWork): Promise<void> {
  await makeJobs(db, work);
  await setDueDates(db);
  await insertDetails(db, work);
  work.log('jobs and details');
  await insertTasks(db, work);
  await insertSupport(db, work);
  await insertJobs(db);
  work.log('tasks');
  await insertHistory(db, work);
  work.log('history');
  await deriveOpenStatuses(db);
  await sql`insert into job_day (job_date, last_number) select job_date, count(*) from job group by job_date`.execute(
    db,
  );
  for (const [table, id] of [
    ['job', 'job_id'],
    ['job_detail', 'job_detail_id'],
    ['task', 'task_id'],
  ] as const) {
    await sql`select setval(pg_get_serial_sequence(${table}, ${id}), (select max(${sql.ref(id)}) from ${sql.table(table)}))`.execute(
      db,
    );
  }
}

async function makeJobs(db: Database, { jobs, days, now }: LargeWork): Promise<void> {
  const i = rawColumn('n.i');
  await sql`
    create temp table made_job on commit drop as
    select n.i as job_id, n.day as job_date,
           to_char(n.day, 'YYMMDD') || '-' || lpad(n.running::text, greatest(3, length(n.running::text)), '0') as prod_id,
           (n.names)[1 + ${hashColumn(i, 1)} % array_length(n.names, 1)] || ' ' || 1 + ${hashColumn(i, 2)} % 9000 as job_name,
           'https://drive.example.com/d/' || md5(n.i::text) as job_link, 'COMPLETED' as job_status,
           (n.clients)[1 + ${hashColumn(i, 3)} % array_length(n.clients, 1)] as customer2_id,
           case when ${hashColumn(i, 4)} % 100 < 12 then 'Urgent' when ${hashColumn(i, 4)} % 100 < 20 then 'Carefully' end as job_priority,
           least(${getOpening('n.day')} + (${hashColumn(i, 5)} % 7200) * interval '1 second', ${now}::timestamptz) as created_at,
           n.cs as created_by, null::timestamptz as due_at
      from (
        select s.i, s.day, row_number() over (partition by s.day order by s.i) as running, c.*
          from (select i, (d.days)[1 + (i - 1)::bigint * ${days.length}::bigint / ${jobs}::bigint] as day
                  from generate_series(1, ${jobs}::int) i, (select ${arrayLiteral(days, 'date')} as days) d) s,
               (select array(select id from cus2 order by id) as clients,
                       (select id from user_account where username = 'cs') as cs,
                       array['Harbour Rd', 'Albion St', 'Storgata', 'Lê Lợi', 'Wedding Linh & Nam', 'Ảnh cưới', 'SKU batch',
                             'Kirchenbuch', 'rue du Bac', 'Ocean Pde', 'Chân dung', 'Plate box'] as names) c
      ) n`.execute(db);
}

const DUE_DATES_PER_STATEMENT = 20_000;

/** Sets the due date of each job at its arrival. The turnarounds of a large bureau depend only on the priority. */
async function setDueDates(db: Database): Promise<void> {
  const { calendar, turnarounds } = await readDueDateRules(db);
  const { rows } = await sql<{ job_id: number; job_date: Day; job_priority: JobPriority | null; created_at: Instant }>`
    select job_id, job_date, job_priority, created_at from made_job`.execute(db);
  const due = rows.map(({ job_id, job_date, job_priority, created_at }) => ({
    job_id,
    due_at: calculateDueDate(
      calendar,
      turnarounds,
      [],
      { cus_id1: null, job_priority },
      getDueDateStart(created_at, job_date),
    ),
  }));
  await sql`create temp table made_promise (job_id int, due_at timestamptz) on commit drop`.execute(db);
  for (let at = 0; at < due.length; at += DUE_DATES_PER_STATEMENT) {
    const part = due.slice(at, at + DUE_DATES_PER_STATEMENT);
    await sql`insert into made_promise
      select * from unnest(${part.map((item) => item.job_id)}::int[], ${part.map((item) => item.due_at)}::timestamptz[])`.execute(
      db,
    );
  }
  await sql`update made_job j set due_at = p.due_at from made_promise p where p.job_id = j.job_id`.execute(db);
}

/** Adds the jobs with the statuses of their tasks. */
async function insertJobs(db: Database): Promise<void> {
  await sql`
    insert into job (job_id, job_date, prod_id, job_name, job_link, job_status, completed_at, customer2_id, job_priority, due_at,
        first_due_at, created_at, created_by)
      overriding system value
    select j.job_id, j.job_date, j.prod_id, j.job_name, j.job_link,
           case when t.done then 'COMPLETED' when t.idle then 'TO_DO' else 'PENDING' end, case when t.done then t.done_at end,
           j.customer2_id, j.job_priority, j.due_at, j.due_at, j.created_at, j.created_by
      from made_job j
      join (select job_id, bool_and(status in (1, 2)) as idle, bool_and(status = 9) as done, max(end_time) as done_at
              from task group by job_id) t on t.job_id = j.job_id
     order by j.job_id`.execute(db);
}

async function insertDetails(db: Database, { jobs }: LargeWork): Promise<void> {
  const i = rawColumn('n.job_detail_id');
  await sql`
    insert into job_detail (job_detail_id, job_id, sub_number, sub_prod_id, service_cat1_id, service_cat2_id, quantity, status,
        unit_price, wholesale_price, estimate_minutes, created_at, job_date, customer2_id, job_priority, due_at, job_status)
      overriding system value
    select n.job_detail_id, n.job_id, n.k, n.prod_id || '-' || lpad(n.k::text, 2, '0'), c.cat1_id, c.id,
           (array[1, 5, 8, 12, 20, 24, 36, 60, 150, 400])[1 + ${hashColumn(i, 11)} % 10], 9,
           p.retail_price, p.wholesale_price, p.estimate_minutes, n.created_at, n.job_date, n.customer2_id, n.job_priority, n.due_at, n.job_status
      from (
        -- The two details of a job have different categories.
        select (j.job_id - 1) * ${DETAILS_PER_JOB}::int + k as job_detail_id, j.job_id, k, j.prod_id, j.created_at, j.customer2_id,
               j.job_date, j.job_priority, j.due_at, j.job_status,
               (c.ids)[1 + (${hashColumn(rawColumn('j.job_id'), 12)} % 1000000 + k) % array_length(c.ids, 1)] as cat2_id
          from made_job j, generate_series(1, ${DETAILS_PER_JOB}::int) k, (select array(select id from service_cat2 order by id) as ids) c
         where j.job_id <= ${jobs}::int
      ) n
      join service_cat2 c on c.id = n.cat2_id
      join cus2 on cus2.id = n.customer2_id
      left join customer_price p on p.cus_id1 = cus2.cus_id1 and p.service_cat2_id = c.id and p.enabled
     order by n.job_detail_id`.execute(db);
}

/**
 * Selects the path of a task: some tasks of the newest jobs are open. Some of the others had a fault, and some were
 * reworked.
 */
function selectPath(jobs: number): RawBuilder<unknown> {
  const deck = OPEN_TASKS.flatMap(([status, tasks]) => Array.from({ length: tasks }, () => status));
  const newest = Math.max(200, Math.round(jobs / 100));
  return sql`case
    when n.job_id > ${jobs - newest}::int and ${hashColumn(rawColumn('n.task_id'), 21)} % 100 < ${OPEN_PERCENT}::int
      then (${arrayLiteral(deck, 'int')})[1 + ${hashColumn(rawColumn('n.task_id'), 22)} % ${deck.length}::int]
    when ${hashColumn(rawColumn('n.task_id'), 23)} % 100 < 8 then ${COMPLETED_AFTER_FAULT}::int
    when ${hashColumn(rawColumn('n.task_id'), 23)} % 100 < 10 then ${COMPLETED_AFTER_REWORK}::int
    else 9 end`;
}

async function insertTasks(db: Database, { jobs, floor, ways, now }: LargeWork): Promise<void> {
  const id = rawColumn('n.task_id');
  const qcs = listPeople(floor, 'qcs');
  const first = sql`${hashColumn(id, 32)} % array_length(n.qcs, 1)`;
  await sql`
    insert into task (task_id, job_detail_id, status, x1, editor, first_qc, second_qc, status_before_check, fault_stage, start_time, end_time,
        rework_quantity, quantity_before_rework, rework_notes, rework_at, rework_qc_1, rework_qc_2, version, status_since, created_at, created_by, job_id, job_date, job_priority, due_at,
        customer2_id, service_cat2_id, workstream)
      overriding system value
    select n.task_id, n.job_detail_id, w.status, case when w.counted then n.share else 0 end,
           case when w.editor then (n.editors)[1 + ${hashColumn(id, 31)} % array_length(n.editors, 1)] end,
           p.first_qc, p.second_qc,
           w.status_before_check, w.fault_stage,
           case when w.started then ${selectMoment(sql`2`, sql`w.moves`, now)} end,
           case when w.ended then ${selectMoment(sql`(w.moves - case when w.status in (13, 14) then w.status - 12 else 0 end)`, sql`w.moves`, now)} end,
           w.rework_quantity, case when w.rework_quantity is not null then n.share end, w.rework_notes,
           case when w.rework_move is not null then ${selectMoment(sql`w.rework_move`, sql`w.moves`, now)} end,
           case when w.rechecked then p.first_qc end, case when w.rechecked then p.second_qc end,
           w.moves + 1,
           case when w.moves = 0 then n.created_at else ${selectMoment(sql`w.moves`, sql`w.moves`, now)} end,
           n.created_at, n.created_by, n.job_id, n.job_date, n.job_priority, n.due_at, n.customer2_id, n.service_cat2_id,
           n.workstream
      from (
        select n.*, ${selectPath(jobs)} as way from (
          select (j.job_id - 1) * ${TASKS_PER_JOB}::int + k as task_id, d.job_detail_id, j.job_id, j.job_date, j.job_priority, j.due_at,
                 j.customer2_id, d.service_cat2_id, t.workstream, j.created_at, j.created_by,
                 -- The first detail has two tasks, the second three.
                 greatest(1, d.quantity / (d.sub_number + 1)) as share,
                 case t.workstream when 'PTE' then ${arrayLiteral(listPeople(floor, 'editors').PTE, 'int')} else ${arrayLiteral(listPeople(floor, 'editors').OTS, 'int')} end as editors,
                 case t.workstream when 'PTE' then ${arrayLiteral(qcs.PTE, 'int')} else ${arrayLiteral(qcs.OTS, 'int')} end as qcs
            from made_job j
            cross join generate_series(1, ${TASKS_PER_JOB}::int) k
            join job_detail d on d.job_detail_id = (j.job_id - 1) * ${DETAILS_PER_JOB}::int + case when k <= 2 then 1 else 2 end
            join service_cat1 c on c.id = d.service_cat1_id
            join service_type t on t.id = c.service_type_id
        ) n
      ) n
      join ${createRecordset(ways.ends, PATH_END_COLUMNS)} on w.way = n.way
      cross join lateral (
        select case when w.first_qc then (n.qcs)[1 + ${first}] end as first_qc,
               -- A different QC than QC 1.
               case when w.second_qc then (n.qcs)[1 + (${first} + 1 + ${hashColumn(id, 33)} % (array_length(n.qcs, 1) - 1)) % array_length(n.qcs, 1)] end as second_qc
      ) p
     order by n.task_id`.execute(db);
}

/** One of this number of tasks has a supporter of the same workstream. */
const TASKS_PER_SUPPORTER = 40;

async function insertSupport(db: Database, { floor }: LargeWork): Promise<void> {
  const editors = listPeople(floor, 'editors');
  await sql`
    insert into task_supporter (task_id, user_id, created_at)
    select n.task_id, h.user_id, n.start_time from task n
     cross join lateral (select case n.workstream when 'PTE' then ${arrayLiteral(editors.PTE, 'int')} else ${arrayLiteral(editors.OTS, 'int')} end as ids) e
     cross join lateral (select (e.ids)[1 + ${hashColumn(rawColumn('n.task_id'), 34)} % array_length(e.ids, 1)] as user_id) h
     where n.start_time is not null and n.task_id % ${TASKS_PER_SUPPORTER}::int = 0 and h.user_id <> n.editor`.execute(
    db,
  );
}

async function insertHistory(db: Database, { jobs, floor, ways, now }: LargeWork): Promise<void> {
  const since = addDays(dayOf(now), -HISTORY_DAYS);
  const [pte, ots] = [floor.PTE.leaders[0]?.user_id, floor.OTS.leaders[0]?.user_id];
  await sql`
    insert into task_history (task_id, action, event, from_status, to_status, user_id, at, x1, x2, x3, note, fault_kinds, editor,
        first_qc, second_qc)
    select n.task_id, w.action, w.event, w.from_status, w.to_status,
           case w.part when 'editor' then n.editor when 'first_qc' then n.first_qc when 'second_qc' then n.second_qc
             else case n.workstream when 'PTE' then ${pte}::int else ${ots}::int end end,
           ${selectMoment(sql`w.step`, sql`(n.version - 1)`, now)} as at,
           case when w.counted then n.x1 else 0 end, 0, 0, w.note, w.fault_kinds, case when w.editor then n.editor end,
           case when w.first_qc then n.first_qc end, case when w.second_qc then n.second_qc end
      from (select n.*, ${selectPath(jobs)} as way from task n where n.job_date >= ${since}::date or n.status <> 9) n
      join ${createRecordset(ways.steps, PATH_STEP_COLUMNS)} on w.way = n.way
     order by at, n.task_id, w.step`.execute(db);
}

/** Corrects details with open tasks, because all details were written as completed. */
async function deriveOpenStatuses(db: Database): Promise<void> {
  await sql`
    update job_detail d set status = t.status
      from (select job_detail_id, min(status) as status from task group by job_detail_id having min(status) <> 9 or max(status) <> 9) t
     where t.job_detail_id = d.job_detail_id`.execute(db);
  await sql`
    update job_detail d set job_status = j.job_status from job j where j.job_id = d.job_id and d.job_status <> j.job_status`.execute(
    db,
  );
}

const listPeople = (floor: Floor, part: 'editors' | 'qcs'): Record<Workstream, number[]> => ({
  PTE: floor.PTE[part].map((item) => item.user_id),
  OTS: floor.OTS[part].map((item) => item.user_id),
});

const getOpening = (day: string): RawBuilder<unknown> =>
  sql`(${sql.raw(day)}::timestamp at time zone 'Asia/Bangkok' + interval '7 hours')`;

/** One of this number of open tasks has not moved for days. The time between its steps is a hundred times as long. */
const STUCK_DAYS = 20;

/**
 * Selects the time of a step of a task (row `n`): the day of arrival if completed, else one of the last hours. Some
 * tasks are stuck for longer.
 */
const selectMoment = (step: RawBuilder<unknown>, moves: RawBuilder<unknown>, now: Instant): RawBuilder<unknown> =>
  sql`case when n.way in (9, ${COMPLETED_AFTER_FAULT}::int, ${COMPLETED_AFTER_REWORK}::int)
    then least(n.created_at + ${step} * (600 + ${hashColumn(rawColumn('n.task_id'), 41)} % 1800) * interval '1 second', ${now}::timestamptz)
    else greatest(n.created_at, ${now}::timestamptz - (1 + ${moves} - ${step}) * (300 + ${hashColumn(rawColumn('n.task_id'), 42)} % 1500)
      * case when ${hashColumn(rawColumn('n.task_id'), 43)} % ${STUCK_DAYS}::int = 0 then 100 else 1 end * interval '1 second') end`;

const PATH_END_COLUMNS = `way int, status smallint, moves int, editor boolean, first_qc boolean, second_qc boolean, counted boolean,
  started boolean, ended boolean, status_before_check smallint, fault_stage smallint, rework_quantity int, rework_notes text,
  rework_move int, rechecked boolean`;
const PATH_STEP_COLUMNS = `way int, step int, action text, event smallint, from_status smallint, to_status smallint, part text, counted boolean,
  editor boolean, first_qc boolean, second_qc boolean, note text, fault_kinds text[]`;

const createRecordset = (rows: readonly object[], columns: string): RawBuilder<unknown> =>
  sql`json_to_recordset(${JSON.stringify(rows)}::json) as w (${sql.raw(columns)})`;
