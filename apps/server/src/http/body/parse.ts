import { isUtf8 } from 'node:buffer';
import { parse } from 'secure-json-parse';
import { fail } from '../response/fail.ts';

/** Parses the bytes of a body within bounds: JSON in UTF-8. Throws `malformed`. */
export function parseBody(bytes: Buffer): unknown {
  // Invalid UTF-8 read as text would lose characters.
  if (!isUtf8(bytes)) throw fail('malformed');
  try {
    // The parser refuses the keys `__proto__` and `constructor.prototype`, like Fastify's own.
    return parse(bytes.toString('utf8')) as unknown;
  } catch {
    throw fail('malformed');
  }
}
