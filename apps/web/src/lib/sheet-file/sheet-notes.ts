import type { GridSheet } from './open-grids.ts';

/** What was done with a sheet before anybody looked at its rows, as it is said at the head of a preview. */
export interface SheetNotes {
  /** Cells whose last computed value was used. */
  readonly formulas: number;
  /** Rows that are hidden in the spreadsheet. */
  readonly hidden: readonly number[];
  /** Columns (from 0) that are hidden in the spreadsheet and were left out. */
  readonly hiddenColumns?: readonly number[];
  /** Merged cells that were read for each of their rows. */
  readonly merged: number;
  /** Cells merged over several days that were read for each of them. */
  readonly overDays?: number;
  /** Rows in which a quotation mark seems to be missing. */
  readonly openQuotes?: readonly number[];
}

/** The notes on those rows of a sheet that are read at all: what stands above the headings or is a total is nobody's concern. */
export function sheetNotes(
  { formulaRows, hiddenRows, hiddenColumns, merged, openQuotes = [] }: GridSheet,
  rows: Iterable<number>,
): SheetNotes {
  const read = new Set(rows);
  return {
    formulas: formulaRows.filter((row) => read.has(row)).length,
    hidden: [...read].filter((row) => hiddenRows.has(row)),
    ...(hiddenColumns.length > 0 && { hiddenColumns }),
    merged: merged.filter((cell) => cell.rows.some((row) => read.has(row))).length,
    ...(openQuotes.length > 0 && { openQuotes }),
  };
}

/** What is read where hidden rows cannot be taken in afterwards: the rows one sees, and the notes on them. */
export function withoutHidden<T extends { readonly row: number }>(sheet: GridSheet, all: readonly T[]) {
  const rowOf = ({ row }: T) => row;
  const shown = all.filter(({ row }) => !sheet.hiddenRows.has(row));
  const { hidden } = sheetNotes(sheet, all.map(rowOf));
  const notes: SheetNotes = { ...sheetNotes(sheet, shown.map(rowOf)), hidden };
  return { shown, notes };
}
