const SECOND = 1000;
const HOUR = 3_600_000;

/** Between two attempts: half a minute at first, twice as long each time … */
const FIRST_WAIT_MS = 30 * SECOND;
/** … an hour at most. */
const LONGEST_WAIT_MS = HOUR;
/** Each wait is up to a fifth shorter or longer, so that what failed together does not come back together. */
const JITTER = 0.2;

/** A delivery is tried for so long, from its first attempt (decision 137). */
export const TRIED_FOR_MS = 24 * HOUR;
/** A webhook at which nothing has arrived for so long is switched off. */
export const STOPPED_AFTER_MS = 72 * HOUR;
/** So long the secret before the present one signs too. */
export const BOTH_SECRETS_MS = 24 * HOUR;

/** How long to wait after a number of failed attempts; `chance` is from 0 to 1. */
export function waitAfter(attempts: number, chance: number): number {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** Math.max(0, attempts - 1), LONGEST_WAIT_MS);
  return Math.round(wait * (1 - JITTER + 2 * JITTER * chance));
}

/** Only these say that it has arrived: a redirect is not followed, so it has not. */
export const hasArrived = (status: number): boolean => status >= 200 && status < 300;
