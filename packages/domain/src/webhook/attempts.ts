const SECOND = 1000;
const HOUR = 3_600_000;

/** First wait between two attempts, which doubles each time. */
const FIRST_WAIT_MS = 30 * SECOND;
const LONGEST_WAIT_MS = HOUR;
/** Random change of each wait by up to a fifth, so that failed deliveries are not repeated at the same time. */
const JITTER = 0.2;

/** Time from the first attempt after which a delivery is given up (decision 137). */
export const MAX_RETRY_MS = 24 * HOUR;
/** The same for a mail. Mail servers can be away for a weekend day. */
export const MAX_MAIL_RETRY_MS = 48 * HOUR;
/** Time without a successful delivery after which a webhook is switched off. */
export const STOP_AFTER_MS = 72 * HOUR;
/** Time for which the previous secret also signs. */
export const SECRET_OVERLAP_MS = 24 * HOUR;

/** Calculates the wait after a number of failed attempts. `chance` is from 0 to 1. */
export function calculateWait(attempts: number, chance: number): number {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** Math.max(0, attempts - 1), LONGEST_WAIT_MS);
  return Math.round(wait * (1 - JITTER + 2 * JITTER * chance));
}

/** True if a response status means delivered. Redirects are not followed, so they do not. */
export const isDelivered = (status: number): boolean => status >= 200 && status < 300;
