import { MAX_MAIN_THREAD_BODY } from '@darkroom/contract/endpoint';
import { mailEndpoints } from '@darkroom/contract/mail/mail';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { fail } from '../response/fail.ts';
import { createBoundsCheck } from './bounds.ts';
import { LargeBody, type LargeBodies } from './large.ts';
import { parseBody } from './parse.ts';

/** Time for reading the response, or for sending the rest of a short body, before the connection closes. */
const CLOSE_DELAY_MS = 2000;
/** The rest of a body up to this size is read, so that the connection can be reused. */
const MAX_SHORT_BODY = 16 * 1024;

/**
 * Sends the error of a refused body at once and stops reading. The connection stays open for a moment, because the
 * response could be lost.
 */
export function closeRefusedBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    const { socket, headers } = raw;
    const length = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;
    if (raw.complete || reply.statusCode < 400) return;
    const isShort = length <= MAX_SHORT_BODY;
    if (!isShort) reply.header('connection', 'close');
    // Injected requests of tests have no such socket.
    if (!socket.destroySoon) return;
    setTimeout(() => (isShort && raw.complete) || socket.destroy(), CLOSE_DELAY_MS).unref();
    if (isShort) return;
    // Node calls this to close a connection after its last response.
    socket.destroySoon = () => {
      socket.end();
      // The pause comes after Node has started to read the rest.
      setImmediate(() => socket.pause());
    };
  });
}

/** Time limit of a body, plus a second for each received 16 kB, so that a slow line can import. */
const MAX_BODY_MS = 20_000;
const BYTES_PER_MS = 16;

/** Reads the body of a request, for each registered content type. */
export type BodyReader = (request: FastifyRequest, payload: IncomingMessage) => Promise<unknown>;

/**
 * Registers the only reader of bodies, with the same limits for all. Large bodies wait for a slot, and the worker
 * parses them.
 */
export function readBodies(app: FastifyInstance, large: LargeBodies, timeoutMs = MAX_BODY_MS): BodyReader {
  const leaveCallbacks = new WeakMap<FastifyRequest, () => void>();
  const leave = async (request: FastifyRequest) => leaveCallbacks.get(request)?.();
  app.addHook('onResponse', leave);
  app.addHook('onRequestAbort', leave);
  app.removeContentTypeParser(['text/plain', 'application/json']);
  const readBody: BodyReader = async (request, payload) => {
    // Compressed bodies and other charsets cannot be measured before they are decoded.
    if (!isPlainUtf8(request.headers)) throw fail('unsupported_media_type');
    const limit = request.routeOptions.bodyLimit;
    if (Number(request.headers['content-length']) > limit) throw fail('too_large');
    const chunks: Buffer[] = [];
    const isBounded = createBoundsCheck();
    let size = 0;
    for await (const chunk of readChunksInTime(payload, timeoutMs)) {
      size += chunk.length;
      // The rest stays unread (refused.ts).
      if (size > limit) throw fail('too_large');
      if (!isBounded(chunk)) throw fail('too_complex');
      if (size > MAX_MAIN_THREAD_BODY && !leaveCallbacks.has(request)) leaveCallbacks.set(request, await large.enter());
      chunks.push(chunk);
    }
    const bytes = Buffer.concat(chunks, size);
    return size > MAX_MAIN_THREAD_BODY ? new LargeBody(bytes) : parseBody(bytes);
  };
  app.addContentTypeParser('application/json', readBody);
  // Mail programs turn mails off with a form and one click (RFC 8058). The address says everything, so the form is not read.
  app.addContentTypeParser('application/x-www-form-urlencoded', async (request: FastifyRequest) => {
    if (request.routeOptions.url !== mailEndpoints.unsubscribe.path.replace(/\{(\w+)\}/g, ':$1'))
      throw fail('unsupported_media_type');
    return {};
  });
  return readBody;
}

/**
 * Yields the chunks of a body as they arrive. Throws `too_slow` if the wait for them is too long. The reader's own time
 * does not count.
 */
async function* readChunksInTime(payload: IncomingMessage, timeoutMs: number): AsyncGenerator<Buffer> {
  // An early exit leaves the connection open, because the response uses it.
  const chunks: AsyncIterableIterator<Buffer> = payload.iterator({ destroyOnReturn: false });
  let remaining = timeoutMs;
  try {
    for (;;) {
      const startedAt = performance.now();
      const next = await withTimeout(chunks.next(), remaining);
      if (next.done) return;
      remaining += next.value.length / BYTES_PER_MS - (performance.now() - startedAt);
      yield next.value;
    }
  } finally {
    // Without await, which would wait for the missing chunk.
    void chunks.return?.();
  }
}

async function withTimeout<T>(pending: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(fail('too_slow')), timeoutMs);
  });
  return Promise.race([pending, timeout]).finally(() => clearTimeout(timer));
}

/** Returns true for JSON in UTF-8 (RFC 8259 §8.1) without compression. */
function isPlainUtf8(headers: IncomingMessage['headers']): boolean {
  const charset = /;\s*charset="?([^";\s]*)/i.exec(headers['content-type'] ?? '')?.[1];
  const encoding = headers['content-encoding'] ?? 'identity';
  return /^identity$/i.test(encoding) && (charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset));
}
