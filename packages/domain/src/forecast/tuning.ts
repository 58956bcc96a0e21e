/**
 * Corrections learned from completed forecasts (decision 126). They are the delay of a full queue, and the positions in the spread at
 * which half and four fifths of the jobs are really completed.
 */
export interface Tuning {
  /** Sums of a regression line of duration on pressure, both as logarithms. */
  readonly n: number;
  readonly x: number;
  readonly y: number;
  readonly xx: number;
  readonly xy: number;
  /** Histogram of the position in their own spread at which jobs were completed, in twentieths. */
  readonly parts: readonly number[];
}

const POSITION_COUNT = 20;
/** Minimum number of completed forecasts for any correction. */
const MIN_OUTCOMES = 60;
/** Decay of old observations: the last thousand have the most weight. */
const DECAY = 1 - 1 / 1000;
/** Number of assumed observations at the start, in which the forecasts were right. */
const PRIOR_OUTCOMES = 40;

export const emptyTuning = (): Tuning => ({
  n: 0,
  x: 0,
  y: 0,
  xx: 0,
  xy: 0,
  parts: Array.from({ length: POSITION_COUNT }, () => 0),
});

export interface ForecastOutcome {
  /** Logarithm of the pressure at the time of the forecast. */
  readonly pressure: number;
  /** Logarithm of the duration relative to similar work at p50, without the queue. */
  readonly longer: number;
  /** Position (0–1) in its own spread at which it was completed. */
  readonly part: number;
}

const MAX_LOG_RATIO = 2.5;

export function addOutcome(tuning: Tuning, { pressure, longer, part }: ForecastOutcome): Tuning {
  const y = Math.min(MAX_LOG_RATIO, Math.max(-MAX_LOG_RATIO, longer));
  const at = Math.min(POSITION_COUNT - 1, Math.max(0, Math.floor(part * POSITION_COUNT)));
  return {
    n: tuning.n * DECAY + 1,
    x: tuning.x * DECAY + pressure,
    y: tuning.y * DECAY + y,
    xx: tuning.xx * DECAY + pressure * pressure,
    xy: tuning.xy * DECAY + pressure * y,
    parts: tuning.parts.map((count, position) => count * DECAY + (position === at ? 1 : 0)),
  };
}

/**
 * Estimates the exponent of the pressure in the duration: 0 means no delay by the queue, 1 means that twice the queue takes twice as long.
 */
export function estimateQueueDelay({ n, x, y, xx, xy }: Tuning): number {
  if (n < MIN_OUTCOMES) return 0;
  const spread = xx - (x * x) / n;
  // With the constant, the exponent stays near zero if the pressures hardly differ.
  return Math.min(1, Math.max(0, (xy - (x * y) / n) / (spread + 0.02 * n)));
}

/** Returns the position in the spread for a requested share. It equals the share until enough forecasts are completed. */
export function calibrateShare(tuning: Tuning, share: number): number {
  const outcomes = tuning.parts.reduce((sum, count) => sum + count, 0);
  const all = outcomes + PRIOR_OUTCOMES;
  let sum = 0;
  for (const [index, count] of tuning.parts.entries()) {
    const weight = count + PRIOR_OUTCOMES / POSITION_COUNT;
    if (sum + weight >= share * all) return Math.min(0.99, (index + (share * all - sum) / weight) / POSITION_COUNT);
    sum += weight;
  }
  return 0.99;
}
