import { TaskStatus } from '@darkroom/domain/task/status';
import type { OrderedTask } from './ordered-work.ts';
import type { Random } from '../random.ts';
import { DAY_LENGTH, type WorkTime } from './work-time.ts';

/**
 * How the floor stands on an ordinary day: of every 180 open tasks so many in each status, and for how many minutes they
 * have been in it at least and at most. From the least done to the nearly finished.
 */
export const FLOOR: readonly (readonly [status: TaskStatus, tasks: number, since: readonly [number, number]])[] = [
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
const ORDINARY = FLOOR.reduce((sum, [, tasks]) => sum + tasks, 0);

/** A place on the floor: a status, and for how many minutes a task has been in it at least and at most. */
interface Card {
  readonly until: TaskStatus;
  readonly since: readonly [number, number];
}

/** Nothing lies unassigned for longer, in seconds of working time. */
const MAX_TO_DO = DAY_LENGTH * 0.95;
const ASSIGNED: Card = { until: TaskStatus.EDITOR_ASSIGNED, since: [8, 380] };

export interface RecentTask {
  ordered: OrderedTask;
  until: TaskStatus;
  /** When it took its last step. */
  last: number;
}

/**
 * Parts the tasks into those that were settled long ago and the recent ones, and says of each recent one where it stands
 * now. The newest are the least done; between them and the settled ones lie those that were completed up to this minute.
 */
export function layOutFloor(
  all: readonly OrderedTask[],
  { open, time, random }: { open: number; time: WorkTime; random: Random },
): { settled: OrderedTask[]; recent: RecentTask[] } {
  const count = Math.min(all.length, Math.round(open * 1.4));
  const settled = all.slice(0, all.length - count);
  const candidates = all.slice(all.length - count);
  const deck = FLOOR.flatMap(([until, tasks, since]) =>
    Array.from({ length: Math.max(1, Math.round((tasks * open) / ORDINARY)) }, (): Card => ({ until, since })),
  );
  // The newer, the more likely open; but never by the clock alone.
  const chosen = new Set(
    candidates
      .map((ordered, place) => ({ ordered, key: place + random.next() * count * 0.2 }))
      .sort((one, other) => other.key - one.key)
      .slice(0, deck.length)
      .map(({ ordered }) => ordered),
  );
  const dealt = deck
    .map((card, place) => ({ card, key: place + random.next() * deck.length * 0.1 }))
    .sort((one, other) => one.key - other.key)
    .map(({ card }) => card);
  const done = candidates.length - chosen.size;
  const first = candidates[0]?.job.order.created ?? time.now;
  let rank = 0;
  const recent = candidates.map((ordered): RecentTask => {
    const { created } = ordered.job.order;
    const dealtCard = chosen.has(ordered) ? dealt.pop() : undefined;
    if (dealtCard) {
      // What came in a day ago is in somebody's hands by now.
      const card = dealtCard.until === TaskStatus.TO_DO && time.now - created > MAX_TO_DO ? ASSIGNED : dealtCard;
      const since = random.int(...card.since) * 60;
      return { ordered, until: card.until, last: Math.max(time.now - since, created + 60) };
    }
    // Completed one after the other, at an even pace up to this minute.
    const even = first + ((time.now - first) * (rank + random.next())) / done;
    rank += 1;
    const last = Math.min(Math.max(even, created + DAY_LENGTH / 6), time.now - random.int(60, 3600));
    return { ordered, until: TaskStatus.COMPLETED, last: Math.max(last, created + 60) };
  });
  return { settled, recent };
}
