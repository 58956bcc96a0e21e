import type { ErrorCode } from '@darkroom/contract/errors';
import { fail } from './answer/fail.ts';

/** Nobody waits longer than this for a place. */
const LONGEST_MS = 10_000;
const COME_AGAIN_S = 5;

/** The longest rest between two pieces of work of one person, ms. */
const LONGEST_REST_MS = 100;

/** Places for expensive work: a few in all, one for each person. */
export interface Places {
  /** Waits for a place of this person and answers how to give it back. Fails with the code of the places where that takes too long. */
  enter(whose: string): Promise<() => void>;
  /** Runs `work` in a place. */
  take<T>(whose: string, work: () => Promise<T>): Promise<T>;
}

interface Lane {
  busy: boolean;
  readonly waiting: Set<() => void>;
}

/** Makes `atOnce` places, given in turns by person, so a person with a hundred calls delays others by one. `rests`: a pause after each. */
export function createPlaces(atOnce: number, code: ErrorCode, { rests = false } = {}): Places {
  let inside = 0;
  // In the order in which they are let in.
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
    // Everybody else comes first now.
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
