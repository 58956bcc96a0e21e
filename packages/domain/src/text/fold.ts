/** Characters without width that spreadsheets and chats leave in names: zero-width space, word joiner, byte-order mark. */
const INVISIBLE = /[\u200B\u2060\uFEFF]/g;

/** One line of text as it is kept: NFC, trimmed, each run of spaces one space. */
export const tidyLine = (text: string): string =>
  text.normalize('NFC').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();

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
