import type { ComplaintTask } from '@darkroom/contract/request/complaint';
import type { RequestBoard } from '@darkroom/domain/request/status';
import { TaskStatus } from '@darkroom/domain/task/status';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { isUpheld } from '../../db/history/steps.ts';

/** Finds the tasks of a complaint: those of its job (or its possible job), and those that it sent to rework. */
export async function findComplaintTasks(db: Database, request_id: number, job_id: number | null): Promise<number[]> {
  const { rows } = await sql<{ task_id: number }>`
    select t.task_id from customer_request r join task t on t.job_id = coalesce(${job_id}::int, r.job_id)
      join job j on j.job_id = t.job_id join cus2 c2 on c2.id = j.customer2_id and c2.cus_id1 = r.cus_id1
     where r.id = ${request_id}
    union select task_id from complaint_task where request_id = ${request_id} order by task_id`.execute(db);
  return rows.map((row) => row.task_id);
}

/** Finds the result of a complaint for each task, and the users who passed it, from its rows and the task history. */
export async function findReworkCauses(db: Database, request_id: number, task_ids: readonly number[]) {
  type Cause = Omit<ComplaintTask, 'status' | 'task' | 'rounds' | 'running'> & {
    qc_1: number | null;
    qc_2: number | null;
    counted_by_other_complaint: boolean;
  };
  const passed = (action: string) => sql`(
    select h.user_id from task_history h where h.task_id = t.task_id and h.action = ${action} order by h.id desc limit 1)`;
  const { rows } = await sql<Cause>`
    select t.task_id, c.sent_at, c.sent_by, coalesce(c.pieces, 0) as pieces, c.pieces * coalesce(d.estimate_minutes, k.estimate_minutes) as minutes,
           coalesce(c.fault_kinds, '{}') as fault_kinds,
           exists (select from complaint_task o
                    where o.task_id = t.task_id and o.sent_at = t.rework_at and o.request_id <> ${request_id}) as counted_by_other_complaint,
           case when c.sent_at = t.rework_at then coalesce((
             select h.x1 + h.x2 + h.x3 from task_history h
              where h.task_id = t.task_id and h.at = c.first_at and h.to_status = ${TaskStatus.REWORK} order by h.id limit 1), t.quantity_before_rework)
           end as counted_before,
           coalesce((select array_agg(distinct kind order by kind) from task_history h, unnest(h.fault_kinds) kind
                      where h.task_id = t.task_id and h.action = 'recheck_fault' and h.at >= c.first_at and not ${isUpheld('h')}), '{}') as recheck_fault_kinds,
           coalesce(${passed('qc1_done')}, a.qc1_passed_by, t.first_qc) as qc_1, coalesce(${passed('qc2_done')}, a.qc2_passed_by, t.second_qc) as qc_2
      from task t join job_detail d on d.job_detail_id = t.job_detail_id join service_cat2 k on k.id = d.service_cat2_id
      left join archived_task a on a.task_id = t.task_id
      left join lateral (
        select max(s.sent_at) as sent_at, min(s.sent_at) as first_at, sum(s.quantity)::int8 as pieces,
               (array_agg(s.sent_by order by s.sent_at desc))[1] as sent_by,
               array(select distinct kind from complaint_task o, unnest(o.fault_kinds) kind
                      where o.request_id = ${request_id} and o.task_id = t.task_id order by kind) as fault_kinds
          from complaint_task s where s.request_id = ${request_id} and s.task_id = t.task_id) c on true
     where t.task_id = any(${task_ids}::int[]) order by t.task_id`.execute(db);
  return rows;
}

/** Finds the repetitions of rework for a complaint, oldest first, with the notes of each. */
export async function findReworkRounds(db: Database, request_id: number) {
  const { rows } = await sql<{ task_id: number } & NonNullable<ComplaintTask['rounds']>[number]>`
    select s.task_id, s.sent_at, s.sent_by, s.quantity as pieces,
           (select h.note from task_history h
             where h.task_id = s.task_id and h.action in ('rework', 'redo_update') and h.at >= s.sent_at
               and not exists (select from task_history n where n.task_id = s.task_id and n.action = 'rework' and n.at > s.sent_at and n.at <= h.at)
             order by h.id desc limit 1) as rework_notes
      from complaint_task s where s.request_id = ${request_id} order by s.sent_at, s.task_id`.execute(db);
  return rows;
}

export interface NewComplaintTask {
  request_id: number;
  task_id: number;
  sent_at: string;
  /** User who sent the task to rework. For a rework that the complaint took over, the user who sent it then. */
  sent_by: number | null;
  quantity: number;
  fault_kinds: string[];
}

