import type { ErrorCode } from '@darkroom/contract/errors';
import { fail } from './answer/fail.ts';

/** Time limit of the wait for a place. */
const LONGEST_MS = 10_000;
const COME_AGAIN_S = 5;

/** The longest pause between two jobs of one person, ms. */
const LONGEST_REST_MS = 100;

/** Places for expensive work: a few in total, one for each person. */
export interface Places {
  /** Waits for a place of this person and returns its release. Fails with the code of the places after a limit. */
  enter(whose: string): Promise<() => void>;
  /** Runs `work` in a place. */
  take<T>(whose: string, work: () => Promise<T>): Promise<T>;
}

interface Lane {
  busy: boolean;
  readonly waiting: Set<() => void>;
}

/** Creates `atOnce` places with turns by person, so a person with a hundred calls delays others by one. `rests` adds a pause after each. */
export function createPlaces(atOnce: number, code: ErrorCode, { rests = false } = {}): Places {
  let inside = 0;
  // In the order of their turns.
  const lanes = new Map<string, Lane>();

  const letIn = () => {
    for (const lane of lanes.values()) {
      if (inside >= atOnce) return;
      const [next] = lane.waiting;
      if (lane.busy || !next) continue;
      lane.busy = true;
      inside += 1;
      next();
    }
  };
  const leave = (whose: string, lane: Lane) => {
    inside -= 1;
    lane.busy = false;
    // All other people come first now.
    lanes.delete(whose);
    if (lane.waiting.size > 0) lanes.set(whose, lane);
    letIn();
  };
  const enter = async (whose: string) => {
    const lane = lanes.get(whose) ?? { busy: false, waiting: new Set() };
    lanes.set(whose, lane);
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        lane.waiting.delete(begin);
        resolve();
      };
      const timer = setTimeout(() => {
        lane.waiting.delete(begin);
        if (!lane.busy && lane.waiting.size === 0) lanes.delete(whose);
        reject(fail(code, { retryAfter: COME_AGAIN_S }));
      }, LONGEST_MS);
      lane.waiting.add(begin);
      letIn();
    });
    let left = false;
    return () => {
      if (!left) leave(whose, lane);
      left = true;
    };
  };
  return {
    enter,
    take: async (whose, work) => {
      const done = await enter(whose);
      const began = performance.now();
      try {
        return await work();
      } finally {
        if (rests && lanes.get(whose)?.waiting.size) {
          setTimeout(done, Math.min(performance.now() - began, LONGEST_REST_MS));
        } else done();
      }
    },
  };
}
