import type { Instant } from '../calendar/day.ts';
import type { Workstream } from '../customer/enums.ts';
import { TaskStatus } from '../task/status.ts';
import {
  addHistogram,
  classOf,
  emptyHistogram,
  toDistribution,
  sumWeights,
  type Histogram,
  type Distribution,
} from './histogram.ts';
import type { WorkClock } from './work-clock.ts';

/**
 * Times of similar work (decision 126): working minutes of tasks from entering a status to Completed, by category 2,
 * size and status. They include waiting, faults and rechecks.
 */

/** Classes of a task's quantity with about the same duration. */
export const SIZES = ['few', 'some', 'many', 'most'] as const;
export type Size = (typeof SIZES)[number];
export const sizeOf = (pieces: number): Size =>
  pieces <= 5 ? 'few' : pieces <= 20 ? 'some' : pieces <= 60 ? 'many' : 'most';

export interface WorkKind {
  readonly service_cat2_id: number;
  readonly service_cat1_id: number;
  readonly workstream: Workstream;
}

/** Levels of similarity, most similar first. Each counts as far as it has observations, and the next level adds the rest. */
export const SIMILARITY_LEVELS = ['size', 'category2', 'category1', 'workstream', 'bureau'] as const;
export type Similarity = (typeof SIMILARITY_LEVELS)[number];

/** Weight of the less similar level, in observations. */
const BORROWED_WEIGHT = 15;
/** Number of observations after which a class halves its counts, because old observations are less relevant. */
export const MAX_OBSERVATIONS = 600;

export interface Observation {
  readonly kind: WorkKind;
  readonly size: Size;
  readonly status: TaskStatus;
  /** Working minutes from entering the status to Completed. */
  readonly minutes: number;
}

interface Move {
  readonly at: Instant;
  readonly to_status: TaskStatus;
}

/**
 * Measures the working minutes from each entered status to the next completion after `after`, from a task's history. Leaves out completions
 * outside the bureau's hours, because their working time is unknown.
 */
export function measureTimesToCompletion(
  created_at: Instant,
  moves: readonly Move[],
  { between, isWorkTime }: Pick<WorkClock, 'between' | 'isWorkTime'>,
  after: Instant | null = null,
): { status: TaskStatus; minutes: number }[] {
  const times: { status: TaskStatus; minutes: number }[] = [];
  let entered: Move[] = [{ at: created_at, to_status: TaskStatus.TO_DO }];
  for (const move of moves) {
    if (move.to_status !== TaskStatus.COMPLETED) {
      if (entered.at(-1)?.to_status !== move.to_status) entered.push(move);
      continue;
    }
    if (isWorkTime(move.at) && (after === null || Date.parse(move.at) > Date.parse(after))) {
      for (const { at, to_status } of entered) times.push({ status: to_status, minutes: between(at, move.at) });
    }
    entered = [];
  }
  return times;
}

/** A saved row of the smallest class. All other classes are sums of these. */
export interface SavedTimes {
  readonly service_cat2_id: number;
  readonly size: Size;
  readonly status: TaskStatus;
  readonly counts: Histogram;
}

/** Times of similar work, the number of observations, and the level of similarity with the most weight. */
export interface SimilarTimes {
  readonly times: Distribution;
  readonly sample_size: number;
  readonly similarity: Similarity;
}

export interface SimilarWork {
  learn(one: Observation): void;
  /** Finds the times of the most similar work, supplemented by less similar work. */
  findTimes(kind: WorkKind, size: Size, status: TaskStatus): SimilarTimes;
  /** Returns the rows that changed since they were read, to be saved. */
  changed(): SavedTimes[];
}

type LevelKeys = Record<Similarity, string>;

const getLevelKeys = (kind: WorkKind, size: Size, status: TaskStatus): LevelKeys => ({
  size: `s${kind.service_cat2_id} ${size} ${status}`,
  category2: `k${kind.service_cat2_id} ${status}`,
  category1: `c${kind.service_cat1_id} ${status}`,
  workstream: `${kind.workstream} ${status}`,
  bureau: `all ${status}`,
});

/** Creates the times from the saved rows. Deleted categories are left out. */
export function createSimilarWork(
  savedTimes: readonly SavedTimes[],
  kindOf: (service_cat2_id: number) => WorkKind | null,
): SimilarWork {
  const sums = new Map<string, number[]>();
  const rows = new Map<string, Omit<SavedTimes, 'counts'>>();
  const changedKeys = new Set<string>();
  /** Cached results until the next observation, because many tasks need the same. */
  const cache = new Map<string, SimilarTimes>();
  const sumOf = (key: string): number[] => {
    const sum = sums.get(key) ?? emptyHistogram();
    sums.set(key, sum);
    return sum;
  };
  const add = (levels: LevelKeys, counts: Histogram, factor = 1) => {
    for (const similarity of SIMILARITY_LEVELS) addHistogram(sumOf(levels[similarity]), counts, factor);
  };
  for (const { counts, ...row } of savedTimes) {
    const kind = kindOf(row.service_cat2_id);
    if (!kind) continue;
    const levels = getLevelKeys(kind, row.size, row.status);
    add(levels, counts);
    rows.set(levels.size, row);
  }
  return {
    learn({ kind, size, status, minutes }) {
      cache.clear();
      const levels = getLevelKeys(kind, size, status);
      if (sumWeights(sumOf(levels.size)) >= MAX_OBSERVATIONS) add(levels, [...sumOf(levels.size)], -0.5);
      for (const similarity of SIMILARITY_LEVELS) sumOf(levels[similarity])[classOf(minutes)]! += 1;
      rows.set(levels.size, { service_cat2_id: kind.service_cat2_id, size, status });
      changedKeys.add(levels.size);
    },
    findTimes(kind, size, status) {
      const levels = getLevelKeys(kind, size, status);
      const cached = cache.get(levels.size);
      if (cached) return cached;
      let times: number[] = emptyHistogram();
      let sample_size = 0;
      let similarity: Similarity = 'bureau';
      for (const level of SIMILARITY_LEVELS.toReversed()) {
        const levelSum = sums.get(levels[level]);
        const weight = levelSum ? sumWeights(levelSum) : 0;
        if (!levelSum || weight < 1) continue;
        const borrowed = sumWeights(times);
        const next = [...levelSum];
        if (borrowed > 0) addHistogram(next, times, BORROWED_WEIGHT / borrowed);
        times = next;
        // The most similar level with enough observations to outweigh the borrowed observations.
        if (weight >= BORROWED_WEIGHT || sample_size === 0) [sample_size, similarity] = [Math.round(weight), level];
      }
      const answer = { times: toDistribution(times), sample_size, similarity };
      cache.set(levels.size, answer);
      return answer;
    },
    changed() {
      const list = [...changedKeys].map((key) => ({ ...rows.get(key)!, counts: [...sumOf(key)] }));
      changedKeys.clear();
      return list;
    },
  };
}
