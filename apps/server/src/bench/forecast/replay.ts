import type { Instant } from '@darkroom/domain/calendar/day';
import type { Workstream } from '@darkroom/domain/customer/enums';
import {
  forecastJob,
  isNews,
  judge,
  learnFrom,
  type Forecast,
  type Known,
  type OpenTask,
  type WorkClock,
} from '@darkroom/domain/forecast/forecast';
import { likeWorkOf, sizeOf, timesToEnd, type WorkKind } from '@darkroom/domain/forecast/like-work';
import { placesOf, QUEUE_OF, queueKey, usualAfter, type Usual } from '@darkroom/domain/forecast/queue';
import { noTuning } from '@darkroom/domain/forecast/tuning';
import { TaskStatus } from '@darkroom/domain/task/status';

/** A task as it came in. */
export interface PlayedTask {
  readonly task_id: number;
  readonly job_id: number;
  readonly kind: WorkKind;
  readonly pieces: number;
  readonly urgent: boolean;
  readonly job_date: string;
  readonly created_at: Instant;
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
  /** In the order of time. */
  readonly moves: readonly PlayedMove[];
}

export interface Score {
  readonly judged: number;
  readonly inside_p50: number;
  readonly inside_p80: number;
  /** Working minutes between p50 and the end, the middle one. */
  readonly off: number;
}

/** As often as the server looks, roughly; each look forecasts every open job. */
const LOOK_MINUTES = 60;
/** People who moved something in so many minutes are at work. */
const AT_WORK_MINUTES = 120;

interface Running extends PlayedTask {
  status: TaskStatus;
  since: Instant;
  moves: PlayedMove[];
}

interface Kept extends Forecast {
  readonly at_risk: boolean;
}

/**
 * Plays a bureau's history as it happened and forecasts along it, knowing at each moment only what had happened by then. Forecasts made
 * before `from` teach and are not judged. What was still open at the end is left out, with what was forecast of others in the last part:
 * it is judged only where it could have turned out late as well as early.
 */
export function replay({ tasks, moves }: Played, clock: WorkClock, from: Instant, until: Instant): Score {
  const like = likeWorkOf([], () => null);
  let tuning = noTuning();
  const usual = new Map<string, Usual>();
  const jobs = new Map<number, Running[]>();
  const byId = new Map<number, Running>();
  const kept = new Map<number, Kept[]>();
  const lately: PlayedMove[] = [];
  const judged: { inside_p50: boolean; inside_p80: boolean; off_minutes: number }[] = [];
  const arriving = tasks.toSorted((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at));
  let arrived = 0;
  let moved = 0;

  const look = (now: Instant) => {
    const open = [...jobs.values()].flat().filter(({ status }) => status !== TaskStatus.COMPLETED);
    const { places, lengths } = placesOf(
      open.map((task) => ({ ...task, workstream: task.kind.workstream, due_at: null })),
    );
    while (lately[0] && clock.between(lately[0].at, now) > AT_WORK_MINUTES) lately.shift();
    const people = peopleOf(lately, byId);
    const known: Known = { like, tuning, lengths, people, usual, clock };
    for (const [job_id, own] of jobs) {
      const still = own.filter(({ status }) => status !== TaskStatus.COMPLETED);
      if (still.length === 0) continue;
      const made = forecastJob(
        still.map((task): OpenTask => ({ ...task, status_since: task.since, place: places.get(task.task_id)! })),
        known,
        now,
      );
      const before = kept.get(job_id) ?? [];
      const last = before.at(-1);
      if (!last || isNews(last, made, false, clock)) kept.set(job_id, [...before, { ...made, at_risk: false }]);
    }
    for (const [queue, length] of lengths)
      usual.set(queue, usualAfter(usual.get(queue), { length, people: people.get(queue) ?? 0 }, LOOK_MINUTES));
  };

  const finish = (job_id: number, own: readonly Running[], at: Instant) => {
    for (const task of own)
      for (const { status, minutes } of timesToEnd(task.created_at, task.moves, clock.between))
        like.learn({ kind: task.kind, size: sizeOf(task.pieces), status, minutes });
    for (const made of kept.get(job_id) ?? []) {
      tuning = learnFrom(tuning, made, at, clock);
      if (made.made_at >= from && made.made_at < until) judged.push(judge(made, at, clock));
    }
    kept.delete(job_id);
    jobs.delete(job_id);
  };

  const end = moves.at(-1)?.at ?? until;
  let now = arriving[0]?.created_at ?? until;
  while (now < end) {
    now = clock.after(now, LOOK_MINUTES);
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
    look(now);
  }
  const offs = judged.map(({ off_minutes }) => Math.abs(off_minutes)).toSorted((one, other) => one - other);
  const share = (of: (one: (typeof judged)[number]) => boolean) =>
    judged.filter(of).length / Math.max(1, judged.length);
  return {
    judged: judged.length,
    inside_p50: share(({ inside_p50 }) => inside_p50),
    inside_p80: share(({ inside_p80 }) => inside_p80),
    off: offs[Math.floor(offs.length / 2)] ?? 0,
  };
}

/** Who has moved something of each queue lately. */
export function peopleOf(
  moves: readonly PlayedMove[],
  tasks: ReadonlyMap<number, { kind: { workstream: Workstream } }>,
) {
  const people = new Map<string, Set<number>>();
  for (const { task_id, from_status, user_id } of moves) {
    const task = tasks.get(task_id);
    if (!task || from_status === TaskStatus.COMPLETED) continue;
    const queue = queueKey(task.kind.workstream, QUEUE_OF[from_status]);
    people.set(queue, (people.get(queue) ?? new Set()).add(user_id));
  }
  return new Map([...people].map(([queue, who]) => [queue, who.size]));
}
