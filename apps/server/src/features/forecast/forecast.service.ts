import { setImmediate } from 'node:timers/promises';
import type { Instant } from '@darkroom/domain/calendar/day';
import { isWorkingTime } from '@darkroom/domain/calendar/working-time';
import {
  forecastJob,
  isAtRisk,
  hasForecastChanged,
  type ForecastContext,
  type OpenTaskState,
} from '@darkroom/domain/forecast/forecast';
import { createWorkClock, type WorkClock } from '@darkroom/domain/forecast/work-clock';
import { createSimilarWork, type WorkKind } from '@darkroom/domain/forecast/similar-work';
import {
  calculateQueuePositions,
  QUEUE_STAGE_BY_STATUS,
  queueKey,
  averageQueueState,
  type QueuePosition,
  type QueueState,
} from '@darkroom/domain/forecast/queue';
import { groupBy } from '@darkroom/domain/list/group-by';
import { TaskStatus } from '@darkroom/domain/task/status';
import type { Database } from '../../db/connect.ts';
import { emit } from '../../live/emit.ts';
import { readDueDateRules } from '../setting/due-date-rules.service.ts';
import {
  findForecasts,
  findWorkKinds,
  findSimilarWork,
  findForecastState,
  findMoversSince,
  findOpenTasks,
  deleteOldForecasts,
  saveForecasts,
  saveSimilarWork,
  saveForecastState,
  lockRun,
  type StoredForecast,
  type NewForecast,
  type OpenRow,
} from './forecast.queries.ts';
import { settleJobs } from './completed-jobs.service.ts';

/** Limits of a run: open tasks, oldest first, and forecast jobs. Jobs that moved come first, then those with the oldest forecast. */
const MAX_OPEN_TASKS = 20_000;
const MAX_JOBS = 1500;
/** Number of jobs after which other work gets its turn. */
const JOBS_PER_TURN = 40;
/** A person who moved a task within this working time is at work. */
const AT_WORK_MINUTES = 120;
/** Maximum of the counted time between two runs. */
const MAX_MINUTES_BETWEEN_RUNS = 60;
/** Thirteen months, so that a month can be compared with the same month a year ago. The scores have no time limit (decision 126). */
const LOG_RETENTION_MS = 400 * 24 * 3_600_000;
const MAX_DELETED_PER_RUN = 2000;

export interface ForecastRun {
  readonly completed: number;
  readonly forecast: number;
  /** Number of jobs with a changed forecast. */
  readonly news: number;
}

/** Measures completed jobs, then forecasts open ones, in one process. Returns null if another process does it. */
export async function runForecast(pool: Database, now: Instant): Promise<ForecastRun | null> {
  return pool.transaction().execute(async (db) => {
    if (!(await lockRun(db))) return null;
    const { calendar } = await readDueDateRules(db);
    const clock = createWorkClock(calendar);
    const kinds = await findWorkKinds(db);
    const similarWork = createSimilarWork(await findSimilarWork(db), (id) => kinds.get(id) ?? null);
    const state = await findForecastState(db);
    const { tuning, completed } = await settleJobs(db, state.tuning, { clock, kinds, similarWork });
    await saveSimilarWork(db, similarWork.changed());

    const open = await findOpenTasks(db, MAX_OPEN_TASKS);
    const { places, lengths } = calculateQueuePositions(open);
    const people = await countPeopleAtWork(db, clock, now);
    const inputs: ForecastContext = {
      similarWork,
      tuning,
      lengths,
      people,
      typicalQueues: state.usual,
      clock,
    };
    const stored = await findForecasts(db);
    const jobs = selectJobs(
      groupBy(open, ({ job_id }) => job_id),
      stored,
      state.last_run_at,
    );
    const newForecasts: NewForecast[] = [];
    for (const [index, [job_id, tasks]] of jobs.entries()) {
      if (index % JOBS_PER_TURN === 0) await setImmediate();
      const forecast = forecastJob(toOpenTasks(tasks, kinds, places), inputs, now);
      const at_risk = isAtRisk(forecast, tasks[0]?.due_at ?? null);
      const before = stored.get(job_id);
      if (!before || hasForecastChanged(before, forecast, at_risk, clock))
        newForecasts.push({ ...forecast, job_id, at_risk, first: !before });
    }
    await saveForecasts(db, newForecasts);
    await deleteOldForecasts(db, new Date(Date.parse(now) - LOG_RETENTION_MS).toISOString(), MAX_DELETED_PER_RUN);
    const typical = isWorkingTime(calendar, now)
      ? updateTypicalQueues(state, lengths, people, clock, now)
      : state.usual;
    await saveForecastState(db, { tuning, usual: typical, last_run_at: now });
    const changed = newForecasts.map(({ job_id }) => job_id);
    if (changed.length > 0 || completed > 0) await emit({ db }, 'forecast', changed);
    return { completed, forecast: jobs.length, news: newForecasts.length };
  });
}

