import { dayOf, laterOf, monthOf, type Instant } from '@darkroom/domain/calendar/day';
import { judge, learnFrom } from '@darkroom/domain/forecast/forecast';
import type { WorkClock } from '@darkroom/domain/forecast/work-clock';
import { sizeOf, timesToEnd, type SimilarWork, type WorkKind } from '@darkroom/domain/forecast/similar-work';
import type { Tuning } from '@darkroom/domain/forecast/tuning';
import { groupBy } from '@darkroom/domain/list/group-by';
import { isOnTime } from '@darkroom/domain/due-date/kept';
import { mainReason, minutesByStatus } from '@darkroom/domain/due-date/reasons';
import type { Database } from '../../db/connect.ts';
import { deleteForecasts, findUnjudged, saveScores, type Judged } from './forecast.queries.ts';
import {
  countMonths,
  findSettledJobs,
  findSettledTasks,
  savePromises,
  takeSettled,
  type JobDueDate,
  type SettledJob,
  type SettledTask,
} from './settled.queries.ts';

/** Maximum number of jobs that a run measures. The rest follows in the next run. */
const MAX_SETTLED = 300;

interface Learning {
  readonly clock: WorkClock;
  readonly kinds: ReadonlyMap<number, WorkKind>;
  readonly like: SimilarWork;
}

/**
 * Measures completed jobs: durations, forecasts, on-time delivery (decisions 126, 127). Returns what forecasts learned and the number of
 * jobs.
 */
export async function finalizeJobs(
  db: Database,
  tuning: Tuning,
  learning: Learning,
): Promise<{ tuning: Tuning; settled: number }> {
  const ids = await takeSettled(db, MAX_SETTLED);
  if (ids.length === 0) return { tuning, settled: 0 };
  const jobs = await findSettledJobs(db, ids);
  const unjudged = groupBy(await findUnjudged(db, ids), ({ job_id }) => job_id);
  const tasks = groupBy(await findSettledTasks(db, ids), ({ job_id }) => job_id);
  const promises: JobDueDate[] = [];
  const reopened: number[] = [];
  const judged: Judged[] = [];
  let learnt = tuning;
  for (const job of jobs) {
    const { completed_at } = job;
    if (completed_at === null) {
      reopened.push(job.job_id);
      continue;
    }
    const own = tasks.get(job.job_id) ?? [];
    promises.push(dueDateOf(job, completed_at, own, learning.clock));
    learnTimes(own, job.known_until, learning);
    for (const made of unjudged.get(job.job_id) ?? []) {
      const { id, first, service_cat2_id } = made;
      const verdict = judge(made, completed_at, learning.clock);
      if (verdict) learnt = learnFrom(learnt, made, completed_at, learning.clock);
      judged.push({
        id,
        first,
        service_cat2_id,
        month: firstOfMonth(completed_at),
        completed_at,
        ...(verdict ?? UNJUDGED),
      });
    }
  }
  await saveScores(db, judged);
  await deleteForecasts(
    db,
    promises.map(({ job_id }) => job_id),
  );
  const months = await savePromises(db, promises, reopened);
  // The row of a job that was reopened and then deleted is missing, so its month is unknown.
  await countMonths(db, jobs.length < ids.length ? 'all' : months);
  return { tuning: learnt, settled: jobs.length };
}

/** A job that was completed outside working hours: its forecasts are closed without a score. */
const UNJUDGED = { inside_p50: null, inside_p80: null, off_minutes: null };

const firstOfMonth = (at: Instant): string => `${monthOf(dayOf(at))}-01`;

/** On-time result of a job. The reason for a delay comes from the task that was completed last. */
function dueDateOf(
  job: SettledJob,
  completed_at: Instant,
  tasks: readonly SettledTask[],
  { between }: WorkClock,
): JobDueDate {
  const { job_id, due_at, first_due_at, cus_id1 } = job;
  const turned = isOnTime({ due_at, first_due_at, completed_at }, between);
  const last = tasks.reduce<SettledTask | null>(
    (late, task) => (late && Date.parse(late.ended_at) >= Date.parse(task.ended_at) ? late : task),
    null,
  );
  const minutes = minutesByStatus(last?.created_at ?? completed_at, last?.moves ?? [], between);
  return {
    job_id,
    month: firstOfMonth(completed_at),
    completed_at,
    cus_id1,
    categories: [...new Set(tasks.map(({ service_cat2_id }) => service_cat2_id))],
    kept: turned?.kept ?? null,
    kept_first: turned?.kept_first ?? null,
    changed: turned?.changed ?? null,
    late_minutes: turned?.late_minutes ?? 0,
    reason: turned && !turned.kept ? mainReason(minutes) : null,
    minutes,
    learnt_until: lastMove(tasks),
  };
}

const lastMove = (tasks: readonly SettledTask[]): Instant | null =>
  tasks
    .flatMap(({ moves }) => moves.at(-1)?.at ?? [])
    .reduce<Instant | null>((last, at) => (last === null ? at : laterOf(last, at)), null);

function learnTimes(tasks: readonly SettledTask[], after: Instant | null, { clock, kinds, like }: Learning): void {
  for (const { service_cat2_id, pieces, created_at, moves } of tasks) {
    const kind = kinds.get(service_cat2_id);
    if (!kind) continue;
    for (const { status, minutes } of timesToEnd(created_at, moves, clock, after))
      like.learn({ kind, size: sizeOf(pieces), status, minutes });
  }
}
