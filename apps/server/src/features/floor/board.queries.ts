import type { Workstream } from '@darkroom/domain/customer/enums';
import type { Instant } from '@darkroom/domain/calendar/day';
import { EDITOR_CODE, QC_CODE } from '@darkroom/domain/task/decide';
import { IN_PROGRESS } from '@darkroom/domain/task/status';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { isAway } from '../../db/people.ts';
import { bandPosition, isForecastAtRisk } from './floor-sql.ts';

export interface BandRow {
  position: number;
  tasks: number;
  tasks_listed_earlier: number;
  job_count: number;
  oldest: Instant | null;
  late: number;
  at_risk: number;
}

export interface BoardJob {
  position: number;
  job_id: number;
  prod_id: string;
  job_name: string;
  job_priority: string | null;
  due_at: Instant | null;
  late: boolean;
  at_risk: boolean;
  since: Instant;
  strip: { task_id: number; sub_prod_id: string; status: number }[];
}

/**
 * Finds the open work by band, with the first jobs of each: late, urgent, at risk, due first, waiting longest. A job is
 * in its slowest task's band.
 */
export async function findBands(
  db: Database,
  workstreams: readonly Workstream[],
  now: Instant,
  limit: number,
): Promise<{ bands: BandRow[]; jobs: BoardJob[] }> {
  const { rows } = await sql<{ bands: BandRow[] | null; jobs: BoardJob[] | null }>`
    with open_tasks as materialized (
      select t.job_id, t.status_since, t.due_at, t.job_priority, ${bandPosition} as position,
             t.due_at < ${now} as late, ${isForecastAtRisk('t.job_id')} as at_risk
        from task t where t.status <> 9 and t.workstream = any(${workstreams}::text[])
    ), jobs as (
      select job_id, min(position) as position, min(status_since) as since, max(due_at) as due_at, max(job_priority) as job_priority,
             coalesce(bool_or(late), false) as late, coalesce(bool_or(at_risk), false) as at_risk
        from open_tasks group by job_id
    ), counted as (
      select s.position, count(*)::int as tasks, count(*) filter (where j.position < s.position)::int as tasks_listed_earlier,
             min(s.status_since) as oldest, count(*) filter (where s.late)::int as late,
             count(*) filter (where s.at_risk and s.late is not true)::int as at_risk
        from open_tasks s join jobs j using (job_id) group by s.position
    ), ranked as (
      select *, count(*) over (partition by position)::int as job_count, row_number() over (
          partition by position order by late desc, job_priority is not distinct from 'Urgent' desc, at_risk desc, due_at nulls last, since, job_id) as nth
        from jobs
    )
    select
      (select json_agg(json_build_object('position', c.position, 'tasks', c.tasks, 'tasks_listed_earlier', c.tasks_listed_earlier, 'oldest', c.oldest, 'late', c.late, 'at_risk', c.at_risk,
          'job_count', coalesce((select r.job_count from ranked r where r.position = c.position limit 1), 0))) from counted c) as bands,
      (select json_agg(json_build_object('position', r.position, 'job_id', r.job_id, 'prod_id', j.prod_id, 'job_name', j.job_name,
          'job_priority', r.job_priority, 'due_at', r.due_at, 'late', r.late, 'at_risk', r.at_risk and not r.late, 'since', r.since,
          'strip', (select json_agg(json_build_object('task_id', t.task_id, 'sub_prod_id', d.sub_prod_id, 'status', t.status)
                             order by d.sub_number, t.task_id)
                      from task t join job_detail d using (job_detail_id)
                     where t.job_id = r.job_id and t.workstream = any(${workstreams}::text[]))) order by r.position, r.nth)
         from ranked r join job j using (job_id) where r.nth <= ${limit}) as jobs`.execute(db);
  return { bands: rows[0]?.bands ?? [], jobs: rows[0]?.jobs ?? [] };
}

export interface WorkingRow {
  user_id: number;
  full_name: string;
  role: 'editor' | 'first_qc' | 'second_qc';
  task_id: number;
  sub_prod_id: string;
  job_id: number;
  job_name: string;
  since: Instant;
}

export interface IdleRow {
  user_id: number;
  full_name: string;
  since: Instant;
  waits: number;
}

const toStatusArray = (list: readonly number[]) => sql.raw(`'{${list.join()}}'::smallint[]`);

/** Returns the condition that a person (`of`) has started something in any workstream. It takes three index reads. */
const hasStartedWork = (idColumn: string) => sql`(
  exists (select 1 from task b where b.editor = ${sql.ref(idColumn)} and b.status = any(${toStatusArray(IN_PROGRESS.editor)}))
  or exists (select 1 from task b where b.first_qc = ${sql.ref(idColumn)} and b.status = any(${toStatusArray(IN_PROGRESS.first_qc)}))
  or exists (select 1 from task b where b.second_qc = ${sql.ref(idColumn)} and b.status = any(${toStatusArray(IN_PROGRESS.second_qc)})))`;

/**
 * Finds people with their current work and its start, and idle people: with a code of the workstreams, a session since
 * an instant, nothing started, and not on leave.
 */
export async function findFloorPeople(
  db: Database,
  workstreams: readonly Workstream[],
  presentSince: Instant,
  now: Instant,
): Promise<{ working: WorkingRow[]; idle: IdleRow[] }> {
  const codes = workstreams.flatMap((workstream) => [EDITOR_CODE[workstream], QC_CODE[workstream]]);
  const { rows } = await sql<{ working: WorkingRow[] | null; idle: IdleRow[] | null }>`
    select
      (select json_agg(json_build_object('user_id', u.id, 'full_name', u.full_name, 'role', w.role, 'task_id', t.task_id,
          'sub_prod_id', d.sub_prod_id, 'job_id', t.job_id, 'job_name', j.job_name, 'since', t.status_since) order by t.status_since, t.task_id)
         from task t
         cross join lateral (values ('editor', t.editor, 3), ('first_qc', t.first_qc, 5), ('second_qc', t.second_qc, 7)) w (role, who, status)
         join user_account u on u.id = w.who
         join job_detail d using (job_detail_id) join job j on j.job_id = t.job_id
        where t.status in (3, 5, 7) and t.workstream = any(${workstreams}::text[]) and w.status = t.status) as working,
      (select json_agg(json_build_object('user_id', i.id, 'full_name', i.full_name, 'since', i.since, 'waits', i.waits) order by i.since, i.id)
         from (
           select u.id, u.full_name,
                  greatest(seen.since, (select max(h.at) from task_history h where h.user_id = u.id and h.at >= ${presentSince})) as since,
                  (select count(*)::int from task b where b.editor = u.id and b.status in (2, 10, 11, 13)) as waits
             from user_account u join staff s on s.id = u.id
             cross join lateral (
               select max(case when n.created_at >= ${presentSince} then n.created_at else ${presentSince}::timestamptz end) as since
                 from session n where n.user_id = u.id and n.last_used_at >= ${presentSince}) seen
            where u.active and seen.since is not null and not ${isAway(now)}
              and exists (select 1 from group_permission g join permission p on p.id = g.permission_id
                           where g.group_id = s.group_id and p.codename = any(${codes}::text[]))
              and not ${hasStartedWork('u.id')}
         ) i) as idle`.execute(db);
  return { working: rows[0]?.working ?? [], idle: rows[0]?.idle ?? [] };
}
