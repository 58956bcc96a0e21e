import { dayOfDateCell } from '../calendar/sheet-day.ts';
import { stripInvisible } from '../text/fold.ts';

/**
 * Reason why a cell has no value: a formula without a result, an error as result (#REF!), or a number in cells merged over several rows.
 */
export interface CellError {
  readonly fault: 'formula_without_value' | 'cell_error' | 'merged_cell';
}

/** A cell of an order sheet, from a file, a paste or an edit. */
export type SheetCell = string | number | boolean | Date | CellError | null;

export const isCellError = (cell: SheetCell | undefined): cell is CellError =>
  typeof cell === 'object' && cell !== null && 'fault' in cell;

/** Returns the text of a cell, empty if it has none. Line breaks and inner spaces stay. */
export function cellText(cell: SheetCell | undefined): string {
  if (cell === null || cell === undefined || isCellError(cell)) return '';
  if (typeof cell === 'string') return stripInvisible(cell).trim();
  if (cell instanceof Date) return dayOfDateCell(cell) ?? '';
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell);
}

/** True if a cell is empty. A cell with a fault is not, because a value was intended. */
export const isBlank = (cell: SheetCell | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cellText(cell) === '');
