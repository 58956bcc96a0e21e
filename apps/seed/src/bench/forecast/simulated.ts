import { instantAt } from '@darkroom/domain/calendar/clock';
import { addDays, dayOf, type Day, type Instant } from '@darkroom/domain/calendar/day';
import type { WorkClock } from '@darkroom/domain/forecast/work-clock';
import type { WorkKind } from '@darkroom/domain/forecast/similar-work';
import { TaskStatus } from '@darkroom/domain/task/status';
import { createRandom, type Random } from '../../demo/random.ts';
import type { ReplayHistory, ReplayMove, ReplayTask } from '../../demo/forecasts/replay.ts';

/** Stations of a task: the statuses before them, their steps and people, and the minutes of a task. */
const WORK_STATIONS = [
  { from: [TaskStatus.TO_DO], steps: [2, 3, 4], people: 11, minutes: 20 },
  { from: [TaskStatus.WAITING_TO_QC], steps: [5, 6], people: 4, minutes: 7.5 },
  { from: [TaskStatus.QC1_DONE], steps: [7, 8], people: 3, minutes: 5.5 },
  { from: [TaskStatus.QC2_DONE], steps: [9], people: 1, minutes: 1.2 },
  { from: [TaskStatus.QC1_FAULTS_FOUND], steps: [12], people: 1, minutes: 14 },
  { from: [TaskStatus.RESOLVED], steps: [5, 6], people: 1, minutes: 6 },
] as const;
/** Average number of new tasks a day. Some days have far more, and others have few. */
const TASKS_PER_DAY = 90;
const FAULT_SHARE = 0.09;

interface SimulatedTask extends ReplayTask {
  status: TaskStatus;
  moves: number;
}

/**
 * Simulates a bureau from a seed: waves of work, urgent work first, few people per station, some faults. Lead times
 * follow only from the queues, not from a forecast.
 */
export function simulateBureau(first: Day, days: number, clock: WorkClock, seed: number): ReplayHistory {
  const random = createRandom(seed);
  const kinds: WorkKind[] = Array.from({ length: 8 }, (_, index) => ({
    service_cat2_id: index + 1,
    service_cat1_id: 1 + Math.floor(index / 2),
    workstream: index < 5 ? 'PTE' : 'OTS',
  }));
  const tasks: SimulatedTask[] = [];
  const moves: ReplayMove[] = [];
  const arrivals = createArrivals(first, days, random, kinds);
  const queues = WORK_STATIONS.map((): SimulatedTask[] => []);
  // People ordered by the time at which they are free. New work is added up to that time.
  const workers = WORK_STATIONS.flatMap(({ people }, station) =>
    Array.from({ length: people }, (_, who) => ({
      station,
      user_id: station * 100 + who,
      at: instantAt(first, '08:00'),
    })),
  );
  const enqueue = (task: SimulatedTask) => {
    const station = WORK_STATIONS.findIndex(({ from }) => (from as readonly number[]).includes(task.status));
    if (station >= 0) queues[station]!.push(task);
  };
  const returning: { at: Instant; task: SimulatedTask }[] = [];
  const end = instantAt(addDays(first, days), '08:00');
  let next = 0;
  for (;;) {
    const worker = workers.reduce((one, other) => (other.at < one.at ? other : one));
    const now = worker.at;
    if (now >= end) break;
    for (; arrivals[next] && arrivals[next]!.created_at <= now; next++) {
      const task = arrivals[next]!;
      tasks.push(task);
      enqueue(task);
    }
    for (const arrival of returning.splice(0)) {
      if (arrival.at <= now) enqueue(arrival.task);
      else returning.push(arrival);
    }
    const queue = queues[worker.station]!;
    if (queue.length === 0) {
      worker.at = clock.after(now, 3);
      continue;
    }
    // Urgent first, then the oldest. Sometimes a random task is taken.
    const position = random.next() < 0.15 ? Math.floor(random.next() * queue.length) : findFirst(queue);
    const [task] = queue.splice(position, 1) as [SimulatedTask];
    const { steps, minutes } = WORK_STATIONS[worker.station]!;
    const effort =
      minutes * (0.5 + task.kind.service_cat2_id / 8) * (0.6 + Math.sqrt(task.pieces) / 4) * randomSpread(random);
    let at = now;
    for (const [n, step] of steps.entries()) {
      const hasFault = step === 6 && task.status === TaskStatus.QC1_START && random.next() < FAULT_SHARE;
      at = n === steps.length - 1 ? clock.after(now, effort) : clock.after(now, Math.min(1, effort / 4) * n);
      const to_status = hasFault ? TaskStatus.QC1_FAULTS_FOUND : step;
      moves.push({ task_id: task.task_id, at, from_status: task.status, to_status, user_id: worker.user_id });
      task.status = to_status;
    }
    worker.at = at;
    returning.push({ at, task });
  }
  moves.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return { tasks, moves };
}

const findFirst = (queue: readonly SimulatedTask[]): number =>
  queue.reduce((best, task, index) => {
    const other = queue[best]!;
    return Number(task.urgent) - Number(other.urgent) || Number(task.created_at < other.created_at) - 0.5 > 0
      ? index
      : best;
  }, 0);

/** Returns a random factor with a long tail, as in real work: most values near 1, some three times as long. */
const randomSpread = (random: Random): number =>
  Math.exp(0.55 * (random.next() + random.next() + random.next() + random.next() - 2) * 1.7);

function createArrivals(first: Day, days: number, random: Random, kinds: readonly WorkKind[]): SimulatedTask[] {
  const arrivals: SimulatedTask[] = [];
  let job_id = 0;
  let demand = 1;
  for (let at = 0; at < days; at++) {
    const day = addDays(first, at);
    if (new Date(`${day}T00:00:00Z`).getUTCDay() === 0) continue;
    demand = Math.min(1.5, Math.max(0.5, demand + (random.next() - 0.5) * 0.6));
    let remaining = Math.round(TASKS_PER_DAY * demand * (0.8 + random.next() * 0.4));
    while (remaining > 0) {
      const count = Math.min(remaining, random.int(1, 6));
      remaining -= count;
      job_id += 1;
      const hour = random.next() < 0.5 ? random.int(7, 9) : random.int(9, 16);
      const created_at = instantAt(
        day,
        `${String(hour).padStart(2, '0')}:${String(random.int(0, 59)).padStart(2, '0')}`,
      );
      const kind = kinds[random.int(0, kinds.length - 1)]!;
      const urgent = random.next() < 0.12;
      for (let n = 0; n < count; n++)
        arrivals.push({
          task_id: arrivals.length + 1,
          job_id,
          kind,
          pieces: random.int(1, 40),
          urgent,
          job_date: dayOf(created_at),
          created_at,
          due_at: null,
          status: TaskStatus.TO_DO,
          moves: 0,
        });
    }
  }
  return arrivals.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1));
}
