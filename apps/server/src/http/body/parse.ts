import { isUtf8 } from 'node:buffer';
import { parse } from 'secure-json-parse';
import { fail } from '../answer/fail.ts';
import { isBounded } from './bounds.ts';

/** The value of a body: JSON in UTF-8 within bounds. Throws `malformed` or `too_complex`. */
export function parseBody(bytes: Buffer): unknown {
  // Read as text it would be somebody's words with holes in them.
  if (!isUtf8(bytes)) throw fail('malformed');
  const text = bytes.toString('utf8');
  if (!isBounded(text)) throw fail('too_complex');
  try {
    // As Fastify's own parser does, it refuses `__proto__` and `constructor.prototype` as keys.
    return parse(text) as unknown;
  } catch {
    throw fail('malformed');
  }
}
