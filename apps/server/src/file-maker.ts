import { setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import type { EndpointName, EndpointOf } from '@darkroom/contract/endpoints';
import pino from 'pino';
import { connect, type Database } from './db/connect.ts';
import { exportFiles } from './features/export/export-files.ts';
import { handoverFile } from './features/floor/shift-handover-file.ts';
import type { Download } from './http/answer/download.ts';
import { failureOf } from './http/answer/problem.ts';
import type { Ctx } from './http/context.ts';
import { FILES_AT_ONCE, type FileWorkerResponse, type Given, type FileWorkerRequest } from './http/files/maker.ts';
import type { Handlers } from './http/handlers.ts';

// The program that makes files for the server (http/files/maker.ts), which starts and ends it. Its low priority leaves the processors to
// the server and its database.
const LOW_PRIORITY = 10;

type FileName = { [N in EndpointName]: EndpointOf<N> extends { kind: 'download' } ? N : never }[EndpointName];
// A picture is sent from storage.
const makers: Pick<Handlers, Exclude<FileName, 'staff.avatar'>> = {
  ...exportFiles,
  'floor.handoverFile': handoverFile,
};
const makerOf = (name: string) =>
  (makers as unknown as Record<string, (ctx: Ctx, input: unknown) => Promise<Download>>)[name];

let db: Database | undefined;
const open = new Map<number, { body: Readable; chunks: AsyncIterator<Uint8Array> }>();
const say = (message: FileWorkerResponse) => process.send?.(message);

/** The caller's context with connections of this process. */
function contextOf(given: Given): Ctx {
  const { databaseUrl = '', dbPrepare, logLevel } = given.config;
  // Each file reads in one transaction, and its audit row is written outside it.
  db ??= connect({ databaseUrl, dbPool: 2 * FILES_AT_ONCE, prepare: dbPrepare });
  return { ...given, db, outside: db, log: pino({ level: logLevel, base: null }) };
}

async function begin(id: number, name: string, given: Given, input: unknown): Promise<void> {
  const make = makerOf(name);
  if (!make) throw new Error(`No file is made for ${name}`);
  const { body, ...head } = await make(contextOf(given), input);
  // An error between two chunks is reported with the next one.
  body.on('error', () => undefined);
  open.set(id, { body, chunks: body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array> });
  say({ id, head });
}

async function goOn(id: number): Promise<void> {
  const chunk = await open.get(id)?.chunks.next();
  if (chunk && !chunk.done) return void say({ id, chunk: chunk.value });
  open.delete(id);
  say({ id, end: true });
}

function giveUp(id: number): void {
  open.get(id)?.body.destroy();
  open.delete(id);
}

const refuse = (id: number) => (error: unknown) => {
  giveUp(id);
  const { code, trouble } = failureOf(error);
  if (code !== 'internal') say({ id, refused: { code, trouble } });
  else say({ id, broken: error instanceof Error ? (error.stack ?? error.message) : String(error) });
};

setPriority(LOW_PRIORITY);
process.on('message', (message: FileWorkerRequest) => {
  const { id } = message;
  if ('make' in message) {
    const { name, given, input } = message.make;
    begin(id, name, given, input).catch(refuse(id));
  } else if (message.wanted === 'next') goOn(id).catch(refuse(id));
  else giveUp(id);
});
// The server handles signals to the whole group: it finishes running calls.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
