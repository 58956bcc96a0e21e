import type { Similarity } from './similar-work.ts';
import { CLASS_COUNT, CLASS_ENDS, minutesAtShare, shareUpTo, type Distribution } from './histogram.ts';

/** An open task with the inputs of its forecast. */
export interface OpenTaskTimes {
  readonly task_id: number;
  /** Times of similar work from entering the current status to completion. */
  readonly times: Distribution;
  /** Working minutes in the current status. */
  readonly elapsed: number;
  /** Factor by which the queue extends the time. */
  readonly factor: number;
}

/** Number of observations of longer tasks that weigh as much as the task's age alone. */
const AGE_WEIGHT = 3;
const MIN_ELAPSED = 30;

/**
 * Calculates the probability that a task is completed within a number of working minutes, based on similar work that was still open at its
 * age. A task older than all similar work has an even chance to take as long again.
 */
export function completionProbability({ times, elapsed, factor }: OpenTaskTimes, minutes: number): number {
  const age = elapsed / factor;
  const elapsedShare = shareUpTo(times, age);
  const remainingWeight = (1 - elapsedShare) * times.weight;
  const byAge = 1 - 2 ** (-minutes / Math.max(MIN_ELAPSED, elapsed));
  if (remainingWeight <= 0) return byAge;
  const bySimilarWork = Math.min(
    1,
    Math.max(0, (shareUpTo(times, age + minutes / factor) - elapsedShare) / (1 - elapsedShare)),
  );
  return (remainingWeight * bySimilarWork + AGE_WEIGHT * byAge) / (remainingWeight + AGE_WEIGHT);
}

/** Calculates the probability of one task for each class end. */
export const completionCurve = (task: OpenTaskTimes): number[] =>
  CLASS_ENDS.map((minutes) => completionProbability(task, minutes));

/** Probabilities below a millionth become zero, because the database cannot store the product of many small numbers. */
const MILLION = 1_000_000;

/** Calculates the probability that all tasks are completed, if they are independent. */
export const combineCurves = (all: readonly (readonly number[])[]): number[] =>
  CLASS_ENDS.map(
    (_, index) => Math.round(MILLION * all.reduce((product, curve) => product * curve[index]!, 1)) / MILLION,
  );

/** Returns the working minutes within which a job is completed with this probability. */
export function minutesAtProbability(curve: readonly number[], share: number): number {
  const at = curve.findIndex((done) => done >= share);
  if (at < 0) return CLASS_ENDS[CLASS_COUNT - 1]!;
  const [begin, below] = at === 0 ? [0, 0] : [CLASS_ENDS[at - 1]!, curve[at - 1]!];
  const classShare = curve[at]! - below;
  return classShare === 0 ? CLASS_ENDS[at]! : begin + ((CLASS_ENDS[at]! - begin) * (share - below)) / classShare;
}

/** Returns the position of a duration in the spread of a job: the inverse of `minutesAtProbability`. */
export function probabilityAt(curve: readonly number[], minutes: number): number {
  const at = CLASS_ENDS.findIndex((end) => end >= minutes);
  if (at < 0) return curve[CLASS_COUNT - 1] ?? 1;
  const [begin, below] = at === 0 ? [0, 0] : [CLASS_ENDS[at - 1]!, curve[at - 1]!];
  return below + ((curve[at]! - below) * (minutes - begin)) / (CLASS_ENDS[at]! - begin);
}

/** Returns the usual duration of similar work: the middle three fifths. */
export const getTypicalRange = (times: Distribution): readonly [number, number] => [
  minutesAtShare(times, 0.2),
  minutesAtShare(times, 0.8),
];

/** Basis of a forecast, which the job shows in words. */
export interface ForecastBasis {
  /** The task that will probably be completed last. */
  readonly task_id: number;
  readonly similarity: Similarity;
  /** Number of observations of similar work. */
  readonly sample_size: number;
  /** Usual working minutes of similar work from the task's status on. */
  readonly from_minutes: number;
  readonly to_minutes: number;
  /** Working minutes in the task's status. */
  readonly elapsed_minutes: number;
  readonly ahead: number;
  readonly people: number;
  /** Open tasks of the job. */
  readonly open: number;
}
