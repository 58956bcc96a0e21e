import type { Similarity } from './similar-work.ts';
import { CLASSES, ENDS, minutesOfShare, shareWithin, type Spread } from './histogram.ts';

/** An open task with the inputs of its forecast. */
export interface OpenEnd {
  readonly task_id: number;
  /** Times of similar work from entering the current status to completion. */
  readonly times: Spread;
  /** Working minutes in the current status. */
  readonly elapsed: number;
  /** Factor by which the queue extends the time. */
  readonly factor: number;
}

/** Number of observations of longer tasks that weigh as much as the task's age alone. */
const AS_MUCH_AS_AGE = 3;
const LEAST_ELAPSED = 30;

/**
 * Probability that a task is completed within a number of working minutes, based on similar work that was still open at its age. The
 * fewer observations took as long, the more its age decides: a task older than all of them has an even chance to take as long again.
 */
export function doneWithin({ times, elapsed, factor }: OpenEnd, minutes: number): number {
  const age = elapsed / factor;
  const gone = shareWithin(times, age);
  const left = (1 - gone) * times.weight;
  const byAge = 1 - 2 ** (-minutes / Math.max(LEAST_ELAPSED, elapsed));
  if (left <= 0) return byAge;
  const byLikeWork = Math.min(1, Math.max(0, (shareWithin(times, age + minutes / factor) - gone) / (1 - gone)));
  return (left * byLikeWork + AS_MUCH_AS_AGE * byAge) / (left + AS_MUCH_AS_AGE);
}

/** The probability of one task for each class end. */
export const taskDoneWithin = (task: OpenEnd): number[] => ENDS.map((minutes) => doneWithin(task, minutes));

/** Probabilities below one in a million become zero, because the database cannot store the product of many small ones. */
const MILLION = 1_000_000;

/** Probability that all tasks are completed, if they are independent. */
export const lastOf = (all: readonly (readonly number[])[]): number[] =>
  ENDS.map((_, at) => Math.round(MILLION * all.reduce((product, within) => product * within[at]!, 1)) / MILLION);

/** Working minutes within which a job is completed with this probability. */
export function minutesFor(within: readonly number[], share: number): number {
  const at = within.findIndex((done) => done >= share);
  if (at < 0) return ENDS[CLASSES - 1]!;
  const [begin, below] = at === 0 ? [0, 0] : [ENDS[at - 1]!, within[at - 1]!];
  const here = within[at]! - below;
  return here === 0 ? ENDS[at]! : begin + ((ENDS[at]! - begin) * (share - below)) / here;
}

/** Position of a duration in the spread of a job: the inverse of `minutesFor`. */
export function partAt(within: readonly number[], minutes: number): number {
  const at = ENDS.findIndex((end) => end >= minutes);
  if (at < 0) return within[CLASSES - 1] ?? 1;
  const [begin, below] = at === 0 ? [0, 0] : [ENDS[at - 1]!, within[at - 1]!];
  return below + ((within[at]! - below) * (minutes - begin)) / (ENDS[at]! - begin);
}

/** Usual duration of similar work: the middle three fifths. */
export const usualRange = (times: Spread): readonly [number, number] => [
  minutesOfShare(times, 0.2),
  minutesOfShare(times, 0.8),
];

/** Basis of a forecast, which the job shows in words. */
export interface ForecastBasis {
  /** The task that will probably be completed last. */
  readonly task_id: number;
  readonly likeness: Similarity;
  /** Number of observations of similar work. */
  readonly seen: number;
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
