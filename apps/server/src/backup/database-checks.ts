import { type StatusFact, getRequiredFacts } from '@darkroom/domain/task/status-facts';
import { TASK_STATUSES, TaskStatus } from '@darkroom/domain/task/status';
import { COUNTERS_FROM_ROWS_SQL } from '../features/counters/counter.service.ts';
import type { DatabaseCheck } from './database-check.ts';
import { DUE_DATE_CHECKS } from './due-date-checks.ts';
import { QUALITY_CHECKS } from './quality-checks.ts';
import { quoteNames, readSequences } from './schema.ts';

/** Condition on the task's row for each fact of a status (domain §2, decision 071). */
const FACT_CONDITIONS: Readonly<Record<StatusFact, string>> = {
  editor: 'editor is not null',
  quantity: 'x1 + x2 + x3 > 0',
  first_qc: 'first_qc is not null',
  second_qc: 'second_qc is not null',
  fault: 'fault_stage is not null',
  rework: 'rework_quantity is not null and quantity_before_rework is not null and rework_at is not null',
};

const getFactConditions = (status: TaskStatus, stage: 1 | 2): string =>
  getRequiredFacts(status, stage)
    .map((fact) => FACT_CONDITIONS[fact])
    .join(' and ') || 'true';

const MISSING_FACTS_CASES = TASK_STATUSES.flatMap((status) => {
  if (status !== TaskStatus.RESOLVED) return [`when status = ${status} then not (${getFactConditions(status, 1)})`];
  return ([1, 2] as const).map(
    (stage) => `when status = ${status} and fault_stage = ${stage} then not (${getFactConditions(status, stage)})`,
  );
}).join(' ');

const TODAY = `(now() at time zone 'Asia/Bangkok')::date`;

