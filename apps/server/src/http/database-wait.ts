import { setTimeout as sleep } from 'node:timers/promises';
import { isConnectionLost } from './response/problem.ts';

/** Time that calls wait for a database that has become unavailable. A planned switch-over takes less. */
const MAX_WAIT_MS = 8_000;
const PAUSE_MS = 150;

export type DatabaseWait = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Creates a function that repeats work while the database is unavailable, so that a switch-over to another machine
 * delays calls and fails none (decision 168). Only for work that can be repeated: reads, and writes under an
 * Idempotency-Key. The time counts from the first failure of any call, so a long outage returns 503 at once.
 */
export function createDatabaseWait(stopped: AbortSignal, maxWaitMs = MAX_WAIT_MS): DatabaseWait {
  let goneSince: number | null = null;
  return async (work) => {
    for (;;) {
      try {
        const result = await work();
        goneSince = null;
        return result;
      } catch (error) {
        // A stopping server breaks its connections itself.
        if (!isConnectionLost(error) || stopped.aborted) throw error;
        goneSince ??= performance.now();
        if (performance.now() - goneSince > maxWaitMs) throw error;
        await sleep(PAUSE_MS * (0.5 + Math.random()));
      }
    }
  };
}
