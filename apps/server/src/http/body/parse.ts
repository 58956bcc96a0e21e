import { isUtf8 } from 'node:buffer';
import Fastify, { type FastifyRequest } from 'fastify';
import { fail } from '../answer/fail.ts';
import { isBounded } from './bounds.ts';

// Fastify's own, which refuses `__proto__` and `constructor` as keys. It never looks at the request.
const parseSafely = Fastify().getDefaultJsonParser('error', 'error');
const NO_REQUEST = undefined as unknown as FastifyRequest;

/** The value of a body: JSON in UTF-8 within bounds. Throws `malformed` or `too_complex`. */
export function parseBody(bytes: Buffer): unknown {
  // Read as text it would be somebody's words with holes in them.
  if (!isUtf8(bytes)) throw fail('malformed');
  const text = bytes.toString('utf8');
  if (!isBounded(text)) throw fail('too_complex');
  let parsed: unknown;
  // It calls back before it returns.
  void parseSafely(NO_REQUEST, text, (error, value: unknown) => {
    if (error) throw fail('malformed');
    parsed = value;
  });
  return parsed;
}
