import { setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import type { EndpointName, EndpointOf } from '@darkroom/contract/endpoints';
import pino from 'pino';
import { connect, type Database } from './db/connect.ts';
import { exportFiles } from './features/export/export-files.ts';
import { createHandoverFile } from './features/floor/shift-handover-file.ts';
import type { Download } from './http/response/download.ts';
import { toFailure } from './http/response/problem.ts';
import type { Ctx } from './http/context.ts';
import {
  MAX_CONCURRENT_FILES,
  type FileWorkerResponse,
  type FileContext,
  type FileWorkerRequest,
} from './http/files/maker.ts';
import type { Handlers } from './http/handlers.ts';

// The program that makes files for the server (http/files/maker.ts), which starts and ends it. Its low priority gives
// way to the server and its database.
const LOW_PRIORITY = 10;

type DownloadName = { [N in EndpointName]: EndpointOf<N> extends { kind: 'download' } ? N : never }[EndpointName];
// A picture is sent from storage.
const makers: Pick<Handlers, Exclude<DownloadName, 'staff.avatar'>> = {
  ...exportFiles,
  'floor.handoverFile': createHandoverFile,
};
const getMaker = (name: string) =>
  (makers as unknown as Record<string, (ctx: Ctx, input: unknown) => Promise<Download>>)[name];

const databases = new Map<string, Database>();
const openFiles = new Map<number, { body: Readable; chunks: AsyncIterator<Uint8Array> }>();
const sendMessage = (message: FileWorkerResponse) => process.send?.(message);

/** Creates the caller's context with connections of this process. */
function makeContext(context: FileContext): Ctx {
  const { databaseUrl = '', reportsDatabaseUrl, dbPrepare, logLevel } = context.config;
  const open = (url: string) => {
    const db =
      databases.get(url) ?? connect({ databaseUrl: url, dbPool: 2 * MAX_CONCURRENT_FILES, prepare: dbPrepare });
    databases.set(url, db);
    return db;
  };
  // Each file reads in one transaction, and its audit row is written outside the transaction.
  return {
    ...context,
    db: open(reportsDatabaseUrl ?? databaseUrl),
    outside: open(databaseUrl),
    log: pino({ level: logLevel, base: null }),
  };
}

async function startFile(id: number, name: string, context: FileContext, input: unknown): Promise<void> {
  const createFile = getMaker(name);
  if (!createFile) throw new Error(`No file is made for ${name}`);
  const { body, ...head } = await createFile(makeContext(context), input);
  // An error between two chunks is reported with the next one.
  body.on('error', () => undefined);
  openFiles.set(id, { body, chunks: body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array> });
  sendMessage({ id, head });
}

async function sendNextChunk(id: number): Promise<void> {
  const chunk = await openFiles.get(id)?.chunks.next();
  if (chunk && !chunk.done) return void sendMessage({ id, chunk: chunk.value });
  openFiles.delete(id);
  sendMessage({ id, end: true });
}

function cancelFile(id: number): void {
  openFiles.get(id)?.body.destroy();
  openFiles.delete(id);
}

const reportFailure = (id: number) => (error: unknown) => {
  cancelFile(id);
  const { code, details: trouble } = toFailure(error);
  if (code !== 'internal') sendMessage({ id, refused: { code, details: trouble } });
  else sendMessage({ id, broken: error instanceof Error ? (error.stack ?? error.message) : String(error) });
};

setPriority(LOW_PRIORITY);
process.on('message', (message: FileWorkerRequest) => {
  const { id } = message;
  if ('make' in message) {
    const { name, given: context, input } = message.make;
    startFile(id, name, context, input).catch(reportFailure(id));
  } else if (message.wanted === 'next') sendNextChunk(id).catch(reportFailure(id));
  else cancelFile(id);
});
// The server handles signals to the whole group: the server finishes running requests.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
