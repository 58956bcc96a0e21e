import { TaskStatus } from '@darkroom/domain/task/status';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

/** The complaints that sent any of these tasks to rework, in id order. */
export async function findComplaintsOf(db: Database, task_ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ request_id: number }>`
    select distinct request_id from complaint_task where task_id = any(${task_ids}::int[]) order by request_id`.execute(
    db,
  );
  return rows.map((row) => row.request_id);
}

/** What goes from complaints when tasks are deleted: by complaint, in id order, the numbers of the details they were of. */
export async function findLeaving(db: Database, task_ids: readonly number[]) {
  const { rows } = await sql<{ request_id: number; tasks: string }>`
    select c.request_id, string_agg(distinct d.sub_prod_id || ' #' || t.task_id, ', ') as tasks
      from complaint_task c join task t on t.task_id = c.task_id join job_detail d on d.job_detail_id = t.job_detail_id
     where c.task_id = any(${task_ids}::int[]) group by c.request_id order by c.request_id`.execute(db);
  return rows;
}

/**
 * Brings what complaints have sent to rework up to what the tasks say: a rework that was taken back (its task is Completed as before
 * it) was never sent, and one whose quantity was changed has that quantity. A correction that puts the task anywhere else takes nothing
 * back. `before` says since when tasks were in rework; what was sent earlier, and is long done, stays.
 */
export async function keepInStep(
  db: Database,
  before: readonly { task_id: number; rework_at: string | null }[],
): Promise<void> {
  const task_ids = before.map((task) => task.task_id);
  await sql`
    delete from complaint_task c using task t, unnest(${task_ids}::int[], ${before.map((task) => task.rework_at)}::timestamptz[]) was (task_id, rework_at)
     where t.task_id = c.task_id and was.task_id = c.task_id and was.rework_at = c.sent_at
       and t.status = ${TaskStatus.COMPLETED} and (t.rework_at is null or t.rework_at < c.sent_at)`.execute(db);
  await sql`
    update complaint_task c set quantity = t.rework_quantity from task t
     where t.task_id = c.task_id and c.task_id = any(${task_ids}::int[])
       and t.rework_at = c.sent_at and t.rework_quantity <> c.quantity`.execute(db);
}

/** Whether any of these tasks was completed at this instant. */
export async function anyCompleted(db: Database, task_ids: readonly number[], at: string): Promise<boolean> {
  const { rows } = await sql`
    select from task where task_id = any(${task_ids}::int[]) and status = ${TaskStatus.COMPLETED} and status_since = ${at} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
