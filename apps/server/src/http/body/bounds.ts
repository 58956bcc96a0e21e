/** How deep a body may go: a shape of the contract's own is at most half as deep. */
const MAX_DEPTH = 32;
/** How many values a body may hold: as many as the largest honest one, an order sheet of thousands of rows, and a few for the rest. */
const FREE_VALUES = 100_000;
const BYTES_PER_VALUE = 16;
/** How many members one object may have: no record of the contract comes near it. */
const MAX_MEMBERS = 1000;
/** How many items one list may have: no list of the contract may be half as long. */
const MAX_ITEMS = 10_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [BRACKET, BRACKET_END, BRACE, BRACE_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Checks the bytes of JSON as they come: depth and number of values and keys (style sheet 30), before anything is parsed. */
export function makeBounds(): (chunk: Buffer) => boolean {
  let [depth, values, size] = [0, 0, 0];
  // Within a string, and after a backslash in it.
  let [within, escaped] = [false, false];
  // For each level how many more members its object, or items its list, may have.
  const room: number[] = [];
  return (chunk) => {
    size += chunk.length;
    const most = FREE_VALUES + size / BYTES_PER_VALUE;
    for (const byte of chunk) {
      if (within) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) within = false;
      } else if (byte === QUOTE) within = true;
      else if (byte === BRACKET || byte === BRACE) {
        room[depth] = (byte === BRACE ? MAX_MEMBERS : MAX_ITEMS) - 1;
        depth += 1;
        values += 1;
      } else if (byte === BRACKET_END || byte === BRACE_END) depth -= 1;
      else if (byte === COMMA) {
        values += 1;
        const level = Math.max(0, depth - 1);
        room[level] = (room[level] ?? MAX_MEMBERS) - 1;
        if (room[level] < 0) return false;
      }
      if (depth > MAX_DEPTH || values > most) return false;
    }
    return true;
  };
}
