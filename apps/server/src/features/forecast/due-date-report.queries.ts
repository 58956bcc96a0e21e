import type { Instant, Month } from '@darkroom/domain/calendar/day';
import type { JobForecast } from '@darkroom/contract/due-date/forecast';
import type { VisibleTask } from '@darkroom/domain/task/visibility';
import type { LateReason } from '@darkroom/domain/due-date/reasons';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

interface MonthRange {
  readonly from: Month;
  readonly to: Month;
}

const isInMonths = ({ from, to }: MonthRange) => sql`month between ${`${from}-01`}::date and ${`${to}-01`}::date`;

/** Sum of a month or a part of it. */
export interface DueDateSum {
  readonly month: string;
  readonly value: number;
  readonly name: string | null;
  readonly completed: number;
  readonly on_time: number;
  readonly first_on_time: number;
  readonly changed: number;
  readonly late_minutes: number;
}

export interface WholeMonth extends DueDateSum {
  readonly reasons: readonly number[];
  readonly minutes: readonly number[];
}

/** Finds the months of the whole bureau, oldest first. */
export async function findWholeMonths(db: Database, months: MonthRange): Promise<WholeMonth[]> {
  const { rows } = await sql<WholeMonth>`
    select to_char(month, 'YYYY-MM') as month, value, null as name, completed, on_time, first_on_time, changed, late_minutes, reasons, minutes
      from due_date_month where facet = 'whole' and ${isInMonths(months)} order by 1`.execute(db);
  return rows;
}

/** Finds the sums over the months by customer 1 or category 2. Those with the most jobs come first. */
export async function findDueDateSums(
  db: Database,
  facet: 'customer' | 'category',
  months: MonthRange,
): Promise<DueDateSum[]> {
  const name =
    facet === 'customer'
      ? sql`(select c0.name || ' › ' || c1.name from cus1 c1 join cus0 c0 on c0.id = c1.cus_id0 where c1.id = s.value)`
      : sql`(select k1.name || ' / ' || k2.name from service_cat2 k2 join service_cat1 k1 on k1.id = k2.cat1_id where k2.id = s.value)`;
  const { rows } = await sql<DueDateSum>`
    select '' as month, s.value, ${name} as name, s.completed, s.on_time, s.first_on_time, s.changed, s.late_minutes
      from (select value, sum(completed)::int8 as completed, sum(on_time)::int8 as on_time, sum(first_on_time)::int8 as first_on_time,
                   sum(changed)::int8 as changed, sum(late_minutes)::int8 as late_minutes
              from due_date_month where facet = ${facet} and ${isInMonths(months)} group by value) s
     order by s.completed desc, name, s.value`.execute(db);
  return rows;
}

export interface LateJob {
  readonly job_id: number;
  readonly prod_id: string;
  readonly job_name: string;
  readonly customer: string;
  readonly due_at: Instant;
  readonly completed_at: Instant;
  readonly late_minutes: number;
  readonly reason: LateReason | null;
}

/** Finds the latest jobs of a period: some of each month by the index, then the latest of those. */
export async function findLatestJobs(db: Database, months: readonly string[], limit: number): Promise<LateJob[]> {
  const { rows } = await sql<LateJob>`
    select p.job_id, j.prod_id, j.job_name, c0.name || ' › ' || c1.name as customer, j.due_at, p.completed_at, p.late_minutes, p.reason
      from (select l.* from unnest(${months}::date[]) m (month)
              cross join lateral (select * from job_due_result where month = m.month and not on_time and not reopened
                                   order by late_minutes desc, job_id limit ${limit}) l
             order by l.late_minutes desc, l.job_id limit ${limit}) p
      join job j on j.job_id = p.job_id
      join cus1 c1 on c1.id = p.cus_id1 join cus0 c0 on c0.id = c1.cus_id0
     where j.due_at is not null
     order by p.late_minutes desc, p.job_id`.execute(db);
  return rows;
}

