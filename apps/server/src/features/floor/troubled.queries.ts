import type { Workstream } from '@darkroom/domain/customer/enums';
import type { Instant } from '@darkroom/domain/calendar/day';
import type { TaskStatus } from '@darkroom/domain/task/status';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { bandPlace } from './band-sql.ts';
import { atRisk } from './risk-sql.ts';

/** A task with its job, as a brief tells of it. */
export interface OpenTask {
  task_id: number;
  job_id: number;
  prod_id: string;
  sub_prod_id: string;
  job_name: string;
  job_priority: string | null;
  due_at: Instant | null;
  late: boolean;
  at_risk: boolean;
  status: TaskStatus;
  status_since: Instant;
  editor: number | null;
  first_qc: number | null;
  second_qc: number | null;
  fault_stage: 1 | 2 | null;
  rework_qc_2: number | null;
  /** It is its job's hindmost: what the job waits for. */
  hindmost: boolean;
  /** What was found wrong, or is to be redone. */
  note: string | null;
}

/** Faults and rework: a brief tells of each such task. Of other tasks it tells where their job is in trouble. */
const TOLD_EACH = sql.raw('(10, 11, 13, 14)');

/** A task `t` is the hindmost of its job. */
const HINDMOST = sql`row_number() over (partition by t.job_id order by ${bandPlace}, t.status_since, t.task_id) = 1`;

/** Open tasks of some workstreams that a brief has anything to say of: of jobs late, at risk or urgent the hindmost; faults and rework all. */
export const findTroubled = (db: Database, workstreams: readonly Workstream[], now: Instant): Promise<OpenTask[]> =>
  tellOf(
    db,
    sql`standing as materialized (
      select t.*, t.due_at < ${now} is true as late, ${atRisk('t.job_id')} as at_risk, ${HINDMOST} as hindmost
        from task t where t.status <> 9 and t.workstream = any(${workstreams}::text[])
    )`,
    sql``,
  );

/**
 * The same as it stood at an instant that is past (decision 130): a task that has not moved since as it is, any other as its first move
 * since found it. Late is told by what was promised then, at risk by what was forecast then; urgent is what is urgent now.
 */
export const findTroubledAt = (db: Database, workstreams: readonly Workstream[], until: Instant): Promise<OpenTask[]> =>
  tellOf(
    db,
    sql`seen as (
      select t as now from task t where t.status <> 9 and t.workstream = any(${workstreams}::text[]) and t.created_at < ${until}
      union all
      -- What was completed since, one by one: no more is read than has happened since, however old the bureau.
      select c.task from (select distinct h.task_id from task_history h where h.to_status = 9 and h.at >= ${until}) done
       cross join lateral (
         select t as task from task t
          where t.task_id = done.task_id and t.status = 9 and t.workstream = any(${workstreams}::text[]) and t.created_at < ${until} limit 1) c
    ), stood as materialized (
      select was.* from seen
        left join lateral (
          select h.id, h.before from task_history h where h.task_id = (now).task_id and h.at >= ${until} order by h.id limit 1
        ) moved on true
        cross join lateral jsonb_populate_record(
          now, case when moved.id is null then '{}' else coalesce(moved.before, ${byItsSteps(until)}) end) was
    ), placed as (
      select t.*, ${HINDMOST} as hindmost from stood t where t.status <> 9
    ), standing as materialized (
      select p.task_id, p.job_id, p.job_detail_id, p.job_priority, p.status, p.status_since, p.editor, p.first_qc, p.second_qc,
             p.fault_stage, p.rework_qc_2, p.rework_notes, p.hindmost, promised.due_at, promised.due_at < ${until} is true as late,
             coalesce((select f.at_risk from forecast_log f
                        where f.job_id = p.job_id and f.made_at < ${until} order by f.id desc limit 1), false) as at_risk
        from placed p
        left join lateral (
          select a.id, a.before from audit a
           where a.entity = 'job' and a.entity_id = p.job_id::text and a.at >= ${until} and a.before ? 'due_at' order by a.id limit 1
        ) changed on true
        cross join lateral (
          select case when changed.id is not null then (changed.before ->> 'due_at')::timestamptz else p.due_at end as due_at
        ) promised
       where p.hindmost or p.status in ${TOLD_EACH}
    )`,
    sql`and h.at < ${until}`,
  );

/**
 * A task `now` at an instant by its steps before it, for want of a picture of it: an undo, a hand-over and a change of supporters keep none.
 * Of a task without a step nobody had taken it up.
 */
const byItsSteps = (until: Instant): RawBuilder<unknown> => {
  const before = sql`h.task_id = (now).task_id and h.at < ${until}`;
  return sql`coalesce((
    select jsonb_build_object(
             'status', last.to_status, 'editor', last.editor, 'first_qc', last.first_qc, 'second_qc', last.second_qc,
             'status_since', (
               select min(h.at) from task_history h where ${before} and h.id > coalesce((
                 select max(h.id) from task_history h where ${before} and h.to_status <> last.to_status), 0)),
             'fault_stage', (
               select h.to_status - 9 from task_history h where ${before} and h.to_status in (10, 11) order by h.id desc limit 1),
             'rework_qc_1', checked.by[1], 'rework_qc_2', checked.by[2],
             'rework_notes', (select h.note from task_history h where ${before} and h.action = 'rework' order by h.id desc limit 1))
      from (select h.* from task_history h where ${before} order by h.id desc limit 1) last
      cross join lateral (
        select array_agg(h.user_id order by h.id) as by from task_history h
         where ${before} and h.action = 'recheck'
           and h.id > (select max(h.id) from task_history h where ${before} and h.to_status = 14 and h.from_status <> 14)) checked
    ), jsonb_build_object('status', 1, 'status_since', (now).created_at, 'editor', null, 'first_qc', null, 'second_qc', null))`;
};

/** Of the tasks of `standing` those a brief tells of, the soonest promised first; `within` narrows the steps `h` a note may come from. */
async function tellOf(db: Database, standing: RawBuilder<unknown>, within: RawBuilder<unknown>): Promise<OpenTask[]> {
  const { rows } = await sql<OpenTask>`
    with ${standing}
    select s.task_id, s.job_id, j.prod_id, d.sub_prod_id, j.job_name, s.job_priority, s.due_at, s.late, s.at_risk and not s.late as at_risk,
           s.status, s.status_since, s.editor, s.first_qc, s.second_qc, s.fault_stage, s.rework_qc_2, s.hindmost,
           case when s.status in (13, 14) then s.rework_notes
                when s.status in (10, 11) then (
                  select coalesce(h.fault_note, h.note) from task_history h
                   where h.task_id = s.task_id and h.to_status = s.status and h.fault_kinds is not null ${within} order by h.id desc limit 1)
                end as note
      from standing s join job j using (job_id) join job_detail d using (job_detail_id)
     where s.status in ${TOLD_EACH} or s.hindmost and (s.late or s.at_risk or s.job_priority = 'Urgent')
     order by s.due_at nulls last, s.status_since, s.task_id`.execute(db);
  return rows;
}
