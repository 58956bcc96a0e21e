/** Characters without width that spreadsheets and chats leave in text: soft hyphen, direction marks, zero-width space, byte-order mark. */
const INVISIBLE = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;
/** Joiners at an edge, or next to a Latin letter, a digit, a sign or a space. Emoji and other scripts need theirs. */
const IDLE_JOINERS =
  /(?<=^|[\p{Script=Latin}\p{N}\p{P}\s])[\u200C\u200D]+|[\u200C\u200D]+(?=$|[\p{Script=Latin}\p{N}\p{P}\s])/gu;
const ANY_INVISIBLE = new RegExp(`${INVISIBLE.source}|[\\u200C\\u200D]`);

/** Text as a person sees it: NFC, without invisible characters. Spaces and lines stay. */
export const stripInvisible = (text: string): string =>
  ANY_INVISIBLE.test(text)
    ? text.replace(INVISIBLE, '').normalize('NFC').replace(IDLE_JOINERS, '').normalize('NFC')
    : text.normalize('NFC');

/** One line of text as it is kept: NFC, trimmed, each run of spaces one space. */
export const tidyLine = (text: string): string => stripInvisible(text).replace(/\s+/g, ' ').trim();

/**
 * What a name is compared by: trimming, inner spaces, NFC and case do not make it another name; marks do.
 * Through upper case, so that letters which only differ in lower case (ß and ss, ς and σ) fold together; lower case before
 * it, for the capital ẞ, which has a small letter but is nobody's capital.
 */
export const foldName = (text: string): string =>
  tidyLine(text).toLowerCase().toUpperCase().toLowerCase().normalize('NFC');

/**
 * What a search compares by: as `foldName`, and without marks, so that "anh cuoi" finds "Ảnh cưới". A mark that stood alone
 * leaves two spaces, hence tidied again.
 */
export const foldForSearch = (text: string): string =>
  tidyLine(foldName(text).replace(/đ/g, 'd').normalize('NFD').replace(/\p{M}/gu, ''));

/** Whether every word of the query stands in the text, in any order, as a search compares. */
export function foldedMatch(text: string, query: string): boolean {
  const folded = foldForSearch(text);
  return foldForSearch(query)
    .split(' ')
    .every((word) => folded.includes(word));
}
