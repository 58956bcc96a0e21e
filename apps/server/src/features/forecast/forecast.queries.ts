import type { Instant } from '@darkroom/domain/calendar/day';
import type { Workstream } from '@darkroom/domain/customer/enums';
import type { Forecast, ScorableForecast } from '@darkroom/domain/forecast/forecast';
import type { SavedTimes, WorkKind } from '@darkroom/domain/forecast/similar-work';
import type { QueueState } from '@darkroom/domain/forecast/queue';
import { emptyTuning, type Tuning } from '@darkroom/domain/forecast/tuning';
import type { TaskStatus } from '@darkroom/domain/task/status';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { isAway } from '../../db/people.ts';

/** Tries to lock the run until the transaction ends. Returns false if another process has the lock. */
export async function lockRun(db: Database): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(7003) as mine`.execute(db);
  return rows[0]?.mine ?? false;
}

export interface ForecastState {
  readonly tuning: Tuning;
  readonly usual: ReadonlyMap<string, QueueState>;
  readonly last_run_at: Instant | null;
}

export async function findForecastState(db: Database): Promise<ForecastState> {
  const { rows } = await sql<{ tuning: Tuning | null; usual: Record<string, QueueState>; last_run_at: Instant | null }>`
    select tuning, usual, last_run_at from forecast_tuning`.execute(db);
  const [row] = rows;
  return {
    tuning: row?.tuning ?? emptyTuning(),
    usual: new Map(Object.entries(row?.usual ?? {})),
    last_run_at: row?.last_run_at ?? null,
  };
}

export const saveForecastState = (db: Database, { tuning, usual, last_run_at }: ForecastState) =>
  sql`update forecast_tuning set tuning = ${JSON.stringify(tuning)}::jsonb,
        usual = ${JSON.stringify(Object.fromEntries(usual))}::jsonb, last_run_at = ${last_run_at}`.execute(db);

/** Kinds of work by category 2. */
export async function findWorkKinds(db: Database): Promise<Map<number, WorkKind>> {
  const { rows } = await sql<WorkKind>`
    select k.id as service_cat2_id, k.cat1_id as service_cat1_id, s.workstream
      from service_cat2 k join service_cat1 c on c.id = k.cat1_id join service_type s on s.id = c.service_type_id`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.service_cat2_id, row]));
}

export async function findSimilarWork(db: Database): Promise<SavedTimes[]> {
  const { rows } = await sql<SavedTimes>`select service_cat2_id, size, status, counts from forecast_similar`.execute(
    db,
  );
  return rows;
}

export async function saveSimilarWork(db: Database, rows: readonly SavedTimes[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into forecast_similar (service_cat2_id, size, status, counts)
    select r.service_cat2_id, r.size, r.status, r.counts
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (service_cat2_id int, size text, status smallint, counts real[])
        on conflict (service_cat2_id, size, status) do update set counts = excluded.counts`.execute(db);
}

export interface OpenRow {
  readonly task_id: number;
  readonly job_id: number;
  readonly status: TaskStatus;
  readonly workstream: Workstream;
  readonly service_cat2_id: number;
  readonly status_since: Instant;
  readonly due_at: Instant | null;
  readonly job_date: string;
  readonly urgent: boolean;
  /** Pieces of the task's detail, divided among the detail's tasks. */
  readonly pieces: number;
}

/** Finds the open tasks, without the newest if there are too many. */
export async function findOpenTasks(db: Database, limit: number): Promise<OpenRow[]> {
  const { rows } = await sql<OpenRow>`
    select t.task_id, t.job_id, t.status, t.workstream, t.service_cat2_id, t.status_since, t.due_at, t.job_date,
           t.job_priority is not distinct from 'Urgent' as urgent,
           greatest(1, d.quantity / (select count(*) from task o where o.job_detail_id = t.job_detail_id))::int as pieces
      from (select * from task where status <> 9 order by job_date, task_id limit ${limit}) t
      join job_detail d on d.job_detail_id = t.job_detail_id`.execute(db);
  return rows;
}

/** Finds the staff who have moved a task since an instant, once for each workstream and previous status. */
export async function findMoversSince(db: Database, since: Instant, now: Instant) {
  const { rows } = await sql<{ user_id: number; workstream: Workstream; from_status: TaskStatus }>`
    select distinct s.id as user_id, t.workstream, h.from_status
      from staff s
      join lateral (select task_id, from_status from task_history where user_id = s.id and at > ${since}) h on true
      join task t on t.task_id = h.task_id
     where h.from_status is not null and not ${isAway(now)}`.execute(db);
  return rows;
}

export interface StoredForecast {
  readonly job_id: number;
  readonly calculated_at: Instant;
  readonly p50: Instant;
  readonly p80: Instant;
  readonly at_risk: boolean;
}

export async function findForecasts(db: Database): Promise<Map<number, StoredForecast>> {
  const { rows } = await sql<StoredForecast>`select job_id, calculated_at, p50, p80, at_risk from job_forecast`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.job_id, row]));
}

