import { isBlank, type SheetCell } from './cell.ts';
import { findDayQuestion, swapDay, type DayQuestion } from './dates.ts';
import { MAX_ORDER_ROWS, type OrderField, type SheetRow } from './fields.ts';
import { fieldOfHeading, findHeading, missingFields, type SheetColumns } from './headings.ts';
import { isTotalRow } from './total-row.ts';
import { findUnreadColumns, type UnreadColumn } from './unread.ts';

/** A row below the headings that is not an order, and the reason. */
export interface IgnoredRow {
  readonly row: number;
  readonly why: 'total' | 'heading';
}

/** Order rows of a sheet by field, or the reason why it is not an order sheet. */
export type SheetReading =
  | {
      readonly ok: true;
      /** Row number in the spreadsheet, from 1. */
      readonly heading_row: number;
      readonly fields: readonly OrderField[];
      readonly rows: readonly SheetRow[];
      readonly ignored: readonly IgnoredRow[];
      readonly unread: readonly UnreadColumn<OrderField>[];
      /** Question about the days before they are read. */
      readonly days: DayQuestion | null;
    }
  | { readonly ok: false; readonly code: 'no_heading' | 'no_rows' }
  | { readonly ok: false; readonly code: 'missing_columns'; readonly missing: readonly OrderField[] }
  | { readonly ok: false; readonly code: 'too_many_rows'; readonly rows: number };

/**
 * Reads a grid: headings below any titles, then order rows, without validation. Blank rows are skipped, totals and repeated headings are
 * listed separately.
 */
export function readSheet(grid: readonly (readonly SheetCell[])[]): SheetReading {
  const heading = findHeading(grid);
  if (!heading) return { ok: false, code: 'no_heading' };
  const missing = missingFields(heading.columns);
  if (missing.length > 0) return { ok: false, code: 'missing_columns', missing };
  const rows: SheetRow[] = [];
  const ignored: IgnoredRow[] = [];
  const used = new Set<number>();
  for (let index = heading.index + 1; index < grid.length; index++) {
    const line = grid[index] ?? [];
    const cells = pickCells(line, heading.columns);
    if (Object.values(cells).every(isBlank)) continue;
    const row = index + 1;
    if (isTotalRow(line, (column) => column === heading.columns.quantity)) ignored.push({ row, why: 'total' });
    else if (isRepeatedHeading(line, heading.columns)) ignored.push({ row, why: 'heading' });
    else {
      rows.push({ row, cells });
      for (const [column, cell] of line.entries()) if (!isBlank(cell)) used.add(column);
    }
  }
  if (rows.length === 0) return { ok: false, code: 'no_rows' };
  if (rows.length > MAX_ORDER_ROWS) return { ok: false, code: 'too_many_rows', rows: rows.length };
  const fields = Object.keys(heading.columns) as OrderField[];
  const unread = findUnreadColumns(heading.cells, heading.columns, fieldOfHeading, used);
  const days = findDayQuestion(rows.map(({ row, cells }) => ({ row, cell: cells.job_date })));
  return { ok: true, heading_row: heading.index + 1, fields, rows, ignored, unread, days };
}

function pickCells(line: readonly SheetCell[], columns: SheetColumns): Partial<Record<OrderField, SheetCell>> {
  const cells: Partial<Record<OrderField, SheetCell>> = {};
  for (const [field, column] of Object.entries(columns) as [OrderField, number][]) cells[field] = line[column] ?? null;
  return cells;
}

/** True if a row repeats the headings, as printed sheets do on each page. */
const isRepeatedHeading = (line: readonly SheetCell[], columns: SheetColumns): boolean =>
  (['quantity', 'job_name', 'job_date'] as const).every(
    (field) => fieldOfHeading(line[columns[field] ?? -1]) === field,
  );

/** Swaps day and month of the rows after the user's choice. Unreadable days stay as written. */
export const swapDays = (rows: readonly SheetRow[], { texts }: DayQuestion): SheetRow[] =>
  rows.map(({ row, cells }) => ({
    row,
    cells: { ...cells, job_date: swapDay(cells.job_date, texts) ?? cells.job_date ?? null },
  }));
