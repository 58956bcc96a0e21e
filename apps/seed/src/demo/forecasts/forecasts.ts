import type { Instant } from '@darkroom/domain/calendar/day';
import { createWorkClock } from '@darkroom/domain/forecast/work-clock';
import { sql } from 'kysely';
import type { Database } from '@darkroom/server/db/connect';
import { findWorkKinds } from '@darkroom/server/features/forecast/forecast.queries';
import { runForecast } from '@darkroom/server/features/forecast/forecast.service';
import { readDueDateRules } from '@darkroom/server/features/setting/due-date-rules.service';
import { insertRows } from '@darkroom/server/db/insert-rows';
import { replay, type ReplayHistory, type ReplayMove, type ReplayTask } from './replay.ts';

/** Interval of the demo's forecasts. Two in a working day are enough to score them. */
const INTERVAL_MINUTES = 240;

/**
 * Adds the rows that the background work would have written: past and current forecasts, and the results of completed
 * jobs. All of it follows from the history.
 */
export async function seedForecasts(pool: Database, now: Instant): Promise<void> {
  const history = await findHistory(pool, null);
  const { calendar } = await readDueDateRules(pool);
  const forecasts = replay(history, createWorkClock(calendar), INTERVAL_MINUTES);
  const columns = ['job_id', 'calculated_at', 'p50', 'p80', 'at_risk', 'first', 'service_cat2_id'] as const;
  const basis = ['basis', 'curve', 'pressure', 'base_minutes'] as const;
  await pool.transaction().execute((db) => insertRows(db, 'forecast_log', [...columns, ...basis], forecasts));
  await finalizeCompleted(pool, now);
}

/** Settles all completed jobs that have a history, in batches, and forecasts the open jobs. */
export async function finalizeCompleted(pool: Database, now: Instant, limit: number | null = null): Promise<void> {
  await sql`insert into completed_job_queue (job_id)
    select job_id from (select job_id, completed_at from job where completed_at is not null order by completed_at desc limit ${limit}) j
     order by completed_at`.execute(pool);
  for (;;) {
    const forecastRun = await runForecast(pool, now);
    if (!forecastRun || forecastRun.completed === 0) return;
  }
}

/** Reads the history of the bureau for the replay: all jobs, or the jobs from a day on. */
export async function findHistory(db: Database, since: string | null): Promise<ReplayHistory> {
  const kinds = await findWorkKinds(db);
  const { rows } = await sql<Omit<ReplayTask, 'kind'> & { service_cat2_id: number }>`
    select t.task_id, t.job_id, t.service_cat2_id, t.job_date, t.due_at, t.created_at, t.job_priority is not distinct from 'Urgent' as urgent,
           greatest(1, d.quantity / count(*) over (partition by t.job_detail_id))::int as pieces
      from task t join job_detail d on d.job_detail_id = t.job_detail_id
     where ${since}::date is null or t.job_date >= ${since}::date`.execute(db);
  const tasks = rows.flatMap(({ service_cat2_id, ...task }) => {
    const kind = kinds.get(service_cat2_id);
    return kind ? [{ ...task, kind }] : [];
  });
  const { rows: moves } = await sql<ReplayMove>`
    select h.task_id, h.at, h.from_status, h.to_status, h.user_id
      from task_history h join task t on t.task_id = h.task_id
     where h.from_status is not null and h.user_id is not null and (${since}::date is null or t.job_date >= ${since}::date)
     order by h.at, h.id`.execute(db);
  return { tasks, moves };
}
