import type { Instant } from '../calendar/day.ts';

// Blind checks (decision 134): a QC without a part in the task checks some passed work again. They measure agreement
// between QCs and change neither the task nor its figures.

/** Default share in per cent of the work that passed QC 2 (metadata JOB_TASK, `blind_check`). */
export const DEFAULT_SHARE = 2;
/** Days until a waiting blind check expires. */
export const BLIND_CHECK_DAYS = 14;
/** Hours for which a started blind check belongs to its QC. After that, another QC can take it. */
export const HOLD_HOURS = 24;
/** Wait before the selection, because a pass can be undone for a minute. */
export const SELECTION_DELAY_MS = 5 * 60_000;

const HOUR_MS = 3_600_000;
export const BLIND_CHECK_MS = BLIND_CHECK_DAYS * 24 * HOUR_MS;
export const HOLD_MS = HOLD_HOURS * HOUR_MS;

/**
 * True if the pass with this step id is checked again. `share` per cent are selected by the id alone, so all processes select the same
 * passes and no one can predict them.
 */
export const isSelectedForCheck = (step_id: number, share: number): boolean =>
  scatterBits(step_id) % 1000 < Math.round(share * 10);

/** Scatters consecutive numbers (the finalizer of MurmurHash3). */
function scatterBits(n: number): number {
  let h = n ^ 0x5bd1e995;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** True if a started blind check still belongs to the QC who started it. */
export const isHeld = (held_at: Instant | null, now: Instant): boolean =>
  held_at !== null && Date.parse(now) - Date.parse(held_at) < HOLD_MS;

/** Number of blind checks, and of those that passed again. */
export interface BlindCheckCounts {
  readonly checked: number;
  readonly agreed: number;
}

/** Minimum number of checks for a share. Below it, the count is shown, such as "3 of 4". */
export const MIN_CHECKS = 10;

export interface Agreement extends BlindCheckCounts {
  /** agreed ÷ checked in per cent with one decimal. Null if the number of checks is small. */
  readonly share: number | null;
  /** Limits of the true share with 95 % confidence (Wilson's interval). Null if the number of checks is small. */
  readonly from: number | null;
  readonly to: number | null;
}

const Z_SCORE_95 = 1.96;
const percent = (part: number): number => Math.round(part * 1000) / 10;

/**
 * Calculates the agreement of blind checks with the first result, which is always "passed". It uses the share with its interval, because
 * Cohen's kappa is 0 or undefined for a QC who always gives the same result.
 */
export function calculateAgreement({ checked, agreed }: BlindCheckCounts): Agreement {
  if (checked < MIN_CHECKS) return { checked, agreed, share: null, from: null, to: null };
  const p = agreed / checked;
  const middle = p + Z_SCORE_95 ** 2 / (2 * checked);
  const halfWidth = Z_SCORE_95 * Math.sqrt((p * (1 - p)) / checked + Z_SCORE_95 ** 2 / (4 * checked ** 2));
  const denominator = 1 + Z_SCORE_95 ** 2 / checked;
  return {
    checked,
    agreed,
    share: percent(p),
    from: percent(Math.max(0, (middle - halfWidth) / denominator)),
    to: percent(Math.min(1, (middle + halfWidth) / denominator)),
  };
}

/** Periods of the agreement, up to today. */
export const AGREEMENT_PERIODS = ['month', 'quarter', 'year'] as const;
export type AgreementPeriod = (typeof AGREEMENT_PERIODS)[number];
export const PERIOD_DAYS: Readonly<Record<AgreementPeriod, number>> = { month: 30, quarter: 91, year: 365 };
