import type { GridSheet } from './open-grids.ts';

/** Automatic changes to a sheet, shown at the top of a preview. */
export interface SheetNotes {
  /** Cells whose last computed value was used. */
  readonly formulas: number;
  /** Rows that are hidden in the spreadsheet. */
  readonly hidden: readonly number[];
  /** Hidden columns (from 0) that were left out. */
  readonly hiddenColumns?: readonly number[];
  /** Merged cells that were copied to each of their rows. */
  readonly merged: number;
  /** Cells merged over several days that were copied to each day. */
  readonly overDays?: number;
  /** Rows in which a quotation mark seems to be missing. */
  readonly openQuotes?: readonly number[];
}

/** Collects the notes on the rows that are read. Rows above the headings and totals have none. */
export function collectSheetNotes(
  { formulaRows, hiddenRows, hiddenColumns, merged, openQuotes = [] }: GridSheet,
  rows: Iterable<number>,
): SheetNotes {
  const readRows = new Set(rows);
  return {
    formulas: formulaRows.filter((row) => readRows.has(row)).length,
    hidden: [...readRows].filter((row) => hiddenRows.has(row)),
    ...(hiddenColumns.length > 0 && { hiddenColumns }),
    merged: merged.filter((cell) => cell.rows.some((row) => readRows.has(row))).length,
    ...(openQuotes.length > 0 && { openQuotes }),
  };
}

/** Returns the visible rows with their notes, for imports that cannot include hidden rows later. */
export function excludeHiddenRows<T extends { readonly row: number }>(sheet: GridSheet, all: readonly T[]) {
  const rowOf = ({ row }: T) => row;
  const shown = all.filter(({ row }) => !sheet.hiddenRows.has(row));
  const { hidden } = collectSheetNotes(sheet, all.map(rowOf));
  const notes: SheetNotes = { ...collectSheetNotes(sheet, shown.map(rowOf)), hidden };
  return { shown, notes };
}
