import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Download } from '../answer/download.ts';
import { fail, type Failure } from '../answer/fail.ts';
import type { Ctx } from '../context.ts';
import { createPlaces } from '../places.ts';

/** Files that one process of the server makes at once: each holds a connection for as long as its reader takes. */
export const FILES_AT_ONCE = 3;
/** The memory of the process, some 100 MB, is given back when nobody asks for files. */
const IDLE_MS = 60_000;
const COME_AGAIN_S = 2;

/** What of a call's context can be handed to another process; it has connections and a log of its own. */
export type Given = Omit<Ctx, 'db' | 'outside' | 'log'>;
export type Head = Omit<Download, 'body'>;

/** Messages name the file they are about by a number. */
export type ToMaker =
  | { readonly id: number; readonly make: { readonly name: string; readonly given: Given; readonly input: unknown } }
  | { readonly id: number; readonly wanted: 'next' | 'nothing' };
export type FromMaker = { readonly id: number } & (
  | { readonly head: Head }
  | { readonly chunk: Uint8Array }
  | { readonly end: true }
  | { readonly refused: Pick<Failure, 'code' | 'trouble'> }
  | { readonly broken: string }
);

/** Makes files in a process of lower priority, so that nobody else waits for them. */
export interface FileMaker {
  /** One file for each person at a time: the next waits for its turn, and is refused (`exports_busy`) where that takes long. */
  make(name: string, ctx: Ctx, input: unknown): Promise<Download>;
  close(): void;
}

/** Where the build has put the program: next to the server, of which this file may be a part. */
export function startFileMaker(): ChildProcess {
  const program = [import.meta.dirname, join(import.meta.dirname, '..')]
    .map((folder) => join(folder, 'file-maker.js'))
    .find((path) => existsSync(path));
  if (!program) throw new Error('file-maker.js is missing next to the server');
  // Sets are handed over as sets, and bytes as bytes.
  return fork(program, { serialization: 'advanced' });
}

export function createFileMaker(start: () => ChildProcess = startFileMaker): FileMaker {
  const places = createPlaces(FILES_AT_ONCE, 'exports_busy');
  /** Who waits for word of which file. */
  const open = new Map<number, (message: FromMaker) => void>();
  let child: ChildProcess | null = null;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let files = 0;

  const running = (): ChildProcess => {
    clearTimeout(idle);
    if (child) return child;
    const started = start();
    started.on('message', (message: FromMaker) => open.get(message.id)?.(message));
    // Anyone who waits for a message receives its end.
    started.on('error', () => undefined);
    started.once('exit', () => {
      if (child === started) child = null;
      for (const [id, hear] of open)
        hear({ id, refused: { code: 'unavailable', trouble: { retryAfter: COME_AGAIN_S } } });
    });
    return (child = started);
  };
  const stop = () => {
    clearTimeout(idle);
    const ending = child;
    child = null;
    ending?.kill('SIGKILL');
  };
  const rest = () => {
    if (open.size > 0) return;
    idle = setTimeout(stop, IDLE_MS);
    idle.unref();
  };

  return {
    make: async (name, { db: _db, outside: _outside, log: _log, ...given }, input) => {
      const leave = await places.enter(String(given.actor.user_id));
      const id = (files += 1);
      const say = (message: ToMaker) => child?.connected && child.send(message, () => undefined);
      const done = () => {
        open.delete(id);
        rest();
        leave();
      };
      try {
        running();
        const head = await new Promise<Head>((resolve, reject) => {
          open.set(id, (message) => {
            if ('head' in message) resolve(message.head);
            else if ('refused' in message) reject(fail(message.refused.code, message.refused.trouble));
            else if ('broken' in message) reject(new Error(message.broken));
          });
          say({ id, make: { name, given, input } });
        });
        const body = new Readable({
          read: () => say({ id, wanted: 'next' }),
          destroy: (error, callback) => {
            say({ id, wanted: 'nothing' });
            done();
            callback(error);
          },
        });
        open.set(id, (message) => {
          if ('chunk' in message) body.push(message.chunk);
          else if ('end' in message) body.push(null);
          else if ('broken' in message) body.destroy(new Error(message.broken));
          else if ('refused' in message) body.destroy(fail(message.refused.code));
        });
        return { ...head, body };
      } catch (error) {
        done();
        throw error;
      }
    },
    close: stop,
  };
}