type Jobs = [job_id: number, tasks: readonly OpenRow[]][];

/** Selects jobs without a forecast first, then those moved since the last run, then those with the oldest forecast. */
function selectJobs(
  open: ReadonlyMap<number, readonly OpenRow[]>,
  stored: ReadonlyMap<number, StoredForecast>,
  last_run_at: Instant | null,
): Jobs {
  const since = last_run_at === null ? 0 : Date.parse(last_run_at);
  const urgency = (job_id: number, tasks: readonly OpenRow[]): number => {
    const before = stored.get(job_id);
    if (!before) return 0;
    return tasks.some(({ status_since }) => Date.parse(status_since) >= since) ? 1 : Date.parse(before.calculated_at);
  };
  return [...open]
    .map(([job_id, tasks]) => ({ job: [job_id, tasks] as Jobs[number], urgency: urgency(job_id, tasks) }))
    .toSorted((a, b) => a.urgency - b.urgency)
    .slice(0, MAX_JOBS)
    .map(({ job }) => job);
}

const toOpenTasks = (
  rows: readonly OpenRow[],
  kinds: ReadonlyMap<number, WorkKind>,
  places: ReadonlyMap<number, QueuePosition>,
): OpenTaskState[] =>
  rows.map((row) => ({ ...row, kind: kinds.get(row.service_cat2_id)!, position: places.get(row.task_id)! }));

/** Counts the people at work in each queue: those with a recent move in it, not counting nights and lunch, who are not on leave now. */
async function countPeopleAtWork(db: Database, { between }: WorkClock, now: Instant): Promise<Map<string, number>> {
  let hours = 2;
  const getStart = () => new Date(Date.parse(now) - hours * 3_600_000).toISOString();
  while (hours < 24 * 7 && between(getStart(), now) < AT_WORK_MINUTES) hours += 2;
  const people = new Map<string, Set<number>>();
  for (const { user_id, workstream, from_status } of await findMoversSince(db, getStart(), now)) {
    if (from_status === TaskStatus.COMPLETED) continue;
    const queue = queueKey(workstream, QUEUE_STAGE_BY_STATUS[from_status]);
    people.set(queue, (people.get(queue) ?? new Set()).add(user_id));
  }
  return new Map([...people].map(([queue, userIds]) => [queue, userIds.size]));
}

function updateTypicalQueues(
  state: { readonly usual: ReadonlyMap<string, QueueState>; readonly last_run_at: Instant | null },
  lengths: ReadonlyMap<string, number>,
  people: ReadonlyMap<string, number>,
  { between }: WorkClock,
  now: Instant,
): Map<string, QueueState> {
  const minutes = state.last_run_at === null ? 0 : Math.min(MAX_MINUTES_BETWEEN_RUNS, between(state.last_run_at, now));
  const typical = new Map(state.usual);
  for (const queue of new Set([...typical.keys(), ...lengths.keys()])) {
    const current = { length: lengths.get(queue) ?? 0, people: people.get(queue) ?? 0 };
    typical.set(queue, averageQueueState(typical.get(queue), current, minutes));
  }
  return typical;
}
