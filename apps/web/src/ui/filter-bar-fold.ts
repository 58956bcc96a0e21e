/** Text as people search it: without marks, case or double spaces, so that "anh cuoi" finds "Ảnh cưới". */
export const foldMarks = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[đĐ]/g, 'd')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();

/** Whether every word of the query stands in the text, in any order. */
export function foldedMatch(text: string, query: string): boolean {
  const folded = foldMarks(text);
  return foldMarks(query)
    .split(' ')
    .every((word) => folded.includes(word));
}