export interface ScoreSum {
  readonly key: number | string;
  readonly name: string | null;
  readonly scored: number;
  readonly inside_p50: number;
  readonly inside_p80: number;
  readonly error_minutes: number;
  readonly first_scored: number;
  readonly first_inside_p80: number;
  readonly outside_hours_count: number;
}

/** Finds the instant of the last run, up to which completed work is counted. Null if there was no run. */
export async function findLastRunAt(db: Database): Promise<Instant | null> {
  const { rows } = await sql<{ last_run_at: Instant | null }>`select last_run_at from forecast_tuning`.execute(db);
  return rows[0]?.last_run_at ?? null;
}

/** Finds the results of forecasts by month (oldest first) or by category 2 (most first). */
export async function findScores(db: Database, by: 'month' | 'category', months: MonthRange): Promise<ScoreSum[]> {
  const key = by === 'month' ? sql`to_char(month, 'YYYY-MM')` : sql`service_cat2_id`;
  const name =
    by === 'month'
      ? sql`null`
      : sql`(select k1.name || ' / ' || k2.name from service_cat2 k2 join service_cat1 k1 on k1.id = k2.cat1_id where k2.id = s.key)`;
  const { rows } = await sql<ScoreSum>`
    select s.*, ${name} as name
      from (select ${key} as key, sum(scored)::int8 as scored, sum(inside_p50)::int8 as inside_p50, sum(inside_p80)::int8 as inside_p80,
                   sum(error_minutes)::int8 as error_minutes, sum(first_scored)::int8 as first_scored, sum(first_inside_p80)::int8 as first_inside_p80,
                   sum(outside_hours_count)::int8 as outside_hours_count
              from forecast_score where ${isInMonths(months)} group by 1) s
     order by ${by === 'month' ? sql`s.key` : sql`s.scored desc, s.key`}`.execute(db);
  return rows;
}

/** Finds the forecasts of these jobs. A job is at risk if it is not late yet and its p80 is after its due date. */
export async function findJobForecasts(db: Database, job_ids: readonly number[], now: Instant): Promise<JobForecast[]> {
  const { rows } = await sql<JobForecast>`
    select f.job_id, f.calculated_at, f.p50, f.p80, f.basis, coalesce(f.p80 > j.due_at and j.due_at >= ${now}::timestamptz, false) as at_risk
      from job_forecast f join job j on j.job_id = f.job_id
     where f.job_id = any(${job_ids}::int[]) and j.job_status <> 'COMPLETED' order by f.job_id`.execute(db);
  return rows;
}

/** Finds the tasks of these jobs, with the columns that decide their visibility. */
export async function findTasksForVisibility(
  db: Database,
  job_ids: readonly number[],
): Promise<(VisibleTask & { job_id: number })[]> {
  const { rows } = await sql<Omit<VisibleTask, 'supporters'> & { job_id: number; supporters: number[] }>`
    select t.job_id, t.status, t.workstream, t.editor, t.first_qc, t.second_qc, t.rework_qc_1, t.rework_qc_2, t.fault_stage, t.edited_by_ids,
           array(select s.user_id from task_supporter s where s.task_id = t.task_id) as supporters
      from task t where t.job_id = any(${job_ids}::int[])`.execute(db);
  return rows.map((row) => ({ ...row, supporters: row.supporters.map((user_id) => ({ user_id })) }));
}

/** Finds the forecasts of those jobs that are open, by job. */
export async function findOpenForecasts(
  db: Database,
  job_ids: readonly number[],
): Promise<Map<number, { p50: Instant; p80: Instant }>> {
  const { rows } = await sql<{ job_id: number; p50: Instant; p80: Instant }>`
    select f.job_id, f.p50, f.p80 from job_forecast f join job j on j.job_id = f.job_id
     where f.job_id = any(${job_ids}::int[]) and j.job_status <> 'COMPLETED'`.execute(db);
  return new Map(rows.map((row) => [row.job_id, row]));
}
