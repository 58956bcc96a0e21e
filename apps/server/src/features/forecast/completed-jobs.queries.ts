import type { Instant } from '@darkroom/domain/calendar/day';
import { LATE_REASONS, type LateReason } from '@darkroom/domain/due-date/reasons';
import type { TaskStatus } from '@darkroom/domain/task/status';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../db/connect.ts';

/** Removes the oldest jobs from the queue of completed, reopened or changed jobs to measure, up to a limit. */
export async function takeCompletedJobs(db: Database, limit: number): Promise<number[]> {
  const { rows } = await sql<{ job_id: number }>`
    delete from completed_job_queue where id in (select id from completed_job_queue order by id limit ${limit}) returning job_id`.execute(
    db,
  );
  return [...new Set(rows.map(({ job_id }) => job_id))];
}

export interface CompletedJob {
  readonly job_id: number;
  readonly completed_at: Instant | null;
  readonly due_at: Instant | null;
  readonly first_due_at: Instant | null;
  readonly cus_id1: number;
  /** Instant up to which the steps of the task are part of the learned durations. */
  readonly known_until: Instant | null;
}

export async function findCompletedJobs(db: Database, ids: readonly number[]): Promise<CompletedJob[]> {
  const { rows } = await sql<CompletedJob>`
    select j.job_id, j.completed_at, j.due_at, j.first_due_at, c.cus_id1, coalesce(p.known_until, p.completed_at) as known_until
      from job j join cus2 c on c.id = j.customer2_id left join job_due_result p on p.job_id = j.job_id
     where j.job_id = any(${ids}::int[]) order by j.job_id`.execute(db);
  return rows;
}

export interface CompletedTask {
  readonly task_id: number;
  readonly job_id: number;
  readonly service_cat2_id: number;
  readonly pieces: number;
  readonly created_at: Instant;
  /** Completion time, including corrections. */
  readonly ended_at: Instant;
  readonly moves: readonly { readonly at: Instant; readonly to_status: TaskStatus }[];
}

/** Finds the tasks of jobs with their moves, oldest first. */
export async function findCompletedTasks(db: Database, job_ids: readonly number[]): Promise<CompletedTask[]> {
  const { rows } = await sql<CompletedTask>`
    select t.task_id, t.job_id, t.service_cat2_id, t.created_at, coalesce(t.end_time, t.status_since) as ended_at,
           greatest(1, d.quantity / (select count(*) from task o where o.job_detail_id = t.job_detail_id))::int as pieces,
           (select coalesce(json_agg(json_build_object('at', h.at, 'to_status', h.to_status) order by h.id), '[]'::json)
              from task_history h where h.task_id = t.task_id) as moves
      from task t join job_detail d on d.job_detail_id = t.job_detail_id
     where t.job_id = any(${job_ids}::int[]) order by t.task_id`.execute(db);
  return rows;
}

export interface DueDateResult {
  readonly job_id: number;
  readonly month: string;
  readonly completed_at: Instant;
  readonly cus_id1: number;
  readonly categories: readonly number[];
  readonly on_time: boolean | null;
  readonly first_on_time: boolean | null;
  readonly changed: boolean | null;
  readonly late_minutes: number;
  readonly reason: LateReason | null;
  readonly minutes: readonly number[];
  readonly known_until: Instant | null;
}

/** Stores on-time results. Returns the months whose figures changed. */
export async function saveDueDateResults(
  db: Database,
  completed: readonly DueDateResult[],
  reopened: readonly number[],
): Promise<string[]> {
  const ids = [...completed.map(({ job_id }) => job_id), ...reopened];
  const { rows: before } = await sql<{ month: string }>`
    select distinct month from job_due_result where job_id = any(${ids}::int[])`.execute(db);
  if (reopened.length > 0)
    await sql`update job_due_result set reopened = true where job_id = any(${reopened}::int[])`.execute(db);
  if (completed.length > 0)
    await sql`
      insert into job_due_result (job_id, month, completed_at, cus_id1, categories, on_time, first_on_time, changed, late_minutes, reason, minutes, known_until)
      select r.* from jsonb_to_recordset(${JSON.stringify(completed)}::jsonb) as r (job_id int, month date, completed_at timestamptz, cus_id1 int,
               categories int[], on_time boolean, first_on_time boolean, changed boolean, late_minutes int, reason text, minutes int[], known_until timestamptz)
          on conflict (job_id) do update set month = excluded.month, completed_at = excluded.completed_at, cus_id1 = excluded.cus_id1,
             categories = excluded.categories, reopened = false, on_time = excluded.on_time, first_on_time = excluded.first_on_time, changed = excluded.changed,
             late_minutes = excluded.late_minutes, reason = excluded.reason, minutes = excluded.minutes,
             known_until = greatest(job_due_result.known_until, excluded.known_until)`.execute(db);
  return [...new Set([...before.map(({ month }) => month), ...completed.map(({ month }) => month)])];
}

const STATUSES = Array.from({ length: 14 }, (_, index) => index + 1);
const toArraySql = (parts: readonly RawBuilder<unknown>[]) => sql`array[${sql.join(parts)}]`;

/** Calculates months again from their jobs, so that sums cannot drift, and removes empty ones. */
export async function recountMonths(db: Database, months: readonly string[] | 'all'): Promise<void> {
  const monthCondition = months === 'all' ? sql`true` : sql`month = any(${months}::date[])`;
  if (months !== 'all' && months.length === 0) return;
  const reasons = toArraySql(
    LATE_REASONS.map((reason) => sql`count(*) filter (where p.reason = ${sql.lit(reason)})::int`),
  );
  const minutes = toArraySql(
    STATUSES.map((n) => sql`coalesce(sum(p.minutes[${sql.lit(n)}]) filter (where not p.on_time), 0)::bigint`),
  );
  await sql`delete from due_date_month where ${monthCondition}`.execute(db);
  await sql`
    insert into due_date_month (month, facet, value, completed, on_time, first_on_time, changed, late_minutes, reasons, minutes)
    select p.month, f.facet, f.value, count(*), count(*) filter (where p.on_time), count(*) filter (where p.first_on_time),
           count(*) filter (where p.changed), sum(p.late_minutes), ${reasons}, ${minutes}
      from job_due_result p
      cross join lateral (select 'whole' as facet, 0 as value union all select 'customer', p.cus_id1
                          union all select 'category', k from unnest(p.categories) k) f
     where ${monthCondition} and p.on_time is not null and not p.reopened
     group by p.month, f.facet, f.value`.execute(db);
}
