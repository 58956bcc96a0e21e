/** Zero-width characters that spreadsheets and chats leave in text: soft hyphen, direction marks, zero-width space, byte-order mark. */
const INVISIBLE = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;
/** Joiners at an edge or next to a Latin letter, a digit, a sign or a space. Emoji and other scripts need theirs. */
const IDLE_JOINERS =
  /(?<=^|[\p{Script=Latin}\p{N}\p{P}\s])[\u200C\u200D]+|[\u200C\u200D]+(?=$|[\p{Script=Latin}\p{N}\p{P}\s])/gu;
const ANY_INVISIBLE = new RegExp(`${INVISIBLE.source}|[\\u200C\\u200D]`);

/** Returns the visible text: NFC, without invisible characters. Spaces and line breaks stay. */
export const stripInvisible = (text: string): string =>
  ANY_INVISIBLE.test(text)
    ? text.replace(INVISIBLE, '').normalize('NFC').replace(IDLE_JOINERS, '').normalize('NFC')
    : text.normalize('NFC');

/** Returns one line of text as saved: NFC, trimmed, with single spaces. */
export const tidyLine = (text: string): string => stripInvisible(text).replace(/\s+/g, ' ').trim();

/**
 * Returns the key of a name for comparison: trimmed, with single spaces, NFC and without case, but with marks. Upper case makes `ß` and
 * `ss` equal, and lower case before it is needed for the capital `ẞ`.
 */
export const foldName = (text: string): string =>
  tidyLine(text).toLowerCase().toUpperCase().toLowerCase().normalize('NFC');

/**
 * Returns the key of a text for a search: as `foldName` and without marks, so that "anh cuoi" finds "Ảnh cưới". A removed mark can leave
 * two spaces, so the text is tidied again.
 */
export const foldForSearch = (text: string): string =>
  tidyLine(foldName(text).replace(/đ/g, 'd').normalize('NFD').replace(/\p{M}/gu, ''));

/** True if a text has all words of the query in any order, compared as in a search. */
export function foldedMatch(text: string, query: string): boolean {
  const folded = foldForSearch(text);
  return foldForSearch(query)
    .split(' ')
    .every((word) => folded.includes(word));
}
