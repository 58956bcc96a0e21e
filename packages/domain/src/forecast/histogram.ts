/**
 * Durations in working minutes, counted in classes that grow by a fifth. The classes reach from one minute to about seventy working days,
 * with the same relative accuracy.
 */
export type Histogram = readonly number[];

const CLASSES_PER_DOUBLING = 4;
export const CLASS_COUNT = 61;

/** Upper end of each class. The first ends at one minute. */
export const CLASS_ENDS: readonly number[] = Array.from(
  { length: CLASS_COUNT },
  (_, index) => 2 ** (index / CLASSES_PER_DOUBLING),
);

export const emptyHistogram = (): number[] => Array.from({ length: CLASS_COUNT }, () => 0);

/** Returns the class of a duration in minutes. */
export const classOf = (minutes: number): number =>
  minutes <= 1 ? 0 : Math.min(CLASS_COUNT - 1, Math.ceil(Math.log2(minutes) * CLASSES_PER_DOUBLING - 1e-9));

export const sumWeights = (histogram: Histogram): number => histogram.reduce((sum, n) => sum + n, 0);

/** Adds `more`, multiplied by a factor. */
export function addHistogram(histogram: number[], added: Histogram, factor = 1): void {
  for (const [index, n] of added.entries()) histogram[index] = (histogram[index] ?? 0) + n * factor;
}

/** Cumulative sums of the classes, calculated once for many questions. */
export interface Distribution {
  readonly cumulative: readonly number[];
  readonly weight: number;
}

export function toDistribution(histogram: Histogram): Distribution {
  let sum = 0;
  const cumulative = histogram.map((n) => (sum += n));
  return { cumulative, weight: sum };
}

/** Returns the share with at most `minutes`, interpolated evenly within a class. */
export function shareUpTo({ cumulative, weight }: Distribution, minutes: number): number {
  if (weight === 0 || minutes <= 0) return 0;
  const at = classOf(minutes);
  const end = CLASS_ENDS[at]!;
  if (minutes >= end) return cumulative[at]! / weight;
  const [begin, below] = at === 0 ? [0, 0] : [CLASS_ENDS[at - 1]!, cumulative[at - 1]!];
  return (below + ((cumulative[at]! - below) * (minutes - begin)) / (end - begin)) / weight;
}

/** Returns the minutes within which a share was completed: the inverse of `shareUpTo`. */
export function minutesAtShare({ cumulative, weight }: Distribution, share: number): number {
  const wanted = share * weight;
  const at = cumulative.findIndex((sum) => sum > 0 && sum >= wanted);
  if (at < 0) return CLASS_ENDS[CLASS_COUNT - 1]!;
  const [begin, below] = at === 0 ? [0, 0] : [CLASS_ENDS[at - 1]!, cumulative[at - 1]!];
  const inClass = cumulative[at]! - below;
  return inClass === 0 ? CLASS_ENDS[at]! : begin + ((CLASS_ENDS[at]! - begin) * (wanted - below)) / inClass;
}
