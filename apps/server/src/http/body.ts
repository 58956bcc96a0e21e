import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from './answer/fail.ts';

/** How deep a body may go: a shape of the contract's own is at most half as deep. */
const MOST_DEPTH = 32;
/** How many values a body may hold: as many as the largest honest one, an order sheet of thousands of rows, and a few for the rest. */
const FREE_VALUES = 100_000;
const CHARACTERS_PER_VALUE = 16;
/** How many members one object may have: no record of the contract comes near it. */
const MOST_MEMBERS = 1000;

const [QUOTE, BACKSLASH, COMMA, BRACE] = [0x22, 0x5c, 0x2c, 0x7b];
const OPENING: readonly number[] = [0x5b, 0x7b];
const CLOSING: readonly number[] = [0x5d, 0x7d];

/**
 * Whether a text that should be JSON keeps within the bounds of depth and of how many values and keys there are. Looked at
 * before it is parsed (style sheet 30): what recurses over a body, here or in a library, never meets one that is deeper.
 */
export function isBounded(text: string): boolean {
  const most = FREE_VALUES + text.length / CHARACTERS_PER_VALUE;
  let [depth, values] = [0, 0];
  // For each level how many members its object has; an array's do not count here.
  const members: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = endOfString(text, at);
    else if (OPENING.includes(character)) {
      members[depth] = character === BRACE ? 1 : Number.NEGATIVE_INFINITY;
      depth += 1;
      values += 1;
    } else if (CLOSING.includes(character)) depth -= 1;
    else if (character === COMMA) {
      values += 1;
      const level = Math.max(0, depth - 1);
      members[level] = (members[level] ?? 0) + 1;
      if (members[level] > MOST_MEMBERS) return false;
    }
    if (depth > MOST_DEPTH || values > most) return false;
  }
  return true;
}

/** Where a string that begins at a quote ends; the text's end where it is broken off. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === BACKSLASH) at += 1;
    else if (character === QUOTE) return at;
  }
  return text.length;
}

/** The one reader of bodies: JSON in UTF-8 within bounds; `__proto__` and `constructor` keys are refused. */
export function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, bytes: Buffer, done) => {
      // Read as text it would be somebody's words with holes in them.
      if (!isUtf8(bytes)) {
        done(fail('malformed'));
        return;
      }
      const text = bytes.toString('utf8');
      if (!isBounded(text)) done(fail('too_complex'));
      else void parse(request, text, done);
    },
  );
}
