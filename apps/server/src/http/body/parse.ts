import { isUtf8 } from 'node:buffer';
import { parse } from 'secure-json-parse';
import { fail } from '../answer/fail.ts';

/** The value of a body within bounds: JSON in UTF-8. Throws `malformed`. */
export function parseBody(bytes: Buffer): unknown {
  // Read as text it would be somebody's words with holes in them.
  if (!isUtf8(bytes)) throw fail('malformed');
  try {
    // As Fastify's own parser does, it refuses `__proto__` and `constructor.prototype` as keys.
    return parse(bytes.toString('utf8')) as unknown;
  } catch {
    throw fail('malformed');
  }
}
