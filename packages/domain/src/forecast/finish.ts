import type { Likeness } from './like-work.ts';
import { CLASSES, ENDS, minutesOfShare, shareWithin, type Spread } from './histogram.ts';

/** An open task, as its end is reckoned. */
export interface OpenEnd {
  readonly task_id: number;
  /** What like work took from entering the status it is in. */
  readonly times: Spread;
  /** Working minutes it has been in it. */
  readonly elapsed: number;
  /** How many times as long it takes, the queue being what it is. */
  readonly factor: number;
}

/** So many observations of what took longer than this one already has say as much of it as its age alone. */
const AS_MUCH_AS_AGE = 3;
const LEAST_ELAPSED = 30;

/**
 * How probable it is that a task is done within so many working minutes: as like work that had not been done at its age went on. The less
 * like work took as long, the more its age tells: one that has outlasted all of it is as likely to take as long again as not.
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

/** The same of one task. */
export const taskDoneWithin = (task: OpenEnd): number[] => ENDS.map((minutes) => doneWithin(task, minutes));

/** What is less likely than one in a million is never: the product of many small parts is no number a database keeps. */
const MILLION = 1_000_000;

/** Of some, that the last is done: each by itself. */
export const lastOf = (all: readonly (readonly number[])[]): number[] =>
  ENDS.map((_, at) => Math.round(MILLION * all.reduce((product, within) => product * within[at]!, 1)) / MILLION);

/** Within how many working minutes a job is done with this probability. */
export function minutesFor(within: readonly number[], share: number): number {
  const at = within.findIndex((done) => done >= share);
  if (at < 0) return ENDS[CLASSES - 1]!;
  const [begin, below] = at === 0 ? [0, 0] : [ENDS[at - 1]!, within[at - 1]!];
  const here = within[at]! - below;
  return here === 0 ? ENDS[at]! : begin + ((ENDS[at]! - begin) * (share - below)) / here;
}

/** At which part of its spread a job was done that took so many minutes: the inverse of `minutesFor`. */
export function partAt(within: readonly number[], minutes: number): number {
  const at = ENDS.findIndex((end) => end >= minutes);
  if (at < 0) return within[CLASSES - 1] ?? 1;
  const [begin, below] = at === 0 ? [0, 0] : [ENDS[at - 1]!, within[at - 1]!];
  return below + ((within[at]! - below) * (minutes - begin)) / (ENDS[at]! - begin);
}

/** From about how long to about how long like work takes: the middle three fifths. */
export const usualRange = (times: Spread): readonly [number, number] => [
  minutesOfShare(times, 0.2),
  minutesOfShare(times, 0.8),
];

/** What a forecast was made from, as it is told on the job in words. */
export interface ForecastBasis {
  /** The task it hangs on: the one that is likely to be done last. */
  readonly task_id: number;
  readonly likeness: Likeness;
  /** How often like work was seen. */
  readonly seen: number;
  /** Working minutes like work takes from where that task stands. */
  readonly from_minutes: number;
  readonly to_minutes: number;
  /** Working minutes it has stood there. */
  readonly elapsed_minutes: number;
  readonly ahead: number;
  readonly people: number;
  /** Open tasks of the job. */
  readonly open: number;
}
