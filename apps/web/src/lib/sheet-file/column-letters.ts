/** Returns the letters of a column (from 0) in a spreadsheet. */
export const toColumnLetter = (column: number): string =>
  (column < 26 ? '' : toColumnLetter(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

/** Formats columns in ascending order, neighbours as a range: `A, C–F`. */
export function formatColumnRanges(columns: readonly number[]): string {
  const starts = columns.filter((column) => !columns.includes(column - 1));
  return starts
    .map((first) => {
      let last = first;
      while (columns.includes(last + 1)) last++;
      return first === last ? toColumnLetter(first) : `${toColumnLetter(first)}–${toColumnLetter(last)}`;
    })
    .join(', ');
}
