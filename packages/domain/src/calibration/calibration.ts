import type { Instant } from '../calendar/day.ts';

// Some of the work that passed is checked once more, blind, by a checker who had no part in it (decision 134). It changes nothing of
// the task and none of its figures: it tells how far checkers see alike.

/** Of so many per cent of what passed QC 2, to begin with (metadata JOB_TASK, `calibration`). */
export const FIRST_SHARE = 2;
/** Waits so long for somebody, then is asked no more. */
export const BLIND_DAYS = 14;
/** Whoever has begun one keeps it so long; then another may take it. */
export const HOLD_HOURS = 24;
/** What passed can be taken back for a minute; until then nothing is chosen of it. */
export const SETTLED_MS = 5 * 60_000;

const HOUR_MS = 3_600_000;
export const BLIND_MS = BLIND_DAYS * 24 * HOUR_MS;
export const HOLD_MS = HOLD_HOURS * HOUR_MS;

/**
 * Whether the pass that is this step of the history is checked again: `share` per cent of them, chosen by the step's number alone, so
 * that any process chooses the same ones, however often it looks, and nobody can tell beforehand which.
 */
export const isChosen = (step_id: number, share: number): boolean => scattered(step_id) % 1000 < Math.round(share * 10);

/** Numbers that follow each other, scattered (the finalizer of MurmurHash3). */
function scattered(n: number): number {
  let h = n ^ 0x5bd1e995;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Whether a check that somebody has begun is still theirs. */
export const isHeld = (held_at: Instant | null, now: Instant): boolean =>
  held_at !== null && Date.parse(now) - Date.parse(held_at) < HOLD_MS;

/** How often a second look at what had passed let it pass too. */
export interface Looks {
  readonly checked: number;
  readonly agreed: number;
}

/** Below so many a share would say more than is known: then only "3 of 4" is said. */
export const FEW_LOOKS = 10;

export interface Agreement extends Looks {
  /** agreed ÷ checked, per cent with one decimal; null of few. */
  readonly share: number | null;
  /** Where the share of ever so many such looks would lie, with 95 % certainty (Wilson's interval); null of few. */
  readonly from: number | null;
  readonly to: number | null;
}

const Z = 1.96;
const percent = (part: number): number => Math.round(part * 1000) / 10;

/**
 * Agreement. The first verdict of all of these is "passed": that is how they were chosen. Cohen's kappa corrects for what two people
 * would agree in by chance, by how often each of them says what; of somebody who only ever says one thing it is 0 or nothing, however
 * well they see, so it is not reckoned. The share with its interval says what can be said.
 */
export function agreement({ checked, agreed }: Looks): Agreement {
  if (checked < FEW_LOOKS) return { checked, agreed, share: null, from: null, to: null };
  const p = agreed / checked;
  const middle = p + Z ** 2 / (2 * checked);
  const wide = Z * Math.sqrt((p * (1 - p)) / checked + Z ** 2 / (4 * checked ** 2));
  const whole = 1 + Z ** 2 / checked;
  return {
    checked,
    agreed,
    share: percent(p),
    from: percent(Math.max(0, (middle - wide) / whole)),
    to: percent(Math.min(1, (middle + wide) / whole)),
  };
}

/** Stretches of time agreement is reckoned over, in days up to today. */
export const LOOK_SPANS = ['month', 'quarter', 'year'] as const;
export type LookSpan = (typeof LOOK_SPANS)[number];
export const SPAN_DAYS: Readonly<Record<LookSpan, number>> = { month: 30, quarter: 91, year: 365 };
