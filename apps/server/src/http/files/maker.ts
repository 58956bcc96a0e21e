import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Download } from '../response/download.ts';
import { fail, type Failure } from '../response/fail.ts';
import type { Ctx } from '../context.ts';
import { createLimiter } from '../concurrency-limiter.ts';

/** Maximum of files at the same time in one server process. Each uses a connection while its receiver reads. */
export const MAX_CONCURRENT_FILES = 3;
/** Time without files after which the process ends and frees its memory, about 100 MB. */
const IDLE_MS = 60_000;
const RETRY_AFTER_S = 2;

/** Parts of a request's context that another process can receive. It has its own connections and log. */
export type FileContext = Omit<Ctx, 'db' | 'outside' | 'log'>;
export type DownloadHead = Omit<Download, 'body'>;

/** Messages have the number of their file. */
export type FileWorkerRequest =
  | {
      readonly id: number;
      readonly make: { readonly name: string; readonly given: FileContext; readonly input: unknown };
    }
  | { readonly id: number; readonly wanted: 'next' | 'nothing' };
export type FileWorkerResponse = { readonly id: number } & (
  | { readonly head: DownloadHead }
  | { readonly chunk: Uint8Array }
  | { readonly end: true }
  | { readonly refused: Pick<Failure, 'code' | 'details'> }
  | { readonly broken: string }
);

/** Makes files in a process of lower priority, so that no other request waits. */
export interface FileMaker {
  /** Makes one file for each person at a time. The next waits for its turn, or fails with `exports_busy` after a limit. */
  make(name: string, ctx: Ctx, input: unknown): Promise<Download>;
  close(): void;
}

/** Starts the program, which the build puts next to the server. This file can be a part of the server's bundle. */
export function startFileMaker(): ChildProcess {
  const program = [import.meta.dirname, join(import.meta.dirname, '..')]
    .map((folder) => join(folder, 'file-maker.js'))
    .find((path) => existsSync(path));
  if (!program) throw new Error('file-maker.js is missing next to the server');
  // The advanced form can send sets and bytes.
  return fork(program, { serialization: 'advanced' });
}

export function createFileMaker(start: () => ChildProcess = startFileMaker): FileMaker {
  const limiter = createLimiter(MAX_CONCURRENT_FILES, 'exports_busy');
  /** Listeners by number of the file. */
  const listeners = new Map<number, (message: FileWorkerResponse) => void>();
  let child: ChildProcess | null = null;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let fileCount = 0;

  const getChild = (): ChildProcess => {
    clearTimeout(idle);
    if (child) return child;
    const started = start();
    started.on('message', (message: FileWorkerResponse) => listeners.get(message.id)?.(message));
    // All waiting requests receive the end of the process.
    started.on('error', () => undefined);
    started.once('exit', () => {
      if (child === started) child = null;
      for (const [id, listener] of listeners)
        listener({ id, refused: { code: 'unavailable', details: { retryAfter: RETRY_AFTER_S } } });
    });
    return (child = started);
  };
  const stop = () => {
    clearTimeout(idle);
    const ending = child;
    child = null;
    ending?.kill('SIGKILL');
  };
  const startIdleTimer = () => {
    if (listeners.size > 0) return;
    idle = setTimeout(stop, IDLE_MS);
    idle.unref();
  };

  return {
    make: async (name, { db: _db, outside: _outside, log: _log, ...given }, input) => {
      const leave = await limiter.enter(String(given.actor.user_id));
      const id = (fileCount += 1);
      const sendMessage = (message: FileWorkerRequest) => child?.connected && child.send(message, () => undefined);
      const release = () => {
        listeners.delete(id);
        startIdleTimer();
        leave();
      };
      try {
        getChild();
        const head = await new Promise<DownloadHead>((resolve, reject) => {
          listeners.set(id, (message) => {
            if ('head' in message) resolve(message.head);
            else if ('refused' in message) reject(fail(message.refused.code, message.refused.details));
            else if ('broken' in message) reject(new Error(message.broken));
          });
          sendMessage({ id, make: { name, given, input } });
        });
        const body = new Readable({
          read: () => sendMessage({ id, wanted: 'next' }),
          destroy: (error, callback) => {
            sendMessage({ id, wanted: 'nothing' });
            release();
            callback(error);
          },
        });
        listeners.set(id, (message) => {
          if ('chunk' in message) body.push(message.chunk);
          else if ('end' in message) body.push(null);
          else if ('broken' in message) body.destroy(new Error(message.broken));
          else if ('refused' in message) body.destroy(fail(message.refused.code));
        });
        return { ...head, body };
      } catch (error) {
        release();
        throw error;
      }
    },
    close: stop,
  };
}
