import type { Job } from '@darkroom/contract/job/job';
import { type Instant, monthsBetween } from '@darkroom/domain/calendar/day';
import { hasPermission } from '@darkroom/domain/permission/access';
import { calculateOnTimeShare } from '@darkroom/domain/due-date/on-time';
import { LATE_REASONS } from '@darkroom/domain/due-date/reasons';
import { TaskStatus } from '@darkroom/domain/task/status';
import { canView, getTaskVisibility } from '@darkroom/domain/task/visibility';
import type { Database } from '../../db/connect.ts';
import type { Ctx } from '../../http/context.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import {
  findOpenForecasts,
  findLastRunAt,
  findJobForecasts,
  findLatestJobs,
  findDueDateSums,
  findTasksForVisibility,
  findScores,
  findWholeMonths,
  type DueDateSum,
  type ScoreSum,
} from './due-date-report.queries.ts';

/** A job with its forecast. Both instants are null if it is completed or has no forecast yet. */
export interface ForecastJob extends Job {
  readonly p50: Instant | null;
  readonly p80: Instant | null;
}

/** Returns jobs as the actor sees them, with their forecasts. */
export async function addForecasts(db: Database, jobs: readonly Job[]): Promise<ForecastJob[]> {
  const forecasts = await findOpenForecasts(
    db,
    jobs.map(({ job_id }) => job_id),
  );
  return jobs.map((job) => ({
    ...job,
    p50: forecasts.get(job.job_id)?.p50 ?? null,
    p80: forecasts.get(job.job_id)?.p80 ?? null,
  }));
}

/** Maximum number of latest jobs. */
const MAX_LATE_JOBS = 10;

type Sums = Omit<DueDateSum, 'month' | 'value' | 'name'>;

const sumColumn = <T>(rows: readonly T[], key: keyof T): number => rows.reduce((sum, row) => sum + Number(row[key]), 0);

const toFigures = ({ completed, on_time, first_on_time, changed, late_minutes }: Sums) => ({
  completed,
  on_time,
  first_on_time,
  changed,
  late_minutes,
  share: calculateOnTimeShare(on_time, completed),
});

const addSums = (rows: readonly Sums[]): Sums => ({
  completed: sumColumn(rows, 'completed'),
  on_time: sumColumn(rows, 'on_time'),
  first_on_time: sumColumn(rows, 'first_on_time'),
  changed: sumColumn(rows, 'changed'),
  late_minutes: sumColumn(rows, 'late_minutes'),
});

/**
 * Reads the on-time delivery in a period of months and reasons of delays (decision 127), from stored sums and an index
 * of the latest jobs.
 */
export async function readDueDateReport(
  { db }: Ctx,
  input: InputFor<'dueDate.report'>,
): Promise<ResponseOf<'dueDate.report'>> {
  const { by, month_from: from, month_to: to } = input;
  const wholeMonths = await findWholeMonths(db, { from, to });
  const lines = by === 'month' ? wholeMonths : await findDueDateSums(db, by, { from, to });
  const months = monthsBetween(`${from}-01`, `${to}-01`).map((month) => `${month}-01`);
  const sumAt = (list: (row: (typeof wholeMonths)[number]) => readonly number[], position: number) =>
    wholeMonths.reduce((sum, row) => sum + (list(row)[position] ?? 0), 0);
  const statuses = Object.values(TaskStatus).filter((status) => status !== TaskStatus.COMPLETED);
  return {
    results: lines.map((line) => ({
      key: by === 'month' ? line.month : line.value,
      name: line.name,
      ...toFigures(line),
    })),
    ...toFigures(addSums(wholeMonths)),
    reasons: LATE_REASONS.map((reason, position) => ({ reason, jobs: sumAt((row) => row.reasons, position) })),
    minutes: statuses.map((status) => ({ status, minutes: sumAt((row) => row.minutes, status - 1) })),
    worst: await findLatestJobs(db, months, MAX_LATE_JOBS),
    as_of: await findLastRunAt(db),
  };
}

/** Reads the forecasts of open jobs (decision 126). A user who cannot see the job needs a visible task in it. */
export async function readJobForecasts(
  { db, actor, now }: Ctx,
  { job_ids }: InputFor<'dueDate.forecastsOf'>,
): Promise<ResponseOf<'dueDate.forecastsOf'>> {
  if (hasPermission(actor, 'npn_view_job')) return { results: await findJobForecasts(db, job_ids, now) };
  const visibility = getTaskVisibility(actor);
  const visibleJobIds = (await findTasksForVisibility(db, job_ids))
    .filter((task) => canView(visibility, task))
    .map(({ job_id }) => job_id);
  return { results: await findJobForecasts(db, [...new Set(visibleJobIds)], now) };
}

const toScore = (sum: Omit<ScoreSum, 'key' | 'name'>) => ({
  ...sum,
  error_minutes: sum.scored === 0 ? null : Math.round(sum.error_minutes / sum.scored),
});

/** Reads the results of forecasts in a period of months (decision 126). */
export async function readForecastScores(
  { db }: Ctx,
  input: InputFor<'dueDate.forecasts'>,
): Promise<ResponseOf<'dueDate.forecasts'>> {
  const { by, month_from: from, month_to: to } = input;
  const rows = await findScores(db, by, { from, to });
  const totals = {
    scored: sumColumn(rows, 'scored'),
    inside_p50: sumColumn(rows, 'inside_p50'),
    inside_p80: sumColumn(rows, 'inside_p80'),
    error_minutes: sumColumn(rows, 'error_minutes'),
    first_scored: sumColumn(rows, 'first_scored'),
    first_inside_p80: sumColumn(rows, 'first_inside_p80'),
    outside_hours_count: sumColumn(rows, 'outside_hours_count'),
  };
  return {
    results: rows.map(({ key, name, ...sum }) => ({ key, name, ...toScore(sum) })),
    ...toScore(totals),
    as_of: await findLastRunAt(db),
  };
}
