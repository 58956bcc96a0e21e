/** How deep a body may go: a shape of the contract's own is at most half as deep. */
const MOST_DEPTH = 32;
/** How many values a body may hold: as many as the largest honest one, an order sheet of thousands of rows, and a few for the rest. */
const FREE_VALUES = 100_000;
const CHARACTERS_PER_VALUE = 16;
/** How many members one object may have: no record of the contract comes near it. */
const MOST_MEMBERS = 1000;
/** How many items one list may have: no list of the contract may be half as long. */
const MOST_ITEMS = 10_000;

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
  // For each level how many more members its object, or items its list, may have.
  const room: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = endOfString(text, at);
    else if (OPENING.includes(character)) {
      room[depth] = (character === BRACE ? MOST_MEMBERS : MOST_ITEMS) - 1;
      depth += 1;
      values += 1;
    } else if (CLOSING.includes(character)) depth -= 1;
    else if (character === COMMA) {
      values += 1;
      const level = Math.max(0, depth - 1);
      room[level] = (room[level] ?? MOST_MEMBERS) - 1;
      if (room[level] < 0) return false;
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