/** The invariants, in the order of the report. */
export const DATABASE_CHECKS: readonly DatabaseCheck[] = [
  {
    name: 'list totals equal the number of rows (list_counter, 005)',
    broken: `
      select concat_ws(' ', list, facet, nullif(value, ''), status) as id
        from (select list, facet, value, status, sum(n) as n from list_counter group by 1, 2, 3, 4 having sum(n) <> 0) stored
        full join (${COUNTERS_FROM_ROWS_SQL}) counted using (list, facet, value, status)
       where stored.n is distinct from counted.n order by 1`,
  },
  {
    name: 'a detail has the status of its least advanced task (004)',
    broken: `
      select d.job_detail_id as id from job_detail d
        left join (select job_detail_id, min(status) as least from task group by 1) t using (job_detail_id)
       where d.status <> coalesce(t.least, 1) order by 1`,
  },
  {
    name: 'a job has the status of its tasks (004)',
    broken: `
      select j.job_id as id from job j
        left join (select job_id, bool_and(status in (1, 2)) as to_do, bool_and(status = 9) as done from task group by 1) t using (job_id)
       where j.job_status <> case when coalesce(t.to_do, true) then 'TO_DO' when t.done then 'COMPLETED' else 'PENDING' end
       order by 1`,
  },
  {
    name: 'a delivered task has its delivery time (151)',
    broken: 'select task_id as id from task where status in (9, 13, 14) and delivered_at is null order by 1',
  },
  {
    name: 'copied job fields of a detail equal the job',
    broken: `
      select d.job_detail_id as id from job_detail d join job j using (job_id)
       where (d.job_date, d.customer2_id, d.job_status) <> (j.job_date, j.customer2_id, j.job_status)
          or d.job_priority is distinct from j.job_priority or d.due_at is distinct from j.due_at order by 1`,
  },
  {
    name: 'copied job and detail fields of a task equal the originals',
    broken: `
      select t.task_id as id from task t join job_detail d using (job_detail_id) join job j on j.job_id = d.job_id
        join service_cat1 c on c.id = d.service_cat1_id join service_type s on s.id = c.service_type_id
       where (t.job_id, t.job_date, t.customer2_id, t.service_cat2_id, t.workstream)
          <> (j.job_id, j.job_date, j.customer2_id, d.service_cat2_id, s.workstream)
          or t.job_priority is distinct from j.job_priority or t.due_at is distinct from j.due_at order by 1`,
  },
  {
    name: 'the last step of a task leads to its current status',
    broken: `
      select t.task_id as id from task t
        join (select distinct on (task_id) task_id, to_status from task_history order by task_id, id desc) h using (task_id)
       where h.to_status <> t.status order by 1`,
  },
  {
    name: 'each step of a task starts from the status of the previous step',
    broken: `
      select distinct task_id as id
        from (select task_id, from_status, lag(to_status) over (partition by task_id order by id) as before from task_history) h
       where before is not null and from_status is distinct from before order by 1`,
  },
  {
    name: 'the history of a task is complete, except for archived steps at its start (120)',
    broken: `
      select t.task_id as id from task t left join archived_task a using (task_id)
        left join lateral (select h.id, h.from_status from task_history h where h.task_id = t.task_id order by h.id limit 1) h on true
       where a.task_id is null and h.id is null and t.status <> 1
          or h.id <= a.last_step or a.task_id is not null and coalesce(h.from_status, t.status) <> ${TaskStatus.COMPLETED}
       order by 1`,
  },
  {
    name: 'the version of a task is greater than its number of steps',
    broken: `
      select t.task_id as id from task t join (select task_id, count(*) as steps from task_history group by 1) h using (task_id)
        left join archived_task a using (task_id)
       where t.version <= h.steps + coalesce(a.steps, 0) order by 1`,
  },
  {
    name: 'a task has all fields that its status requires (071)',
    broken: `select task_id as id from task where case ${MISSING_FACTS_CASES} else status = ${TaskStatus.RESOLVED} end order by 1`,
  },
  {
    name: 'editor, QC 1 and QC 2 of a task are different people (070)',
    broken: `
      select task_id as id from task
       where editor in (first_qc, second_qc, rework_qc_1, rework_qc_2) or first_qc = second_qc or rework_qc_1 = rework_qc_2
       order by 1`,
  },
  {
    name: 'supporters of a task do not edit or check it (070)',
    broken: `
      select t.task_id as id from task_supporter s join task t using (task_id)
       where s.user_id in (t.editor, t.first_qc, t.second_qc, t.rework_qc_1, t.rework_qc_2) group by 1 order by 1`,
  },
  {
    name: 'a closed month has exactly one valid closing, an open month has none (107)',
    broken: `
      select month as id from allowance_month m
        full join (select month from allowance_closing where reopened_at is null) c using (month)
       where (m.state = 'CLOSED') is distinct from (c.month is not null) order by 1`,
  },
  {
    name: 'closed months are locked, and open months are unlocked (107)',
    broken: `
      select month as id from (select month from allowance_month where state = 'CLOSED') m
        full join (select month from system_lock where screen_name = 'allowance' and month is not null and locked) l using (month)
       where m.month is null or l.month is null order by 1`,
  },
  {
    name: 'closed totals equal the stored closing (107)',
    broken: `
      select c.month || ' staff ' || p.staff_id as id from allowance_closed_person p join allowance_closing c on c.id = p.closing_id
       where p.total_allowance is distinct from round((p.record->>'total_allowance')::numeric, 3)
          or (p.record->>'staff_id')::int is distinct from p.staff_id order by 1`,
  },
  {
    name: 'entries of a closed month equal the stored closing (107)',
    broken: `
      with closed as (select id, month from allowance_closing where reopened_at is null),
      stored as (
        select c.month, p.staff_id, e.date, e.parking_fee, e.meal_fee, e.online_fee
          from closed c join allowance_closed_person p on p.closing_id = c.id,
               jsonb_to_recordset(p.record->'daily_allowance') as e (date date, parking_fee text, meal_fee int, online_fee int)),
      entered as (
        select c.month, d.staff_id, d.date, d.parking_fee, d.meal_fee::int, d.online_fee::int
          from closed c join daily_allowance d on to_char(d.date, 'YYYY-MM') = c.month)
      select distinct month || ' staff ' || staff_id as id
        from ((select * from stored except select * from entered) union all (select * from entered except select * from stored)) differ
       order by 1`,
  },
  {
    name: 'each month with entries has a status (107)',
    broken: `
      select month as id from (select to_char(date, 'YYYY-MM') as month from daily_allowance union select month from monthly_allowance) e
       where not exists (select from allowance_month m where m.month = e.month) order by 1`,
  },
  {
    name: 'a request has at most one open quote (105)',
    broken: `
      select request_id as id from quote where status = 'DRAFT' or status = 'SENT' and valid_until >= ${TODAY}
       group by request_id having count(*) > 1 order by 1`,
  },
  {
    name: 'a sent quote has lines (105)',
    broken: `
      select id from quote q where status in ('SENT', 'ACCEPTED', 'DECLINED')
         and not exists (select from quote_line l where l.quote_id = q.id) order by 1`,
  },
  {
    name: 'unread counts of a request do not exceed its messages (103)',
    broken: `
      select r.id from customer_request r
        left join (select request_id, count(*) filter (where side = 'bureau') as bureau, count(*) filter (where side = 'customer') as customer,
                          max(at) as last_at from request_message group by 1) m on m.request_id = r.id
       where r.customer_unread > coalesce(m.bureau, 0) or r.bureau_unread > coalesce(m.customer, 0)
          or r.last_message_at is distinct from m.last_at order by 1`,
  },
  {
    name: 'each account has its member or customer record',
    broken: `
      select u.id from user_account u
       where not exists (select from staff s where s.id = u.id and u.account = 'staff')
         and not exists (select from customer_account c where c.user_id = u.id and u.account = 'customer') order by 1`,
  },
  ...DUE_DATE_CHECKS,
  ...QUALITY_CHECKS,
  {
    name: 'sequences are higher than all used ids',
    broken: async (client) => {
      const sequenceChecks = (await readSequences(client)).map(({ name, table, column }) => {
        const [sequence, from, number] = [quoteNames([name]), quoteNames([table]), quoteNames([column])];
        return `select '${table}' as id from ${sequence} s
          where (select max(${number}) from ${from}) >= s.last_value + s.is_called::int`;
      });
      return sequenceChecks.length > 0 ? sequenceChecks.join(' union all ') : 'select null as id where false';
    },
  },
  {
    name: 'triggers are enabled, constraints and indexes are valid',
    broken: `
      select conname::text as id from pg_constraint
       where not convalidated and connamespace = current_schema()::regnamespace
      union all
      select tgname::text from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where c.relnamespace = current_schema()::regnamespace and t.tgenabled <> 'O'
      union all
      select c.relname::text from pg_index i join pg_class c on c.oid = i.indexrelid
       where c.relnamespace = current_schema()::regnamespace and not (i.indisvalid and i.indisready)
      order by 1`,
  },
];
