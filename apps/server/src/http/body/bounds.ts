/** Depth limit of a body, twice the depth of the deepest contract schema. */
const MAX_DEPTH = 32;
/** Value limit of a body: the largest valid one is an order sheet of thousands of rows, plus some reserve. */
const FREE_VALUES = 100_000;
const BYTES_PER_VALUE = 16;
/** Member limit of an object, far above every record of the contract. */
const MAX_MEMBERS = 1000;
/** Item limit of a list, at least twice that of every list of the contract. */
const MAX_ITEMS = 10_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [BRACKET, BRACKET_END, BRACE, BRACE_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Checks the bytes of JSON as they arrive: depth and number of values and keys (code rule 30), before it is parsed. */
export function createBoundsCheck(): (chunk: Buffer) => boolean {
  let [depth, values, size] = [0, 0, 0];
  // True in a string, and after a backslash in it.
  let [isInString, isEscaped] = [false, false];
  // Remaining members or items at each level.
  const remainingItems: number[] = [];
  return (chunk) => {
    size += chunk.length;
    const maxValues = FREE_VALUES + size / BYTES_PER_VALUE;
    for (const byte of chunk) {
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isInString = false;
      } else if (byte === QUOTE) isInString = true;
      else if (byte === BRACKET || byte === BRACE) {
        remainingItems[depth] = (byte === BRACE ? MAX_MEMBERS : MAX_ITEMS) - 1;
        depth += 1;
        values += 1;
      } else if (byte === BRACKET_END || byte === BRACE_END) depth -= 1;
      else if (byte === COMMA) {
        values += 1;
        const level = Math.max(0, depth - 1);
        remainingItems[level] = (remainingItems[level] ?? MAX_MEMBERS) - 1;
        if (remainingItems[level] < 0) return false;
      }
      if (depth > MAX_DEPTH || values > maxValues) return false;
    }
    return true;
  };
}
