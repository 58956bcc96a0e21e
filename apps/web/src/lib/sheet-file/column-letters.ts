/** The letters of a column (from 0) in a spreadsheet. */
export const letterOf = (column: number): string =>
  (column < 26 ? '' : letterOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

/** Columns in ascending order, neighbours as a range: `A, C–F`. */
export function lettersOf(columns: readonly number[]): string {
  const starts = columns.filter((column) => !columns.includes(column - 1));
  return starts
    .map((first) => {
      let last = first;
      while (columns.includes(last + 1)) last++;
      return first === last ? letterOf(first) : `${letterOf(first)}–${letterOf(last)}`;
    })
    .join(', ');
}
