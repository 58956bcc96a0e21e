import type { Instant } from '@darkroom/domain/calendar/day';
import type { Workstream } from '@darkroom/domain/customer/enums';
import {
  forecastJob,
  isAtRisk,
  isNewForecast,
  judge,
  learnFrom,
  type Forecast,
  type Known,
  type OpenTask,
  type Verdict,
} from '@darkroom/domain/forecast/forecast';
import type { WorkClock } from '@darkroom/domain/forecast/work-clock';
import { similarWorkOf, sizeOf, timesToEnd, type WorkKind } from '@darkroom/domain/forecast/similar-work';
import { placesOf, QUEUE_OF, queueKey, usualAfter, type Usual } from '@darkroom/domain/forecast/queue';
import { noTuning } from '@darkroom/domain/forecast/tuning';
import { TaskStatus } from '@darkroom/domain/task/status';

/** A task at its arrival. */
export interface PlayedTask {
  readonly task_id: number;
  readonly job_id: number;
  readonly kind: WorkKind;
  readonly pieces: number;
  readonly urgent: boolean;
  readonly job_date: string;
  readonly created_at: Instant;
  /** Due date of its job, or null if it had none. */
  readonly due_at: Instant | null;
}

export interface PlayedMove {
  readonly task_id: number;
  readonly at: Instant;
  readonly from_status: TaskStatus;
  readonly to_status: TaskStatus;
  readonly user_id: number;
}

export interface Played {
  readonly tasks: readonly PlayedTask[];
  /** Sorted by time. */
  readonly moves: readonly PlayedMove[];
}

/**
 * A forecast with its score, or null if its job was not done at the end. A job that was done outside working hours has
 * no score.
 */
export interface PlayedForecast extends Forecast {
  readonly job_id: number;
  readonly at_risk: boolean;
  readonly first: boolean;
  readonly verdict: Verdict | 'outside hours' | null;
}

/** People with a step in this number of minutes count as at work. */
const AT_WORK_MINUTES = 120;

interface Running extends PlayedTask {
  status: TaskStatus;
  since: Instant;
  moves: PlayedMove[];
}

type Kept = Omit<PlayedForecast, 'verdict'>;

/**
 * Replays a bureau's history and forecasts at each interval of working minutes, with only the data of that time.
 * Returns every forecast that would have been stored, sorted by time.
 */
export function replay({ tasks, moves }: Played, clock: WorkClock, lookMinutes: number): PlayedForecast[] {
  const like = similarWorkOf([], () => null);
  let tuning = noTuning();
  const usual = new Map<string, Usual>();
  const jobs = new Map<number, Running[]>();
  const byId = new Map<number, Running>();
  const kept = new Map<number, Kept[]>();
  const lately: PlayedMove[] = [];
  const done: PlayedForecast[] = [];
  const arriving = tasks.toSorted((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at));
  let arrived = 0;
  let moved = 0;

  const look = (now: Instant) => {
    const open = [...jobs.values()].flat().filter(({ status }) => status !== TaskStatus.COMPLETED);
    const { places, lengths } = placesOf(open.map((task) => ({ ...task, workstream: task.kind.workstream })));
    while (lately[0] && clock.between(lately[0].at, now) > AT_WORK_MINUTES) lately.shift();
    const people = peopleOf(lately, byId);
    const known: Known = { like, tuning, lengths, people, usual, clock };
    for (const [job_id, own] of jobs) {
      const still = own.filter(({ status }) => status !== TaskStatus.COMPLETED);
      const made = forecastJob(
        still.map((task): OpenTask => ({ ...task, status_since: task.since, place: places.get(task.task_id)! })),
        known,
        now,
      );
      const before = kept.get(job_id) ?? [];
      const last = before.at(-1);
      const at_risk = isAtRisk(made, own[0]?.due_at ?? null);
      if (!last || isNewForecast(last, made, at_risk, clock))
        kept.set(job_id, [...before, { ...made, job_id, at_risk, first: !last }]);
    }
    for (const [queue, length] of lengths)
      usual.set(queue, usualAfter(usual.get(queue), { length, people: people.get(queue) ?? 0 }, lookMinutes));
  };

  const finish = (job_id: number, own: readonly Running[], at: Instant) => {
    for (const task of own)
      for (const { status, minutes } of timesToEnd(task.created_at, task.moves, clock))
        like.learn({ kind: task.kind, size: sizeOf(task.pieces), status, minutes });
    for (const made of kept.get(job_id) ?? []) {
      const verdict = judge(made, at, clock);
      if (verdict) tuning = learnFrom(tuning, made, at, clock);
      done.push({ ...made, verdict: verdict ?? 'outside hours' });
    }
    kept.delete(job_id);
    jobs.delete(job_id);
  };

  const end = moves.at(-1)?.at ?? '';
  let now = arriving[0]?.created_at ?? end;
  while (now < end) {
    now = clock.after(now, lookMinutes);
    for (; arriving[arrived] && arriving[arrived]!.created_at <= now; arrived++) {
      const task: Running = {
        ...arriving[arrived]!,
        status: TaskStatus.TO_DO,
        since: arriving[arrived]!.created_at,
        moves: [],
      };
      byId.set(task.task_id, task);
      jobs.set(task.job_id, [...(jobs.get(task.job_id) ?? []), task]);
    }
    for (; moves[moved] && moves[moved]!.at <= now; moved++) {
      const move = moves[moved]!;
      const task = byId.get(move.task_id);
      if (!task) continue;
      task.moves.push(move);
      task.status = move.to_status;
      task.since = move.at;
      lately.push(move);
      const own = jobs.get(task.job_id);
      if (own?.every(({ status }) => status === TaskStatus.COMPLETED)) finish(task.job_id, own, move.at);
    }
    if (now <= end) look(now);
  }
  const open = [...kept.values()].flat().map((made): PlayedForecast => ({ ...made, verdict: null }));
  return [...done, ...open].toSorted((one, other) => Date.parse(one.made_at) - Date.parse(other.made_at));
}

/** People with a recent step, by queue. */
function peopleOf(moves: readonly PlayedMove[], tasks: ReadonlyMap<number, { kind: { workstream: Workstream } }>) {
  const people = new Map<string, Set<number>>();
  for (const { task_id, from_status, user_id } of moves) {
    const task = tasks.get(task_id);
    if (!task || from_status === TaskStatus.COMPLETED) continue;
    const queue = queueKey(task.kind.workstream, QUEUE_OF[from_status]);
    people.set(queue, (people.get(queue) ?? new Set()).add(user_id));
  }
  return new Map([...people].map(([queue, who]) => [queue, who.size]));
}
