import type { Workstream } from '@darkroom/domain/customer/enums';
import type { Instant } from '@darkroom/domain/calendar/day';
import type { HandoverPart, PARTS_OF_TODAY } from '@darkroom/domain/floor/shift-handover';
import type { TaskStatus } from '@darkroom/domain/task/status';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { toIso } from '../../db/driver/instant.ts';
import { bandPosition, isForecastAtRisk, TASK_FROM_STEPS, tasksAt } from './floor-sql.ts';

/** A task with its job, as in a shift handover. */
export interface ProblemTask {
  task_id: number;
  job_id: number;
  prod_id: string;
  sub_prod_id: string;
  job_name: string;
  job_priority: string | null;
  due_at: Instant | null;
  status: TaskStatus;
  status_since: Instant;
  editor: number | null;
  first_qc: number | null;
  second_qc: number | null;
  fault_stage: 1 | 2 | null;
  rework_qc_2: number | null;
  /** Note of the fault or the rework. */
  note: string | null;
}

/** Parts of a handover that consist of open work. */
export type WorkPart = Exclude<HandoverPart, (typeof PARTS_OF_TODAY)[number]>;

/** A part: total number, its first ids, and its first tasks. The task of a job is the slowest one. */
export interface ProblemWork {
  readonly total: number;
  readonly ids: readonly number[];
  readonly tasks: readonly ProblemTask[];
}
type Problems = Readonly<Record<WorkPart, ProblemWork>>;

/** Maximum number of ids and tasks in each part. */
interface Limits {
  readonly ids: number;
  readonly tasks: number;
}

/** Tasks `s` in each part, and the column of its ids. A job appears with its slowest task. */
const PART_CONDITIONS = {
  late: { id: 'job_id', where: 's.is_slowest and s.late' },
  at_risk: { id: 'job_id', where: 's.is_slowest and s.at_risk and not s.late' },
  urgent: { id: 'job_id', where: `s.is_slowest and s.job_priority = 'Urgent'` },
  faults: { id: 'task_id', where: 's.status in (10, 11)' },
  rework: { id: 'task_id', where: 's.status in (13, 14)' },
} as const satisfies Record<WorkPart, { id: string; where: string }>;
const WORK_PARTS = Object.keys(PART_CONDITIONS) as WorkPart[];

/** Condition that a task `t` is the slowest of its job. */
const IS_SLOWEST_OF_JOB = sql`row_number() over (partition by t.job_id order by ${bandPosition}, t.status_since, t.task_id) = 1`;

/**
 * Finds the open tasks that a handover mentions: the slowest of jobs late, at risk or urgent, all faults and rework.
 * Reads one index (`task_standing`).
 */
export const findProblems = (
  db: Database,
  workstreams: readonly Workstream[],
  now: Instant,
  limits: Limits,
): Promise<Problems> =>
  readProblems(db, limits, {
    openTasksCte: sql`open_tasks as materialized (
      select t.task_id, t.job_id, t.job_priority, t.status, t.status_since, t.due_at,
             t.due_at < ${now} is true as late, ${isForecastAtRisk('t.job_id')} as at_risk, ${IS_SLOWEST_OF_JOB} as is_slowest
        from task t where t.status <> 9 and t.workstream = any(${workstreams}::text[])
    )`,
    taskJoin: sql`join task w on w.task_id = s.task_id`,
    stepCondition: sql``,
  });

/**
 * Finds problems at an instant in the past (decision 130), with the due dates and forecasts of that time and current
 * priorities.
 */
export const findProblemsAt = (
  db: Database,
  workstreams: readonly Workstream[],
  until: Instant,
  limits: Limits,
): Promise<Problems> =>
  readProblems(db, limits, {
    openTasksCte: sql`${tasksAt(workstreams, until)}, ranked as (
      select t.*, ${IS_SLOWEST_OF_JOB} as is_slowest from tasks_at t where t.status <> 9
    ), changed as materialized (
      select distinct on (a.entity_id) a.entity_id::int as job_id, (a.before ->> 'due_at')::timestamptz as due_at
        from audit a where a.entity = 'job' and a.before ? 'due_at' and a.at >= ${until} order by a.entity_id, a.id
    ), with_due_date as (
      select p.task_id, p.job_id, p.moved, p.job_priority, p.status, p.status_since, p.is_slowest,
             case when c.job_id is not null then c.due_at else p.due_at end as due_at
        from ranked p left join changed c on c.job_id = p.job_id
    ), open_tasks as materialized (
      select p.*, p.due_at < ${until} is true as late,
             -- Late jobs and tasks that are not the slowest need no risk lookup.
             p.is_slowest and (p.due_at < ${until}) is not true and coalesce((
               select f.at_risk from forecast_log f
                where f.job_id = p.job_id and f.calculated_at < ${until} order by f.id desc limit 1), false) as at_risk
        from with_due_date p
    )`,
    taskJoin: sql`
      join task t on t.task_id = s.task_id
      left join task_history m on m.id = s.moved
      cross join lateral jsonb_populate_record(t, case when m.id is null then '{}' else coalesce(m.before, ${TASK_FROM_STEPS}) end) w`,
    stepCondition: sql`and h.at < ${until}`,
  });

