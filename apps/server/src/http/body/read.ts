import { LARGE_BODY } from '@darkroom/contract/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { fail } from '../answer/fail.ts';
import { makeBounds } from './bounds.ts';
import { LargeBody, type LargeBodies } from './large.ts';
import { parseBody } from './parse.ts';

/** The time to read the answer, or to send the rest of a short body, before the connection is closed. */
const CLOSED_AFTER_MS = 2000;
/** The rest of so short a body is read, and the connection can be used again. */
const SHORT_BODY = 16 * 1024;

/** Answers a refused body at once and reads no more. The connection stays open for a moment, or the answer could be lost. */
export function closeRefusedBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    const { socket, headers } = raw;
    const length = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;
    if (raw.complete || reply.statusCode < 400) return;
    const isShort = length <= SHORT_BODY;
    if (!isShort) reply.header('connection', 'close');
    // Calls that do not come over the network have no such connection.
    if (!socket.destroySoon) return;
    setTimeout(() => (isShort && raw.complete) || socket.destroy(), CLOSED_AFTER_MS).unref();
    if (isShort) return;
    // With this Node closes a connection once its last answer is written.
    socket.destroySoon = () => {
      socket.end();
      // Only after Node has begun to read the rest by itself.
      setImmediate(() => socket.pause());
    };
  });
}

/** A body arrives within so long, and within a second more for each 16 kB that have come: a slow line is no reason to refuse an import. */
const WITHIN_MS = 20_000;
const BYTES_PER_MS = 16;

/** Reads the body of a request, whatever content type it is registered for. */
export type BodyReader = (request: FastifyRequest, payload: IncomingMessage) => Promise<unknown>;

/** The only reader of bodies, with the same bounds for all. Large bodies wait for room and are parsed by the worker. */
export function readBodies(app: FastifyInstance, large: LargeBodies, withinMs = WITHIN_MS): BodyReader {
  const leaving = new WeakMap<FastifyRequest, () => void>();
  const leave = async (request: FastifyRequest) => leaving.get(request)?.();
  app.addHook('onResponse', leave);
  app.addHook('onRequestAbort', leave);
  app.removeContentTypeParser(['text/plain', 'application/json']);
  const readBody: BodyReader = async (request, payload) => {
    // What it holds would have to be unpacked, or read in another alphabet, before it could be measured.
    if (!isPlain(request.headers)) throw fail('unsupported_media_type');
    const limit = request.routeOptions.bodyLimit;
    if (Number(request.headers['content-length']) > limit) throw fail('too_large');
    const chunks: Buffer[] = [];
    const isBounded = makeBounds();
    let size = 0;
    for await (const chunk of chunksInTime(payload, withinMs)) {
      size += chunk.length;
      // The rest of it is not read (refused.ts).
      if (size > limit) throw fail('too_large');
      if (!isBounded(chunk)) throw fail('too_complex');
      if (size > LARGE_BODY && !leaving.has(request)) leaving.set(request, await large.enter());
      chunks.push(chunk);
    }
    const bytes = Buffer.concat(chunks, size);
    return size > LARGE_BODY ? new LargeBody(bytes) : parseBody(bytes);
  };
  app.addContentTypeParser('application/json', readBody);
  return readBody;
}

/** The chunks of a body as they come. Throws `too_slow` when the waiting for them takes too long; the reader's own time is not counted. */
async function* chunksInTime(payload: IncomingMessage, withinMs: number): AsyncGenerator<Buffer> {
  // Left early it stays open: the answer is still to be sent on the same connection.
  const chunks: AsyncIterableIterator<Buffer> = payload.iterator({ destroyOnReturn: false });
  let left = withinMs;
  try {
    for (;;) {
      const began = performance.now();
      const next = await inTime(chunks.next(), left);
      if (next.done) return;
      left += next.value.length / BYTES_PER_MS - (performance.now() - began);
      yield next.value;
    }
  } finally {
    // Not awaited: it would wait for the chunk that does not come.
    void chunks.return?.();
  }
}

async function inTime<T>(coming: Promise<T>, withinMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(fail('too_slow')), withinMs);
  });
  return Promise.race([coming, late]).finally(() => clearTimeout(timer));
}

/** Is it JSON as it comes: UTF-8 (RFC 8259 §8.1), and not compressed? */
function isPlain(headers: IncomingMessage['headers']): boolean {
  const charset = /;\s*charset="?([^";\s]*)/i.exec(headers['content-type'] ?? '')?.[1];
  const encoding = headers['content-encoding'] ?? 'identity';
  return /^identity$/i.test(encoding) && (charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset));
}
