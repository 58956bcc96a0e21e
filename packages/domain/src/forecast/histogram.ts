/**
 * Durations in working minutes, counted in classes that grow by a fifth. They reach from one minute to about seventy
 * working days, with the same relative accuracy.
 */
export type Histogram = readonly number[];

const CLASSES_A_DOUBLING = 4;
export const CLASSES = 61;

/** Upper end of each class. The first ends at one minute. */
export const ENDS: readonly number[] = Array.from({ length: CLASSES }, (_, at) => 2 ** (at / CLASSES_A_DOUBLING));

export const emptyHistogram = (): number[] => Array.from({ length: CLASSES }, () => 0);

/** Class of a duration in minutes. */
export const classOf = (minutes: number): number =>
  minutes <= 1 ? 0 : Math.min(CLASSES - 1, Math.ceil(Math.log2(minutes) * CLASSES_A_DOUBLING - 1e-9));

export const weightOf = (histogram: Histogram): number => histogram.reduce((sum, n) => sum + n, 0);

/** Adds `more`, multiplied by a factor. */
export function addTo(histogram: number[], more: Histogram, factor = 1): void {
  for (const [at, n] of more.entries()) histogram[at] = (histogram[at] ?? 0) + n * factor;
}

/** Cumulative sums of the classes, calculated once for many questions. */
export interface Spread {
  readonly upTo: readonly number[];
  readonly weight: number;
}

export function spreadOf(histogram: Histogram): Spread {
  let sum = 0;
  const upTo = histogram.map((n) => (sum += n));
  return { upTo, weight: sum };
}

/** Share with at most `minutes`, interpolated evenly within a class. */
export function shareWithin({ upTo, weight }: Spread, minutes: number): number {
  if (weight === 0 || minutes <= 0) return 0;
  const at = classOf(minutes);
  const end = ENDS[at]!;
  if (minutes >= end) return upTo[at]! / weight;
  const [begin, below] = at === 0 ? [0, 0] : [ENDS[at - 1]!, upTo[at - 1]!];
  return (below + ((upTo[at]! - below) * (minutes - begin)) / (end - begin)) / weight;
}

/** Minutes within which a share was completed: the inverse of `shareWithin`. */
export function minutesOfShare({ upTo, weight }: Spread, share: number): number {
  const wanted = share * weight;
  const at = upTo.findIndex((sum) => sum > 0 && sum >= wanted);
  if (at < 0) return ENDS[CLASSES - 1]!;
  const [begin, below] = at === 0 ? [0, 0] : [ENDS[at - 1]!, upTo[at - 1]!];
  const here = upTo[at]! - below;
  return here === 0 ? ENDS[at]! : begin + ((ENDS[at]! - begin) * (wanted - below)) / here;
}
