/** Text as people search it: without marks, case or outer spaces, so that "anh cuoi" finds "Ảnh cưới". */
export const foldText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[đĐ]/g, 'd').toLowerCase().replace(/\s+/g, ' ').trim();

/** Whether every word of the query stands somewhere in the text. */
export function matchesText(text: string, queryText: string): boolean {
  const folded = foldText(text);
  return foldText(queryText)
    .split(' ')
    .every((word) => folded.includes(word));
}
