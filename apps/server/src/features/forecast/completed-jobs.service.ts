import { dayOf, laterInstant, monthOf, type Instant } from '@darkroom/domain/calendar/day';
import { scoreForecast, updateTuning } from '@darkroom/domain/forecast/forecast';
import type { WorkClock } from '@darkroom/domain/forecast/work-clock';
import {
  sizeOf,
  measureTimesToCompletion,
  type SimilarWork,
  type WorkKind,
} from '@darkroom/domain/forecast/similar-work';
import type { Tuning } from '@darkroom/domain/forecast/tuning';
import { groupBy } from '@darkroom/domain/list/group-by';
import { evaluateDueDate } from '@darkroom/domain/due-date/on-time';
import { findMainReason, minutesByStatus } from '@darkroom/domain/due-date/reasons';
import type { Database } from '../../db/connect.ts';
import { deleteForecasts, findUnscoredForecasts, saveScores, type ForecastResult } from './forecast.queries.ts';
import {
  recountMonths,
  findCompletedJobs,
  findCompletedTasks,
  saveDueDateResults,
  takeCompletedJobs,
  type DueDateResult,
  type CompletedJob,
  type CompletedTask,
} from './completed-jobs.queries.ts';

/** Maximum number of jobs that a run measures. The rest follows in the next run. */
const MAX_JOBS_PER_RUN = 300;

interface LearningInputs {
  readonly clock: WorkClock;
  readonly kinds: ReadonlyMap<number, WorkKind>;
  readonly similarWork: SimilarWork;
}

/**
 * Measures completed jobs: durations, forecasts, on-time delivery (decisions 126, 127). Returns the learned durations
 * and the job count.
 */
export async function settleJobs(
  db: Database,
  tuning: Tuning,
  learning: LearningInputs,
): Promise<{ tuning: Tuning; completed: number }> {
  const ids = await takeCompletedJobs(db, MAX_JOBS_PER_RUN);
  if (ids.length === 0) return { tuning, completed: 0 };
  const jobs = await findCompletedJobs(db, ids);
  const unscored = groupBy(await findUnscoredForecasts(db, ids), ({ job_id }) => job_id);
  const tasks = groupBy(await findCompletedTasks(db, ids), ({ job_id }) => job_id);
  const dueDateResults: DueDateResult[] = [];
  const reopened: number[] = [];
  const results: ForecastResult[] = [];
  let learnedTuning = tuning;
  for (const job of jobs) {
    const { completed_at } = job;
    if (completed_at === null) {
      reopened.push(job.job_id);
      continue;
    }
    const jobTasks = tasks.get(job.job_id) ?? [];
    dueDateResults.push(measureDueDate(job, completed_at, jobTasks, learning.clock));
    learnTimes(jobTasks, job.known_until, learning);
    for (const forecast of unscored.get(job.job_id) ?? []) {
      const { id, first, service_cat2_id } = forecast;
      const score = scoreForecast(forecast, completed_at, learning.clock);
      if (score) learnedTuning = updateTuning(learnedTuning, forecast, completed_at, learning.clock);
      results.push({
        id,
        first,
        service_cat2_id,
        month: firstOfMonth(completed_at),
        completed_at,
        ...(score ?? NO_SCORE),
      });
    }
  }
  await saveScores(db, results);
  await deleteForecasts(
    db,
    dueDateResults.map(({ job_id }) => job_id),
  );
  const months = await saveDueDateResults(db, dueDateResults, reopened);
  // The row of a job that was reopened and then deleted is missing, so its month is unknown.
  await recountMonths(db, jobs.length < ids.length ? 'all' : months);
  return { tuning: learnedTuning, completed: jobs.length };
}

/** A job that was completed outside working hours: its forecasts are closed without a score. */
const NO_SCORE = { inside_p50: null, inside_p80: null, error_minutes: null };

const firstOfMonth = (at: Instant): string => `${monthOf(dayOf(at))}-01`;

/** Measures the on-time result of a job. The reason for a delay comes from the task that was completed last. */
function measureDueDate(
  job: CompletedJob,
  completed_at: Instant,
  tasks: readonly CompletedTask[],
  { between }: WorkClock,
): DueDateResult {
  const { job_id, due_at, first_due_at, cus_id1 } = job;
  const onTime = evaluateDueDate({ due_at, first_due_at, completed_at }, between);
  const last = tasks.reduce<CompletedTask | null>(
    (latest, task) => (latest && Date.parse(latest.ended_at) >= Date.parse(task.ended_at) ? latest : task),
    null,
  );
  const minutes = minutesByStatus(last?.created_at ?? completed_at, last?.moves ?? [], between);
  return {
    job_id,
    month: firstOfMonth(completed_at),
    completed_at,
    cus_id1,
    categories: [...new Set(tasks.map(({ service_cat2_id }) => service_cat2_id))],
    on_time: onTime?.on_time ?? null,
    first_on_time: onTime?.first_on_time ?? null,
    changed: onTime?.changed ?? null,
    late_minutes: onTime?.late_minutes ?? 0,
    reason: onTime && !onTime.on_time ? findMainReason(minutes) : null,
    minutes,
    known_until: findLastMove(tasks),
  };
}

const findLastMove = (tasks: readonly CompletedTask[]): Instant | null =>
  tasks
    .flatMap(({ moves }) => moves.at(-1)?.at ?? [])
    .reduce<Instant | null>((last, at) => (last === null ? at : laterInstant(last, at)), null);

function learnTimes(
  tasks: readonly CompletedTask[],
  after: Instant | null,
  { clock, kinds, similarWork }: LearningInputs,
): void {
  for (const { service_cat2_id, pieces, created_at, moves } of tasks) {
    const kind = kinds.get(service_cat2_id);
    if (!kind) continue;
    for (const { status, minutes } of measureTimesToCompletion(created_at, moves, clock, after))
      similarWork.learn({ kind, size: sizeOf(pieces), status, minutes });
  }
}
