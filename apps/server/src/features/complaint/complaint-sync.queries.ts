import { IN_REWORK, TaskStatus } from '@darkroom/domain/task/status';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

/** Tasks before a change, and the start of their rework at that time. */
export type TasksBefore = readonly { task_id: number; rework_at: string | null }[];

/**
 * Finds complaints that a change of tasks can affect, in id order: those with rework of these tasks, and those that
 * name a part with rework (`sub_prod_ids_in_rework`).
 */
export async function findComplaintsOfTasks(db: Database, before: TasksBefore): Promise<number[]> {
  const task_ids = before.map((task) => task.task_id);
  const { rows } = await sql<{ request_id: number }>`
    select request_id from complaint_task where task_id = any(${task_ids}::int[])
    union
    select b.request_id from complaint_task_undone b join task t on t.task_id = b.task_id and t.rework_at = b.sent_at
     where b.task_id = any(${task_ids}::int[])
    union
    select rd.request_id from ${unnestTasksBefore(before)} join task t on t.task_id = was.task_id
      join request_detail rd on rd.job_detail_id = t.job_detail_id join customer_request r on r.id = rd.request_id
     where r.type = 'FAULTS' and (t.rework_at is not null or was.rework_at is not null)
     order by request_id`.execute(db);
  return rows.map((row) => row.request_id);
}

const unnestTasksBefore = (before: TasksBefore) =>
  sql`unnest(${before.map((task) => task.task_id)}::int[], ${before.map((task) => task.rework_at)}::timestamptz[]) was (task_id, rework_at)`;

/** Text for tasks `t` of details `d` in histories: the number of the detail and of the task. */
const TASK_NUMBERS = sql<string>`string_agg(distinct d.sub_prod_id || ' #' || t.task_id, ', ')`;

const SENT_COLUMNS = sql.raw('request_id, task_id, sent_at, sent_by, quantity, fault_kinds');
const SENT = sql.raw('c.request_id, c.task_id, c.sent_at, c.sent_by, c.quantity, c.fault_kinds');

/** Finds the complaints whose links end when tasks are deleted, in id order, with the numbers of the details. */
export async function findComplaintsOfDeleted(db: Database, task_ids: readonly number[]) {
  const { rows } = await sql<{ request_id: number; tasks: string }>`
    select c.request_id, ${TASK_NUMBERS} as tasks
      from complaint_task c join task t on t.task_id = c.task_id join job_detail d on d.job_detail_id = t.job_detail_id
     where c.task_id = any(${task_ids}::int[]) group by c.request_id order by c.request_id`.execute(db);
  return rows;
}

/** Reads the numbers of tasks as text for histories. */
export async function readTaskNumbers(db: Database, task_ids: readonly number[]): Promise<string> {
  const { rows } = await sql<{ tasks: string }>`
    select ${TASK_NUMBERS} as tasks from task t join job_detail d using (job_detail_id)
     where t.task_id = any(${task_ids}::int[])`.execute(db);
  return rows[0]!.tasks;
}

/** Change of a complaint's rework, with the numbers of the details. */
interface ComplaintChange {
  request_id: number;
  tasks: string;
  taken_back: boolean;
}

/** Adds the complaints and tasks to the rows of `changed`. */
const selectChangedComplaints = (changed: string) => sql`
  select c.request_id, ${TASK_NUMBERS} as tasks
    from ${sql.raw(changed)} c join task t on t.task_id = c.task_id join job_detail d on d.job_detail_id = t.job_detail_id
   group by c.request_id order by c.request_id`;

/**
 * Updates the rework of complaints from their tasks: removes deleted or undone rework, restores it when that is undone,
 * and copies quantities. Earlier, completed rework stays.
 */
export async function updateComplaintTasks(db: Database, before: TasksBefore): Promise<ComplaintChange[]> {
  const task_ids = before.map((task) => task.task_id);
  const removed = await sql<Omit<ComplaintChange, 'taken_back'>>`
    with removed as (
      delete from complaint_task c using task t, ${unnestTasksBefore(before)}
       where t.task_id = c.task_id and was.task_id = c.task_id and was.rework_at = c.sent_at
         and t.status = ${TaskStatus.COMPLETED} and (t.rework_at is null or t.rework_at < c.sent_at)
      returning ${SENT}),
    saved as (insert into complaint_task_undone (${SENT_COLUMNS}) select * from removed)
    ${selectChangedComplaints('removed')}`.execute(db);
  const restored = await sql<Omit<ComplaintChange, 'taken_back'>>`
    with restored as (
      delete from complaint_task_undone c using task t, customer_request r
       where t.task_id = c.task_id and r.id = c.request_id and r.job_id = t.job_id and c.task_id = any(${task_ids}::int[])
         and t.rework_at = c.sent_at and t.status = any(${IN_REWORK}::smallint[])
      returning ${SENT}),
    saved as (insert into complaint_task (${SENT_COLUMNS}) select * from restored)
    ${selectChangedComplaints('restored')}`.execute(db);
  await sql`
    update complaint_task c set quantity = t.rework_quantity from task t
     where t.task_id = c.task_id and c.task_id = any(${task_ids}::int[])
       and t.rework_at = c.sent_at and t.rework_quantity <> c.quantity`.execute(db);
  return [
    ...removed.rows.map((row) => ({ ...row, taken_back: true })),
    ...restored.rows.map((row) => ({ ...row, taken_back: false })),
  ];
}

/** Returns true if one of these tasks was completed at this instant. */
export async function hasCompletedTask(db: Database, task_ids: readonly number[], at: string): Promise<boolean> {
  const { rows } = await sql`
    select from task where task_id = any(${task_ids}::int[]) and status = ${TaskStatus.COMPLETED} and status_since = ${at} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