export interface NewForecast extends Forecast {
  readonly job_id: number;
  readonly at_risk: boolean;
  readonly first: boolean;
}

/** Stores forecasts as the current ones and in the log. Deleted jobs are left out. */
export async function saveForecasts(db: Database, forecasts: readonly NewForecast[]): Promise<void> {
  if (forecasts.length === 0) return;
  const rows = sql`jsonb_to_recordset(${JSON.stringify(forecasts)}::jsonb) as r (job_id int, calculated_at timestamptz, p50 timestamptz, p80 timestamptz,
      at_risk boolean, first boolean, service_cat2_id int, basis jsonb, curve real[], pressure real, base_minutes real)
      join job j on j.job_id = r.job_id`;
  await sql`
    insert into job_forecast (job_id, calculated_at, p50, p80, at_risk, basis)
    select r.job_id, r.calculated_at, r.p50, r.p80, r.at_risk, r.basis from ${rows}
        on conflict (job_id) do update set calculated_at = excluded.calculated_at, p50 = excluded.p50, p80 = excluded.p80,
           at_risk = excluded.at_risk, basis = excluded.basis`.execute(db);
  await sql`
    insert into forecast_log (job_id, calculated_at, p50, p80, at_risk, first, service_cat2_id, basis, curve, pressure, base_minutes)
    select r.job_id, r.calculated_at, r.p50, r.p80, r.at_risk, r.first, r.service_cat2_id, r.basis, r.curve, r.pressure, r.base_minutes
      from ${rows} order by r.job_id`.execute(db);
}

/** Deletes the current forecasts of jobs that are no longer open. */
export const deleteForecasts = (db: Database, job_ids: readonly number[]) =>
  sql`delete from job_forecast where job_id = any(${job_ids}::int[])`.execute(db);

export interface LoggedForecast extends ScorableForecast {
  readonly id: number;
  readonly job_id: number;
  readonly first: boolean;
  readonly service_cat2_id: number;
}

/** Finds forecasts from before the completion of their jobs, without a result, oldest first. */
export async function findUnscoredForecasts(db: Database, job_ids: readonly number[]): Promise<LoggedForecast[]> {
  const { rows } = await sql<LoggedForecast>`
    select l.id, l.job_id, l.calculated_at, l.p50, l.p80, l.first, l.service_cat2_id, l.curve, l.pressure, l.base_minutes
      from forecast_log l join job j on j.job_id = l.job_id
     where l.job_id = any(${job_ids}::int[]) and l.completed_at is null and l.calculated_at <= j.completed_at order by l.id`.execute(
    db,
  );
  return rows;
}

export interface ForecastResult {
  readonly id: number;
  readonly month: string;
  readonly service_cat2_id: number;
  readonly completed_at: Instant;
  /** The next three fields are null if the job was completed outside working hours. */
  readonly error_minutes: number | null;
  readonly inside_p50: boolean | null;
  readonly inside_p80: boolean | null;
  readonly first: boolean;
}

/** Stores the results of forecasts once and adds them to the scores. Forecasts without a result are counted separately. */
export async function saveScores(db: Database, results: readonly ForecastResult[]): Promise<void> {
  if (results.length === 0) return;
  await sql`
    with r as (select * from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as r (id bigint, month date, service_cat2_id int,
                 completed_at timestamptz, error_minutes int, inside_p50 boolean, inside_p80 boolean, first boolean)),
         saved as (update forecast_log l set completed_at = r.completed_at, error_minutes = r.error_minutes
                    from r where l.id = r.id and l.completed_at is null returning l.id)
    insert into forecast_score as s (month, service_cat2_id, scored, inside_p50, inside_p80, error_minutes, first_scored, first_inside_p80,
                                     outside_hours_count)
    select r.month, r.service_cat2_id, count(r.error_minutes), count(*) filter (where r.inside_p50), count(*) filter (where r.inside_p80),
           coalesce(sum(abs(r.error_minutes)), 0), count(r.error_minutes) filter (where r.first), count(*) filter (where r.first and r.inside_p80),
           count(*) filter (where r.error_minutes is null)
      from r join saved using (id) group by 1, 2
        on conflict (month, service_cat2_id) do update set scored = s.scored + excluded.scored, inside_p50 = s.inside_p50 + excluded.inside_p50,
           inside_p80 = s.inside_p80 + excluded.inside_p80, error_minutes = s.error_minutes + excluded.error_minutes,
           first_scored = s.first_scored + excluded.first_scored, first_inside_p80 = s.first_inside_p80 + excluded.first_inside_p80,
           outside_hours_count = s.outside_hours_count + excluded.outside_hours_count`.execute(db);
}

/** Deletes some older log rows, but no scores. */
export const deleteOldForecasts = (db: Database, before: Instant, limit: number) =>
  sql`delete from forecast_log where id in (
        select id from forecast_log where calculated_at < ${before} order by calculated_at limit ${limit})`.execute(db);
