/**
 * What the forecasts have learnt from how they turned out (decision 126): how much a full queue delays, and which part of the
 * reckoned spread must be named so that half, and four fifths, of the jobs are really done by then.
 */
export interface Tuning {
  /** Sums of a line through (pressure, how much longer it took), both as logarithms. */
  readonly n: number;
  readonly x: number;
  readonly y: number;
  readonly xx: number;
  readonly xy: number;
  /** At which part of their own spread judged jobs were done, in twentieths. */
  readonly parts: readonly number[];
}

const PARTS = 20;
/** Before so many have been judged, nothing is concluded from them. */
const ENOUGH = 60;
/** What has been judged counts less and less: the last thousand tell most. */
const REMEMBERED = 1 - 1 / 1000;
/** Beginnings: as many as if they had been right. */
const BELIEVED = 40;

export const noTuning = (): Tuning => ({
  n: 0,
  x: 0,
  y: 0,
  xx: 0,
  xy: 0,
  parts: Array.from({ length: PARTS }, () => 0),
});

export interface Outcome {
  /** The logarithm of the pressure it was forecast under. */
  readonly pressure: number;
  /** The logarithm of what it took beside what like work takes at p50, the queue left out. */
  readonly longer: number;
  /** At which part (0–1) of its own spread it was done. */
  readonly part: number;
}

const MOST_LONGER = 2.5;

export function tunedBy(tuning: Tuning, { pressure, longer, part }: Outcome): Tuning {
  const y = Math.min(MOST_LONGER, Math.max(-MOST_LONGER, longer));
  const at = Math.min(PARTS - 1, Math.max(0, Math.floor(part * PARTS)));
  return {
    n: tuning.n * REMEMBERED + 1,
    x: tuning.x * REMEMBERED + pressure,
    y: tuning.y * REMEMBERED + y,
    xx: tuning.xx * REMEMBERED + pressure * pressure,
    xy: tuning.xy * REMEMBERED + pressure * y,
    parts: tuning.parts.map((count, place) => count * REMEMBERED + (place === at ? 1 : 0)),
  };
}

/** By which power of the pressure work takes longer: 0 the queue does not matter, 1 twice the queue takes twice as long. */
export function delayOfQueue({ n, x, y, xx, xy }: Tuning): number {
  if (n < ENOUGH) return 0;
  const spread = xx - (x * x) / n;
  // A flat cloud says nothing: some of "it does not matter" is always believed.
  return Math.min(1, Math.max(0, (xy - (x * y) / n) / (spread + 0.02 * n)));
}

/** Which part of the reckoned spread to name for a wished share: itself, until judged forecasts say otherwise. */
export function partFor(tuning: Tuning, share: number): number {
  const judged = tuning.parts.reduce((sum, count) => sum + count, 0);
  const all = judged + BELIEVED;
  let sum = 0;
  for (const [at, count] of tuning.parts.entries()) {
    const here = count + BELIEVED / PARTS;
    if (sum + here >= share * all) return Math.min(0.99, (at + (share * all - sum) / here) / PARTS);
    sum += here;
  }
  return 0.99;
}
