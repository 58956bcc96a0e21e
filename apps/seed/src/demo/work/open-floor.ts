import { TaskStatus } from '@darkroom/domain/task/status';
import type { OrderedTask } from './ordered-work.ts';
import type { Random } from '../random.ts';
import { DAY_LENGTH, type WorkTime } from './work-time.ts';

/**
 * Normal state of the open work: of every 180 open tasks, the number in each status, and the minimum and maximum of
 * minutes in it. Sorted by status.
 */
export const OPEN_TASKS: readonly (readonly [status: TaskStatus, tasks: number, since: readonly [number, number]])[] = [
  [TaskStatus.TO_DO, 36, [0, 0]],
  [TaskStatus.EDITOR_ASSIGNED, 26, [8, 380]],
  [TaskStatus.PROCESSING, 24, [3, 85]],
  [TaskStatus.WAITING_TO_QC, 22, [4, 230]],
  [TaskStatus.QC1_START, 7, [1, 18]],
  [TaskStatus.QC1_FAULTS_FOUND, 8, [5, 130]],
  [TaskStatus.QC1_DONE, 15, [4, 210]],
  [TaskStatus.RESOLVED, 6, [4, 90]],
  [TaskStatus.QC2_START, 6, [1, 18]],
  [TaskStatus.QC2_FAULTS_FOUND, 5, [5, 130]],
  [TaskStatus.QC2_DONE, 13, [5, 260]],
  [TaskStatus.REWORK, 6, [15, 320]],
  [TaskStatus.DONE_REWORK, 6, [10, 260]],
];
const OPEN_TASK_COUNT = OPEN_TASKS.reduce((sum, [, tasks]) => sum + tasks, 0);

/** State that a task gets: a status, and the minimum and maximum of minutes in it. */
interface TargetState {
  readonly until: TaskStatus;
  readonly since: readonly [number, number];
}

/** Limit for the time without an editor, in seconds of working time. */
const MAX_TO_DO = DAY_LENGTH * 0.95;
const ASSIGNED_STATE: TargetState = { until: TaskStatus.EDITOR_ASSIGNED, since: [8, 380] };

export interface RecentTask {
  ordered: OrderedTask;
  until: TaskStatus;
  /** Time of the task's last step. */
  last: number;
}

/**
 * Divides the tasks into old completed ones and recent ones, and gives each recent one its status. The newest tasks are
 * the least done.
 */
export function distributeStatuses(
  all: readonly OrderedTask[],
  { open, time, random }: { open: number; time: WorkTime; random: Random },
): { settled: OrderedTask[]; recent: RecentTask[] } {
  const count = Math.min(all.length, Math.round(open * 1.4));
  const settled = all.slice(0, all.length - count);
  const candidates = all.slice(all.length - count);
  const targets = OPEN_TASKS.flatMap(([until, tasks, since]) =>
    Array.from({ length: Math.max(1, Math.round((tasks * open) / OPEN_TASK_COUNT)) }, (): TargetState => ({
      until,
      since,
    })),
  );
  // Newer tasks are more likely open, with some chance.
  const selectedTasks = new Set(
    candidates
      .map((ordered, position) => ({ ordered, key: position + random.next() * count * 0.2 }))
      .sort((a, b) => b.key - a.key)
      .slice(0, targets.length)
      .map(({ ordered }) => ordered),
  );
  const shuffledTargets = targets
    .map((state, position) => ({ card: state, key: position + random.next() * targets.length * 0.1 }))
    .sort((a, b) => a.key - b.key)
    .map(({ card: state }) => state);
  const done = candidates.length - selectedTasks.size;
  const first = candidates[0]?.job.order.created ?? time.now;
  let rank = 0;
  const recent = candidates.map((ordered): RecentTask => {
    const { created } = ordered.job.order;
    const target = selectedTasks.has(ordered) ? shuffledTargets.pop() : undefined;
    if (target) {
      // A day after its arrival, a task already has an editor.
      const state = target.until === TaskStatus.TO_DO && time.now - created > MAX_TO_DO ? ASSIGNED_STATE : target;
      const since = random.int(...state.since) * 60;
      return { ordered, until: state.until, last: Math.max(time.now - since, created + 60) };
    }
    // Completed one after another, at an even pace up to this minute.
    const evenMoment = first + ((time.now - first) * (rank + random.next())) / done;
    rank += 1;
    const last = Math.min(Math.max(evenMoment, created + DAY_LENGTH / 6), time.now - random.int(60, 3600));
    return { ordered, until: TaskStatus.COMPLETED, last: Math.max(last, created + 60) };
  });
  return { settled, recent };
}
