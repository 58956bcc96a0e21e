/**
 * How long something took, in working minutes, counted in classes that grow by a fifth: from one minute to some seventy
 * working days, as exact for what takes minutes as for what takes weeks.
 */
export type Histogram = readonly number[];

const CLASSES_A_DOUBLING = 4;
export const CLASSES = 61;

/** The upper end of each class; the first ends at one minute. */
export const ENDS: readonly number[] = Array.from({ length: CLASSES }, (_, at) => 2 ** (at / CLASSES_A_DOUBLING));

export const emptyHistogram = (): number[] => Array.from({ length: CLASSES }, () => 0);

/** The class of so many minutes. */
export const classOf = (minutes: number): number =>
  minutes <= 1 ? 0 : Math.min(CLASSES - 1, Math.ceil(Math.log2(minutes) * CLASSES_A_DOUBLING - 1e-9));

export const weightOf = (histogram: Histogram): number => histogram.reduce((sum, n) => sum + n, 0);

/** `more` added with a weight: as it is, or as so many observations. */
export function addTo(histogram: number[], more: Histogram, factor = 1): void {
  for (const [at, n] of more.entries()) histogram[at] = (histogram[at] ?? 0) + n * factor;
}

/** The part that took `minutes` at most, evenly within a class. */
export function shareWithin(histogram: Histogram, minutes: number): number {
  const all = weightOf(histogram);
  if (all === 0 || minutes <= 0) return 0;
  let sum = 0;
  for (const [at, n] of histogram.entries()) {
    const end = ENDS[at]!;
    if (end <= minutes) {
      sum += n;
      continue;
    }
    const begin = at === 0 ? 0 : ENDS[at - 1]!;
    return (sum + (n * (minutes - begin)) / (end - begin)) / all;
  }
  return 1;
}

/** Within how many minutes a part of them was done: the inverse of `shareWithin`. */
export function minutesOfShare(histogram: Histogram, share: number): number {
  const wanted = share * weightOf(histogram);
  let sum = 0;
  for (const [at, n] of histogram.entries()) {
    if (n > 0 && sum + n >= wanted) {
      const begin = at === 0 ? 0 : ENDS[at - 1]!;
      return begin + ((ENDS[at]! - begin) * (wanted - sum)) / n;
    }
    sum += n;
  }
  return ENDS[CLASSES - 1]!;
}
