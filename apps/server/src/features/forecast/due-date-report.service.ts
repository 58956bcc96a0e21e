import type { Job } from '@darkroom/contract/job/job';
import { type Instant, monthsBetween } from '@darkroom/domain/calendar/day';
import { holds } from '@darkroom/domain/permission/access';
import { shareKept } from '@darkroom/domain/due-date/kept';
import { REASONS } from '@darkroom/domain/due-date/reasons';
import { TaskStatus } from '@darkroom/domain/task/status';
import { canView, taskVisibility } from '@darkroom/domain/task/visibility';
import type { Database } from '../../db/connect.ts';
import type { Ctx } from '../../http/context.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import {
  findNamed,
  findAsOf,
  findJobForecasts,
  findLatest,
  findPromises,
  findTasksSeen,
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

/** Jobs as the actor sees them, with their forecasts. */
export async function withForecasts(db: Database, jobs: readonly Job[]): Promise<ForecastJob[]> {
  const named = await findNamed(
    db,
    jobs.map(({ job_id }) => job_id),
  );
  return jobs.map((job) => ({
    ...job,
    p50: named.get(job.job_id)?.p50 ?? null,
    p80: named.get(job.job_id)?.p80 ?? null,
  }));
}

/** Maximum number of latest jobs. */
const MAX_NAMED = 10;

type Sums = Omit<DueDateSum, 'month' | 'value' | 'name'>;

const sumOf = <T>(rows: readonly T[], key: keyof T): number => rows.reduce((sum, row) => sum + Number(row[key]), 0);

const figuresOf = ({ completed, kept, kept_first, changed, late_minutes }: Sums) => ({
  completed,
  kept,
  kept_first,
  changed,
  late_minutes,
  share: shareKept(kept, completed),
});

const addedUp = (rows: readonly Sums[]): Sums => ({
  completed: sumOf(rows, 'completed'),
  kept: sumOf(rows, 'kept'),
  kept_first: sumOf(rows, 'kept_first'),
  changed: sumOf(rows, 'changed'),
  late_minutes: sumOf(rows, 'late_minutes'),
});

/** On-time delivery in a period of months and reasons of delays (decision 127), from stored sums and an index of the latest jobs. */
export async function readPromises(
  { db }: Ctx,
  input: InputFor<'dueDate.report'>,
): Promise<AnswerOf<'dueDate.report'>> {
  const { by, month_from: from, month_to: to } = input;
  const whole = await findWholeMonths(db, { from, to });
  const lines = by === 'month' ? whole : await findPromises(db, by, { from, to });
  const months = monthsBetween(`${from}-01`, `${to}-01`).map((month) => `${month}-01`);
  const at = (list: (row: (typeof whole)[number]) => readonly number[], place: number) =>
    whole.reduce((sum, row) => sum + (list(row)[place] ?? 0), 0);
  const statuses = Object.values(TaskStatus).filter((status) => status !== TaskStatus.COMPLETED);
  return {
    results: lines.map((line) => ({
      key: by === 'month' ? line.month : line.value,
      name: line.name,
      ...figuresOf(line),
    })),
    ...figuresOf(addedUp(whole)),
    reasons: REASONS.map((reason, place) => ({ reason, jobs: at((row) => row.reasons, place) })),
    minutes: statuses.map((status) => ({ status, minutes: at((row) => row.minutes, status - 1) })),
    worst: await findLatest(db, months, MAX_NAMED),
    as_of: await findAsOf(db),
  };
}

/** Forecasts of open jobs (decision 126). A user who cannot see the job needs a visible task in it. */
export async function readJobForecasts(
  { db, actor, now }: Ctx,
  { job_ids }: InputFor<'dueDate.forecastsOf'>,
): Promise<AnswerOf<'dueDate.forecastsOf'>> {
  if (holds(actor, 'npn_view_job')) return { results: await findJobForecasts(db, job_ids, now) };
  const sight = taskVisibility(actor);
  const seen = (await findTasksSeen(db, job_ids)).filter((task) => canView(sight, task)).map(({ job_id }) => job_id);
  return { results: await findJobForecasts(db, [...new Set(seen)], now) };
}

const scoreOf = (sum: Omit<ScoreSum, 'key' | 'name'>) => ({
  ...sum,
  off_minutes: sum.judged === 0 ? null : Math.round(sum.off_minutes / sum.judged),
});

/** Results of forecasts in a period of months (decision 126). */
export async function readForecastScores(
  { db }: Ctx,
  input: InputFor<'dueDate.forecasts'>,
): Promise<AnswerOf<'dueDate.forecasts'>> {
  const { by, month_from: from, month_to: to } = input;
  const rows = await findScores(db, by, { from, to });
  const whole = {
    judged: sumOf(rows, 'judged'),
    inside_p50: sumOf(rows, 'inside_p50'),
    inside_p80: sumOf(rows, 'inside_p80'),
    off_minutes: sumOf(rows, 'off_minutes'),
    first_judged: sumOf(rows, 'first_judged'),
    first_inside_p80: sumOf(rows, 'first_inside_p80'),
    outside_hours: sumOf(rows, 'outside_hours'),
  };
  return {
    results: rows.map(({ key, name, ...sum }) => ({ key, name, ...scoreOf(sum) })),
    ...scoreOf(whole),
    as_of: await findAsOf(db),
  };
}