export const insertComplaintTasks = (db: Database, tasks: readonly NewComplaintTask[]) =>
  db
    .insertInto('complaint_task')
    .values([...tasks])
    .execute();

/** Links reworks in progress to a complaint and returns their tasks. Their quality facts are calculated again. */
export async function insertLinkedRework(db: Database, linked: readonly NewComplaintTask[]): Promise<number[]> {
  const rows = await db
    .insertInto('complaint_task')
    .values([...linked])
    .onConflict((conflict) => conflict.doNothing())
    .returning('task_id')
    .execute();
  const ids = rows.map(({ task_id }) => task_id);
  await sql`insert into quality_stale (task_id) select unnest(${ids}::int[])`.execute(db);
  return ids;
}

/** Finds other complaints with the current rework of these tasks. */
export async function findComplaintsSharingRework(
  db: Database,
  request_id: number,
  task_ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ request_id: number }>`
    select distinct c.request_id from complaint_task c join task t on t.task_id = c.task_id and t.rework_at = c.sent_at
     where c.task_id = any(${task_ids}::int[]) and c.request_id <> ${request_id}`.execute(db);
  return rows.map((row) => row.request_id);
}

export type ComplaintGrouping = 'customer' | 'category' | 'fault_kind';

interface Period {
  from: string;
  to: string;
  boards: readonly RequestBoard[];
  /** Null if all customers count. */
  customers1: readonly number[] | null;
}

/** A line of the list: complaints and their rework. */
export interface ComplaintCounts {
  key: number | string | null;
  name: string | null;
  complaints: number;
  tasks: number;
  pieces: number;
  minutes: number;
}

/**
 * Counts the complaints of a period in groups. A complaint with several categories counts in each and once in the
 * total, like a shared rework.
 */
export async function countComplaints(
  db: Database,
  by: ComplaintGrouping | 'whole',
  period: Period,
): Promise<ComplaintCounts[]> {
  const { from, to, boards, customers1 } = period;
  const customerCondition = customers1 === null ? sql`` : sql`and r.cus_id1 = any(${customers1}::int[])`;
  const key = {
    whole: sql`null::int`,
    customer: sql`a.cus_id1`,
    category: sql`a.service_cat2_id`,
    fault_kind: sql`kind`,
  }[by];
  const kinds = by === 'fault_kind' ? sql`left join lateral unnest(a.kinds) kind on true` : sql``;
  const name = {
    whole: sql`null::text`,
    customer: sql`(select c0.name || ' › ' || c1.name from cus1 c1 join cus0 c0 on c0.id = c1.cus_id0 where c1.id = g.key)`,
    category: sql`(select k1.name || ' / ' || k2.name from service_cat2 k2 join service_cat1 k1 on k1.id = k2.cat1_id where k2.id = g.key)`,
    fault_kind: sql`null::text`,
  }[by];
  const { rows } = await sql<ComplaintCounts>`
    with complaints as (
      select r.id, r.cus_id1, c.task_id, c.sent_at, d.service_cat2_id, c.quantity,
             c.quantity * coalesce(d.estimate_minutes, k.estimate_minutes) as minutes,
             array(select unnest(c.fault_kinds) union
                   select unnest(h.fault_kinds) from task_history h
                    where h.task_id = c.task_id and h.action = 'recheck_fault' and h.at >= c.sent_at and not ${isUpheld('h')}) as kinds
        from customer_request r
        left join complaint_task c on c.request_id = r.id
        left join task t on t.task_id = c.task_id
        left join job_detail d on d.job_detail_id = t.job_detail_id
        left join service_cat2 k on k.id = d.service_cat2_id
       where r.type = 'FAULTS' and r.board = any(${boards}::text[])
         and r.created_at >= (${from}::date)::timestamp at time zone 'Asia/Bangkok'
         and r.created_at < (${to}::date + 1)::timestamp at time zone 'Asia/Bangkok' ${customerCondition}),
    grouped as (
      select a.*, ${key} as key, row_number() over (partition by ${key}, a.task_id, a.sent_at order by a.id) = 1 as counts
        from complaints a ${kinds})
    select g.key, ${name} as name, g.complaints, g.tasks, g.pieces, g.minutes
      from (select a.key, count(distinct a.id) as complaints, count(distinct a.task_id) as tasks,
                   coalesce(sum(a.quantity) filter (where a.counts), 0)::int8 as pieces,
                   coalesce(sum(a.minutes) filter (where a.counts), 0)::int8 as minutes
              from grouped a group by 1) g
     order by g.complaints desc, g.pieces desc, name, g.key`.execute(db);
  return rows;
}
