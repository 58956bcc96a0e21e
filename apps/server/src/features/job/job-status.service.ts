import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { isAmong } from '../../db/list/condition.ts';
import { pipelined } from '../../db/driver/statement-marks.ts';

/**
 * Derives statuses and the completion time of jobs and details from their tasks (domain §2, decision 124). The caller
 * has the jobs' row locks, so only one process derives them.
 */
export async function refreshStatuses(db: Database, job_ids: readonly number[]): Promise<void> {
  await sql`${pipelined}
    with detail as (
      update job_detail d set status = s.status
        from job_detail e cross join lateral (
               select coalesce(min(t.status), 1) as status from task t where t.job_detail_id = e.job_detail_id) s
       where ${isAmong('e.job_id', job_ids)} and d.job_detail_id = e.job_detail_id and d.status <> s.status)
    update job j set job_status = s.job_status, completed_at = case when s.job_status = 'COMPLETED' then s.done_at end
      from job k cross join lateral (
             select case when coalesce(bool_and(t.status in (1, 2)), true) then 'TO_DO'
                         when bool_and(t.status = 9) then 'COMPLETED' else 'PENDING' end as job_status,
                    coalesce(max(t.end_time), max(t.status_since)) as done_at
               from task t where t.job_id = k.job_id) s
     where ${isAmong('k.job_id', job_ids)} and j.job_id = k.job_id
       and (j.job_status <> s.job_status or s.job_status = 'COMPLETED' and j.completed_at is distinct from s.done_at)`.execute(
    db,
  );
}