interface OpenTasksSql {
  /** CTEs that end with the open tasks. */
  readonly openTasksCte: RawBuilder<unknown>;
  /** Join from a row `s` to the whole task at that time, `w`. */
  readonly taskJoin: RawBuilder<unknown>;
  /** Condition on the steps `h` that can have the note. */
  readonly stepCondition: RawBuilder<unknown>;
}

type PartsRow = { [part in WorkPart]: Pick<ProblemWork, 'total'> & { ids: number[] | null; tasks: number[] | null } };

/** Reads the open tasks that a handover mentions, by due date: number, ids, and the first rows of each part. */
async function readProblems(
  db: Database,
  limits: Limits,
  { openTasksCte, taskJoin, stepCondition }: OpenTasksSql,
): Promise<Problems> {
  const isInAnyPart = sql.raw(WORK_PARTS.map((part) => PART_CONDITIONS[part].where).join(' or '));
  const firstIds = (column: string, part: WorkPart, count: number) =>
    sql`(array_agg(${sql.ref(`s.${column}`)}) filter (where ${sql.raw(PART_CONDITIONS[part].where)}))[:${sql.lit(count)}]`;
  const partCounts = WORK_PARTS.flatMap((part) => [
    sql`count(*) filter (where ${sql.raw(PART_CONDITIONS[part].where)})::int as ${sql.ref(part)}`,
    sql`${firstIds(PART_CONDITIONS[part].id, part, limits.ids)} as ${sql.ref(`${part}_ids`)}`,
    sql`${firstIds('task_id', part, limits.tasks)} as ${sql.ref(`${part}_tasks`)}`,
  ]);
  const partColumns = WORK_PARTS.map(
    (part) =>
      sql`json_build_object('total', c.${sql.ref(part)}, 'ids', c.${sql.ref(`${part}_ids`)}, 'tasks', c.${sql.ref(`${part}_tasks`)}) as ${sql.ref(part)}`,
  );
  const shownTaskIds = sql.join(
    WORK_PARTS.map((part) => sql`c.${sql.ref(`${part}_tasks`)}`),
    sql` || `,
  );
  const { rows } = await sql<PartsRow & { open_tasks: ProblemTask[] | null }>`
    with ${openTasksCte}, counted as (
      select ${sql.join(partCounts)}
        from (select s.* from open_tasks s where ${isInAnyPart} order by s.due_at nulls last, s.status_since, s.task_id) s
    )
    select ${sql.join(partColumns)}, (
      select json_agg(json_build_object(
               'task_id', s.task_id, 'job_id', s.job_id, 'prod_id', j.prod_id, 'sub_prod_id', d.sub_prod_id, 'job_name', j.job_name,
               'job_priority', s.job_priority, 'due_at', s.due_at, 'status', s.status, 'status_since', s.status_since,
               'editor', w.editor, 'first_qc', w.first_qc, 'second_qc', w.second_qc, 'fault_stage', w.fault_stage, 'rework_qc_2', w.rework_qc_2,
               'note', case when s.status in (13, 14) then w.rework_notes
                            when s.status in (10, 11) then (
                              select coalesce(h.fault_note, h.note) from task_history h
                               where h.task_id = s.task_id and h.to_status = s.status and h.fault_kinds is not null ${stepCondition}
                               order by h.id desc limit 1) end))
        from (select distinct unnest(${shownTaskIds}) as task_id) shown join open_tasks s using (task_id) ${taskJoin}
        join job j on j.job_id = s.job_id join job_detail d on d.job_detail_id = w.job_detail_id) as open_tasks
      from counted c`.execute(db);
  const row = rows[0]!;
  const byId = new Map(row.open_tasks?.map((task) => [task.task_id, toIsoTimes(task)]));
  const toProblemWork = (part: WorkPart): ProblemWork => {
    const { total, ids, tasks } = row[part];
    return { total, ids: ids ?? [], tasks: tasks?.map((id) => byId.get(id)!) ?? [] };
  };
  return Object.fromEntries(WORK_PARTS.map((part) => [part, toProblemWork(part)])) as Record<WorkPart, ProblemWork>;
}

const toIsoTimes = (task: ProblemTask): ProblemTask => ({
  ...task,
  due_at: toIso(task.due_at),
  status_since: toIso(task.status_since),
});
