/** Characters without width that spreadsheets and chats leave in names: zero-width space, word joiner, byte-order mark. */
const INVISIBLE = /[\u200B\u2060\uFEFF]/g;

/** One line of text as it is kept: NFC, trimmed, each run of spaces one space. */
export const tidyLine = (text: string): string =>
  text.normalize('NFC').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();

/**
 * What a name is compared by: trimming, inner spaces, NFC and case do not make it another name; marks do.
 * Upper case first, so that letters which only differ in lower case (ß and ss, ς and σ) fold together.
 */
export const foldName = (text: string): string => tidyLine(text).toUpperCase().toLowerCase().normalize('NFC');

/** What a search compares by: as `foldName`, and without marks, so that "anh cuoi" finds "Ảnh cưới". */
export const foldForSearch = (text: string): string =>
  foldName(text).replace(/đ/g, 'd').normalize('NFD').replace(/\p{M}/gu, '');
