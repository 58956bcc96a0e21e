import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Endpoint } from '@darkroom/contract/endpoint';
import { fail, Failure, type FailureDetails } from '../response/fail.ts';
import { MAX_ERRORS } from '../response/problem.ts';
import type { InputCaller } from './input.ts';

/** An unparsed body that is large enough to delay other callers. */
export class LargeBody {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

/** Maximum number of large bodies processed at the same time. */
const MAX_CONCURRENT = 4;
const MAX_WAITING = 32;
const MAX_CHECK_MS = 20_000;
/** Time without large bodies after which the worker's memory, about 80 MB, is freed. */
const IDLE_MS = 60_000;
const MEMORY_MB = 512;
const RETRY_AFTER_S = 5;

interface ValidationRequest {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly pathParams: Record<string, unknown>;
  readonly caller: InputCaller;
  readonly maxErrors: number;
}
export type ToWorker = ValidationRequest | 'next';
export type FromWorker =
  | { readonly input: Record<string, unknown> }
  | { readonly failed: { readonly code: Failure['code']; readonly trouble: FailureDetails } }
  | { readonly slice: { readonly field: string; readonly rows: unknown[] } }
  | 'done';

/** Parses and checks large bodies in a worker, so that no other request waits. */
export interface LargeBodies {
  /** Waits for a free slot and returns its release. Throws 503 if too many requests wait. */
  enter(): Promise<() => void>;
  /** Checks the input of a request, like `validateInput`. */
  check(
    endpoint: Endpoint,
    body: LargeBody,
    pathParams: Record<string, unknown>,
    caller: InputCaller,
  ): Promise<unknown>;
  /** Returns the number of waiting and running bodies. */
  size(): number;
  close(): Promise<void>;
}

/** Starts the worker. The build puts it next to the program, and this file can be a part of the program. */
export function startBodyWorker(): Worker {
  const file = [import.meta.dirname, join(import.meta.dirname, '..')]
    .map((folder) => join(folder, 'body-worker.js'))
    .find((path) => existsSync(path));
  if (!file) throw new Error('body-worker.js is missing beside the server');
  return new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
}

export function createLargeBodies(start: () => Worker = startBodyWorker): LargeBodies {
  let activeCount = 0;
  const waiting: (() => void)[] = [];
  let worker: Worker | null = null;
  let idle: ReturnType<typeof setTimeout> | undefined;
  // Bodies are checked one after another, because they share one worker.
  let previous: Promise<unknown> = Promise.resolve();

  const stop = async () => {
    const ending = worker;
    worker = null;
    await ending?.terminate();
  };
  const getWorker = (): Worker => {
    clearTimeout(idle);
    if (worker) return worker;
    const started = start();
    started.unref();
    // The waiting requests receive the error.
    started.on('error', () => undefined);
    started.once('exit', () => {
      if (worker === started) worker = null;
    });
    return (worker = started);
  };
  const askWorker = async (target: Worker, message: ToWorker, transfer: ArrayBuffer[] = []): Promise<FromWorker> => {
    const finished = new AbortController();
    const timer = setTimeout(() => finished.abort(), MAX_CHECK_MS);
    const ended = once(target, 'exit', finished).then(() => Promise.reject(new Error('the worker has ended')));
    const answered = once(target, 'message', finished) as Promise<[FromWorker]>;
    target.postMessage(message, transfer);
    try {
      const [response] = await Promise.race([answered, ended]);
      return response;
    } finally {
      clearTimeout(timer);
      finished.abort();
    }
  };
  const validate = async (
    endpoint: Endpoint,
    { bytes }: LargeBody,
    pathParams: Record<string, unknown>,
    caller: InputCaller,
  ) => {
    const target = getWorker();
    try {
      const request = { name: endpoint.name, bytes, pathParams, caller, maxErrors: MAX_ERRORS };
      // The bytes are transferred instead of copied, because bytes of that size have their own buffer.
      const response = await askWorker(target, request, [bytes.buffer as ArrayBuffer]);
      if (response === 'done' || 'slice' in response) throw new Error('the worker is out of step');
      if ('failed' in response) throw fail(response.failed.code, response.failed.trouble);
      const { input } = response;
      for (let next = await askWorker(target, 'next'); next !== 'done'; next = await askWorker(target, 'next')) {
        if (!('slice' in next)) throw new Error('the worker is out of step');
        (input[next.slice.field] as unknown[]).push(...next.slice.rows);
        // The pause lets other requests run. Messages alone would come before all network input.
        await setImmediate();
      }
      return input;
    } catch (error) {
      if (error instanceof Failure) throw error;
      // The worker hangs or ran out of memory, so the next body starts another.
      await stop();
      throw (error as Error).name === 'AbortError' ||
        (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? fail('too_complex')
        : error;
    } finally {
      idle = setTimeout(() => void stop(), IDLE_MS);
      idle.unref();
    }
  };

  return {
    enter: async () => {
      if (activeCount < MAX_CONCURRENT) activeCount += 1;
      else if (waiting.length >= MAX_WAITING) throw fail('unavailable', { retryAfter: RETRY_AFTER_S });
      else await new Promise<void>((resolve) => waiting.push(resolve));
      let hasLeft = false;
      return () => {
        if (hasLeft) return;
        hasLeft = true;
        const next = waiting.shift();
        if (next) next();
        else activeCount -= 1;
      };
    },
    check: (endpoint, body, pathParams, caller) => {
      const result = previous.then(() => validate(endpoint, body, pathParams, caller));
      previous = result.catch(() => undefined);
      return result;
    },
    size: () => activeCount + waiting.length,
    close: async () => {
      clearTimeout(idle);
      await stop();
    },
  };
}
