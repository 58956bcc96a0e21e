import type { ErrorCode } from '@darkroom/contract/errors';
import { fail } from './response/fail.ts';

/** Time limit of the wait for a slot. */
const MAX_WAIT_MS = 10_000;
const RETRY_AFTER_S = 5;

/** The longest pause between two pieces of work of one person, ms. */
const MAX_REST_MS = 100;

/** Slots for expensive work: a few in total, one for each person. */
export interface Limiter {
  /** Waits for a slot of this person and returns its release. Fails with the code of the limiter after a limit. */
  enter(user: string): Promise<() => void>;
  /** Runs `work` in a slot. */
  run<T>(user: string, work: () => Promise<T>): Promise<T>;
}

interface Lane {
  busy: boolean;
  readonly waiting: Set<() => void>;
}

/**
 * Creates `maxConcurrent` slots that people use in turns, so that a person with a hundred requests delays others by
 * one. `rests` adds a pause after each.
 */
export function createLimiter(maxConcurrent: number, code: ErrorCode, { rests: hasRest = false } = {}): Limiter {
  let activeCount = 0;
  // People in the order of their turns.
  const lanes = new Map<string, Lane>();

  const admitNext = () => {
    for (const lane of lanes.values()) {
      if (activeCount >= maxConcurrent) return;
      const [next] = lane.waiting;
      if (lane.busy || !next) continue;
      lane.busy = true;
      activeCount += 1;
      next();
    }
  };
  const leave = (user: string, lane: Lane) => {
    activeCount -= 1;
    lane.busy = false;
    // All other people come first now.
    lanes.delete(user);
    if (lane.waiting.size > 0) lanes.set(user, lane);
    admitNext();
  };
  const enter = async (user: string) => {
    const lane = lanes.get(user) ?? { busy: false, waiting: new Set() };
    lanes.set(user, lane);
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        lane.waiting.delete(begin);
        resolve();
      };
      const timer = setTimeout(() => {
        lane.waiting.delete(begin);
        if (!lane.busy && lane.waiting.size === 0) lanes.delete(user);
        reject(fail(code, { retryAfter: RETRY_AFTER_S }));
      }, MAX_WAIT_MS);
      lane.waiting.add(begin);
      admitNext();
    });
    let hasLeft = false;
    return () => {
      if (!hasLeft) leave(user, lane);
      hasLeft = true;
    };
  };
  return {
    enter,
    run: async (user, work) => {
      const leaveLane = await enter(user);
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        if (hasRest && lanes.get(user)?.waiting.size) {
          setTimeout(leaveLane, Math.min(performance.now() - startedAt, MAX_REST_MS));
        } else leaveLane();
      }
    },
  };
}
