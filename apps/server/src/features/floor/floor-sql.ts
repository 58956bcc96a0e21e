import type { Instant } from '@darkroom/domain/calendar/day';
import type { Workstream } from '@darkroom/domain/customer/enums';
import { BANDS, BAND_RULES, getBandStatuses, type Band, type BandCondition } from '@darkroom/domain/floor/bands';
import { sql, type RawBuilder } from 'kysely';
import type { Condition } from '../../db/list/condition.ts';

/** Returns the condition that a job (by the column of its id) has a forecast after its due date (decision 126). */
export const isForecastAtRisk = (job_id: string): RawBuilder<boolean> =>
  sql`exists (select from job_forecast f where f.job_id = ${sql.ref(job_id)} and f.at_risk)`;

/** SQL of each condition of a band (domain/floor/bands) for a task `t`. */
const BAND_CONDITIONS: Readonly<Record<BandCondition, string>> = {
  fault_of_first: 't.fault_stage is distinct from 2',
  fault_of_second: 't.fault_stage = 2',
  no_recheck: 't.rework_qc_1 is null',
  one_recheck: 't.rework_qc_1 is not null and t.rework_qc_2 is null',
  rechecked: 't.rework_qc_1 is not null and t.rework_qc_2 is not null',
};

const BAND_CASES = BAND_RULES.map(
  ({ band, statuses, condition }) =>
    `when t.status in (${statuses.join()})${condition ? ` and ${BAND_CONDITIONS[condition]}` : ''} then ${BANDS.indexOf(band)}`,
);

/** Position of the band of a task `t`. Mirrors `findBand` in the domain. */
export const bandPosition: RawBuilder<number> = sql.raw(`case ${BAND_CASES.join(' ')} end`);

/** Returns the condition that a task `t` is in a band. The statuses are repeated alone, because an index has them. */
export const bandCondition = (band: Band): Condition =>
  sql`(t.status <> 9 and t.status in (${sql.raw(getBandStatuses(band).join())}) and ${bandPosition} = ${BANDS.indexOf(band)})`;

/** Steps `h` of a task `t` before the move `m`, which was its first move after the instant. */
const IS_EARLIER_STEP = sql`h.task_id = t.task_id and h.id < m.id`;

/** Start of the status that the `last` earlier step led to. */
const STATUS_SINCE = sql`(
  select min(h.at) from task_history h where ${IS_EARLIER_STEP} and h.id > coalesce((
    select max(h.id) from task_history h where ${IS_EARLIER_STEP} and h.to_status <> last.to_status), 0))`;

/** The check that found the fault. */
const FAULT_STAGE = sql`(
  select h.to_status - 9 from task_history h where ${IS_EARLIER_STEP} and h.to_status in (10, 11) order by h.id desc limit 1)`;

/** Users who rechecked completed rework, in order. */
const RECHECKED_BY = sql`(
  select array_agg(h.user_id order by h.id) from task_history h
   where ${IS_EARLIER_STEP} and h.action = 'recheck'
     and h.id > (select max(h.id) from task_history h where ${IS_EARLIER_STEP} and h.to_status = 14 and h.from_status <> 14))`;

/** Columns of a task that decide its band. */
const BAND_COLUMNS = sql.raw(
  't.task_id, t.job_id, t.job_priority, t.status, t.status_since, t.due_at, t.fault_stage, t.rework_qc_1, t.rework_qc_2, t.created_at',
);

/**
 * Selects a column of a task `t` from the snapshot of its first later move (`m`). Without a snapshot, the column comes
 * from the earlier steps.
 */
function selectSnapshotColumn(column: string, type: string, bySteps?: RawBuilder<unknown>): RawBuilder<unknown> {
  const key = sql.lit(column);
  return sql`case when m.before ? ${key} then (m.before ->> ${key})::${sql.raw(type)}
    ${bySteps ? sql`when m.id is not null and m.before is null then ${bySteps}` : sql``}
    else ${sql.ref(`t.${column}`)} end as ${sql.ref(column)}`;
}

/**
 * Returns the CTE with the open tasks of workstreams at a past instant (`moved` is the first later move). It restores
 * only the columns of the band.
 */
export const tasksAt = (workstreams: readonly Workstream[], until: Instant): RawBuilder<unknown> => {
  const isOfWorkstreams = sql`t.workstream = any(${workstreams}::text[]) and t.created_at < ${until}`;
  return sql`candidates as (
      select ${BAND_COLUMNS} from task t where t.status <> 9 and ${isOfWorkstreams}
      union all
      select c.* from (select distinct h.task_id from task_history h where h.to_status = 9 and h.at >= ${until}) completed
       cross join lateral (
         select ${BAND_COLUMNS} from task t where t.task_id = completed.task_id and t.status = 9 and ${isOfWorkstreams} limit 1) c
    ), tasks_at as materialized (
      select t.task_id, t.job_id, m.id as moved,
             ${selectSnapshotColumn('job_priority', 'text')},
             ${selectSnapshotColumn('due_at', 'timestamptz')},
             ${selectSnapshotColumn('status', 'smallint', sql`coalesce(last.to_status, 1)`)},
             ${selectSnapshotColumn('status_since', 'timestamptz', sql`case when last.to_status is null then t.created_at else ${STATUS_SINCE} end`)},
             ${selectSnapshotColumn('fault_stage', 'smallint', sql`case when last.to_status = 12 then ${FAULT_STAGE} end`)},
             ${selectSnapshotColumn('rework_qc_1', 'int', sql`case when last.to_status = 14 then ${RECHECKED_BY}[1] end`)},
             ${selectSnapshotColumn('rework_qc_2', 'int', sql`case when last.to_status = 14 then ${RECHECKED_BY}[2] end`)}
        from candidates t
        left join lateral (
          select h.id, h.before from task_history h where h.task_id = t.task_id and h.at >= ${until} order by h.id limit 1
        ) m on true
        left join lateral (
          select h.to_status from task_history h where m.before is null and ${IS_EARLIER_STEP} order by h.id desc limit 1
        ) last on true
    )`;
};

/**
 * A whole task `t` before the move `m`, from its steps. Undos, handovers and changes of supporters have no snapshot. A
 * task without a step has no people.
 */
export const TASK_FROM_STEPS: RawBuilder<unknown> = sql`coalesce((
  select jsonb_build_object(
           'status', last.to_status, 'editor', last.editor, 'first_qc', last.first_qc, 'second_qc', last.second_qc,
           'status_since', ${STATUS_SINCE}, 'fault_stage', ${FAULT_STAGE}, 'rework_qc_1', ${RECHECKED_BY}[1], 'rework_qc_2', ${RECHECKED_BY}[2],
           'rework_notes', (select h.note from task_history h where ${IS_EARLIER_STEP} and h.action = 'rework' order by h.id desc limit 1))
    from (select h.* from task_history h where ${IS_EARLIER_STEP} order by h.id desc limit 1) last
  ), jsonb_build_object('status', 1, 'status_since', t.created_at, 'editor', null, 'first_qc', null, 'second_qc', null))`;
