import { dayOf, monthOf, type Instant } from '@darkroom/domain/calendar/day';
import { evaluateDueDate } from '@darkroom/domain/due-date/on-time';
import { workBetween } from '@darkroom/domain/calendar/working-time';
import { sql } from 'kysely';
import type { Database } from '@darkroom/server/db/connect';
import { recountMonths } from '@darkroom/server/features/forecast/completed-jobs.queries';
import { readDueDateRules } from '@darkroom/server/features/setting/due-date-rules.service';
import { insertRows } from '@darkroom/server/db/insert-rows';

/** Number of newest completed jobs that have a history. The product's own code measures them. */
const MAX_COMPLETED_JOBS = 1500;
const JOBS_PER_BATCH = 20_000;

/** Writes the results of the due dates of all completed jobs. Jobs without a history have no waiting times. */
export async function insertLargeDueDates(db: Database, jobs: number): Promise<void> {
  const { calendar } = await readDueDateRules(db);
  const between = (from: Instant, to: Instant) => Math.max(0, workBetween(calendar, from, to));
  // The newest jobs are measured from their history, and give the times of similar work.
  const { rows: newest } = await sql<{ since: Instant }>`
    select min(completed_at) as since from (
      select completed_at from job where completed_at is not null order by completed_at desc limit ${countLargeResults(jobs)}) j`.execute(
    db,
  );
  const since = newest[0]?.since ?? null;
  const minutes = Array.from({ length: 14 }, () => 0);
  for (let from = 0; from < jobs; from += JOBS_PER_BATCH) {
    const { rows } = await sql<CompletedJob>`
      select j.job_id, j.completed_at, j.due_at, j.first_due_at, c.cus_id1,
             array(select distinct d.service_cat2_id from job_detail d where d.job_id = j.job_id) as categories
        from job j join cus2 c on c.id = j.customer2_id
       where j.job_id > ${from} and j.job_id <= ${from + JOBS_PER_BATCH} and j.completed_at < ${since}`.execute(db);
    await insertRows(
      db,
      'job_due_result',
      [
        'job_id',
        'month',
        'completed_at',
        'cus_id1',
        'categories',
        'reopened',
        'on_time',
        'first_on_time',
        'changed',
        'late_minutes',
        'minutes',
      ],
      rows.map(({ due_at, first_due_at, ...job }) => ({
        ...job,
        month: `${monthOf(dayOf(job.completed_at))}-01`,
        reopened: false,
        ...(evaluateDueDate({ due_at, first_due_at, completed_at: job.completed_at }, between) ?? { late_minutes: 0 }),
        minutes,
      })),
    );
  }
  await recountMonths(db, 'all');
  await insertForecastScores(db);
}

/** Adds results of forecasts by month and category: two or three for each job and category, most inside the range. */
async function insertForecastScores(db: Database): Promise<void> {
  await sql`
    insert into forecast_score (month, service_cat2_id, scored, inside_p50, inside_p80, error_minutes, first_scored, first_inside_p80)
    select month, value, completed * 5 / 2, completed * 5 / 4, completed * 2, completed * 45, completed, completed * 3 / 4
      from due_date_month where facet = 'category'`.execute(db);
}

interface CompletedJob {
  readonly job_id: number;
  readonly completed_at: Instant;
  readonly due_at: Instant | null;
  readonly first_due_at: Instant | null;
  readonly cus_id1: number;
  readonly categories: readonly number[];
}

/** Returns the number of jobs that a large bureau measures at the end. Smaller bureaus measure fewer. */
export const countLargeResults = (jobs: number): number => Math.min(MAX_COMPLETED_JOBS, Math.round(jobs / 20));
