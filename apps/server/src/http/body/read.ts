import type { IncomingMessage } from 'node:http';
import { LARGE_BODY } from '@darkroom/contract/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '../answer/fail.ts';
import { LargeBody, type LargeBodies } from './large.ts';
import { parseBody } from './parse.ts';

/** Reads the body of a request, whatever content type it is registered for. */
export type BodyReader = (request: FastifyRequest, payload: IncomingMessage) => Promise<unknown>;

/**
 * The only reader of bodies: JSON for every call, and the same bounds for each call that takes another content type (http/reports). A body
 * within its call's limit is read and parsed. A large one waits for room with the rest of it still on the wire, and is left as bytes for
 * the worker.
 */
export function readBodies(app: FastifyInstance, large: LargeBodies): BodyReader {
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
    let size = 0;
    // Left early it stays open: the answer is still to be sent on the same connection.
    for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) {
        // The rest of it takes no room: it is thrown away (linger.ts).
        leaving.get(request)?.();
        throw fail('too_large');
      }
      if (size > LARGE_BODY && !leaving.has(request)) leaving.set(request, await large.enter());
      chunks.push(chunk);
    }
    const bytes = Buffer.concat(chunks, size);
    return size > LARGE_BODY ? new LargeBody(bytes) : parseBody(bytes);
  };
  app.addContentTypeParser('application/json', readBody);
  return readBody;
}

/** Is it JSON as it comes: UTF-8 (RFC 8259 §8.1), and not compressed? */
function isPlain(headers: IncomingMessage['headers']): boolean {
  const charset = /;\s*charset="?([^";\s]*)/i.exec(headers['content-type'] ?? '')?.[1];
  const encoding = headers['content-encoding'] ?? 'identity';
  return /^identity$/i.test(encoding) && (charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset));
}
