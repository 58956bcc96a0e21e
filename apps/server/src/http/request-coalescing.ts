import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Returns a function that runs once for all waiting callers. Callers during a run get the next result, so a result is
 * never older than their request.
 */
export function shareRunning<T>(compute: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;
  return () => {
    next ??= running.then(() => {
      next = null;
      const response = compute();
      running = response.catch(() => undefined);
      return response;
    });
    return next;
  };
}

interface PacedQuestion<T> {
  readonly getResponse: () => Promise<T>;
  /** Computes the result for the last waiting caller. */
  compute: () => Promise<T>;
}

/**
 * Creates shared results for a few keys. Each key runs at most once in an interval, and early callers wait for the next
 * run.
 */
export function createPacedResponses<T>(every_ms: number): (key: string, compute: () => Promise<T>) => Promise<T> {
  const pacedByKey = new Map<string, PacedQuestion<T>>();
  const createPaced = (first: () => Promise<T>): PacedQuestion<T> => {
    let startedAt = -Infinity;
    const one: PacedQuestion<T> = {
      compute: first,
      getResponse: shareRunning(async () => {
        const wait = startedAt + every_ms - performance.now();
        if (wait > 0) await sleep(wait, undefined, { ref: false });
        startedAt = performance.now();
        return one.compute();
      }),
    };
    return one;
  };
  return (key, compute) => {
    const one = pacedByKey.get(key) ?? createPaced(compute);
    pacedByKey.set(key, one);
    one.compute = compute;
    return one.getResponse();
  };
}

interface SharedQuestion<T> {
  readonly getResponse: () => Promise<T>;
  /** Computes the result for the last caller who shares it. */
  compute: () => Promise<T>;
  waiting: number;
}

/** Shares results of one key and caller: ten open windows read a list twice instead of ten times. */
export function createResponseSharing<T>(): (asker: object, key: string, compute: () => Promise<T>) => Promise<T> {
  const askers = new WeakMap<object, Map<string, SharedQuestion<T>>>();
  return async (asker, key, compute) => {
    const sharedByKey = askers.get(asker) ?? new Map<string, SharedQuestion<T>>();
    askers.set(asker, sharedByKey);
    const shared = sharedByKey.get(key) ?? createShared(compute);
    sharedByKey.set(key, shared);
    shared.compute = compute;
    shared.waiting += 1;
    try {
      return await shared.getResponse();
    } finally {
      shared.waiting -= 1;
      if (shared.waiting === 0) sharedByKey.delete(key);
    }
  };
}

function createShared<T>(compute: () => Promise<T>): SharedQuestion<T> {
  const shared: SharedQuestion<T> = { compute, waiting: 0, getResponse: shareRunning(() => shared.compute()) };
  return shared;
}
