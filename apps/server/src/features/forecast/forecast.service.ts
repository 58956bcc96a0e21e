import { setImmediate } from 'node:timers/promises';
import type { Instant } from '@darkroom/domain/calendar/day';
import { isWorking } from '@darkroom/domain/calendar/working-time';
import { forecastJob, isAtRisk, isNewForecast, type Known, type OpenTask } from '@darkroom/domain/forecast/forecast';
import { workClock, type WorkClock } from '@darkroom/domain/forecast/work-clock';
import { similarWorkOf, type WorkKind } from '@darkroom/domain/forecast/similar-work';
import { placesOf, QUEUE_OF, queueKey, usualAfter, type Place, type Usual } from '@darkroom/domain/forecast/queue';
import { groupBy } from '@darkroom/domain/list/group-by';
import { TaskStatus } from '@darkroom/domain/task/status';
import type { Database } from '../../db/connect.ts';
import { emit } from '../../live/emit.ts';
import { dueDateRules } from '../setting/due-date-rules.service.ts';
import {
  findForecasts,
  findKinds,
  findSimilarWork,
  findMemory,
  findMoversSince,
  findOpenTasks,
  forgetForecasts,
  saveForecasts,
  saveSimilarWork,
  saveMemory,
  takeRound,
  type KeptForecast,
  type NewForecast,
  type OpenRow,
} from './forecast.queries.ts';
import { finalizeJobs } from './settled.service.ts';

/** Limits of a run: open tasks, oldest first, and forecast jobs. Jobs that moved come first, then those with the oldest forecast. */
const MAX_OPEN = 20_000;
const MAX_JOBS = 1500;
/** Number of jobs after which other work gets its turn. */
const AT_A_TIME = 40;
/** A person who moved a task within this working time is at work. */
const AT_WORK_MINUTES = 120;
/** A longer time between runs is capped at an hour. */
const MAX_BETWEEN_LOOKS = 60;
/** Thirteen months, so that a month can be compared with the same month a year ago. The scores have no time limit (decision 126). */
const KEPT_MS = 400 * 24 * 3_600_000;
const FORGOTTEN_A_ROUND = 2000;

export interface Round {
  readonly settled: number;
  readonly forecast: number;
  /** Number of jobs with a changed forecast. */
  readonly news: number;
}

/** Runs the forecast in one process at a time, null elsewhere: measures completed jobs, then forecasts open ones. */
export async function forecastRound(pool: Database, now: Instant): Promise<Round | null> {
  return pool.transaction().execute(async (db) => {
    if (!(await takeRound(db))) return null;
    const { calendar } = await dueDateRules(db);
    const clock = workClock(calendar);
    const kinds = await findKinds(db);
    const like = similarWorkOf(await findSimilarWork(db), (id) => kinds.get(id) ?? null);
    const memory = await findMemory(db);
    const { tuning, settled } = await finalizeJobs(db, memory.tuning, { clock, kinds, like });
    await saveSimilarWork(db, like.changed());

    const open = await findOpenTasks(db, MAX_OPEN);
    const { places, lengths } = placesOf(open);
    const people = await peopleAtWork(db, clock, now);
    const known: Known = { like, tuning, lengths, people, usual: memory.usual, clock };
    const kept = await findForecasts(db);
    const jobs = chosen(
      groupBy(open, ({ job_id }) => job_id),
      kept,
      memory.looked_at,
    );
    const news: NewForecast[] = [];
    for (const [at, [job_id, tasks]] of jobs.entries()) {
      if (at % AT_A_TIME === 0) await setImmediate();
      const made = forecastJob(openTasks(tasks, kinds, places), known, now);
      const at_risk = isAtRisk(made, tasks[0]?.due_at ?? null);
      const before = kept.get(job_id);
      if (!before || isNewForecast(before, made, at_risk, clock))
        news.push({ ...made, job_id, at_risk, first: !before });
    }
    await saveForecasts(db, news);
    await forgetForecasts(db, new Date(Date.parse(now) - KEPT_MS).toISOString(), FORGOTTEN_A_ROUND);
    const usual = isWorking(calendar, now) ? looked(memory, lengths, people, clock, now) : memory.usual;
    await saveMemory(db, { tuning, usual, looked_at: now });
    const changed = news.map(({ job_id }) => job_id);
    if (changed.length > 0 || settled > 0) await emit({ db }, 'forecast', changed);
    return { settled, forecast: jobs.length, news: news.length };
  });
}

type Jobs = [job_id: number, tasks: readonly OpenRow[]][];

/** Jobs without a forecast first, then those that moved since the last run, then those with the oldest forecast. */
function chosen(
  open: ReadonlyMap<number, readonly OpenRow[]>,
  kept: ReadonlyMap<number, KeptForecast>,
  looked_at: Instant | null,
): Jobs {
  const since = looked_at === null ? 0 : Date.parse(looked_at);
  const urgency = (job_id: number, tasks: readonly OpenRow[]): number => {
    const before = kept.get(job_id);
    if (!before) return 0;
    return tasks.some(({ status_since }) => Date.parse(status_since) >= since) ? 1 : Date.parse(before.made_at);
  };
  return [...open]
    .map(([job_id, tasks]) => ({ job: [job_id, tasks] as Jobs[number], urgency: urgency(job_id, tasks) }))
    .toSorted((one, other) => one.urgency - other.urgency)
    .slice(0, MAX_JOBS)
    .map(({ job }) => job);
}

const openTasks = (
  rows: readonly OpenRow[],
  kinds: ReadonlyMap<number, WorkKind>,
  places: ReadonlyMap<number, Place>,
): OpenTask[] =>
  rows.map((row) => ({ ...row, kind: kinds.get(row.service_cat2_id)!, place: places.get(row.task_id)! }));

/** Number of people at work in each queue: those with a recent move in it, not counting nights and lunch. */
async function peopleAtWork(db: Database, { between }: WorkClock, now: Instant): Promise<Map<string, number>> {
  let hours = 2;
  const back = () => new Date(Date.parse(now) - hours * 3_600_000).toISOString();
  while (hours < 24 * 7 && between(back(), now) < AT_WORK_MINUTES) hours += 2;
  const people = new Map<string, Set<number>>();
  for (const { user_id, workstream, from_status } of await findMoversSince(db, back())) {
    if (from_status === TaskStatus.COMPLETED) continue;
    const queue = queueKey(workstream, QUEUE_OF[from_status]);
    people.set(queue, (people.get(queue) ?? new Set()).add(user_id));
  }
  return new Map([...people].map(([queue, who]) => [queue, who.size]));
}

function looked(
  memory: { readonly usual: ReadonlyMap<string, Usual>; readonly looked_at: Instant | null },
  lengths: ReadonlyMap<string, number>,
  people: ReadonlyMap<string, number>,
  { between }: WorkClock,
  now: Instant,
): Map<string, Usual> {
  const minutes = memory.looked_at === null ? 0 : Math.min(MAX_BETWEEN_LOOKS, between(memory.looked_at, now));
  const usual = new Map(memory.usual);
  for (const queue of new Set([...usual.keys(), ...lengths.keys()])) {
    const is = { length: lengths.get(queue) ?? 0, people: people.get(queue) ?? 0 };
    usual.set(queue, usualAfter(usual.get(queue), is, minutes));
  }
  return usual;
}
