import { dayOfDateCell } from '../calendar/sheet-day.ts';
import { stripInvisible } from '../text/fold.ts';

/**
 * Why a cell has no value to read: a formula that was never computed, one whose result is an error (#REF!), or a figure that
 * is merged over several rows.
 */
export interface CellFault {
  readonly fault: 'formula_without_value' | 'cell_error' | 'merged_cell';
}

/** A cell of an order sheet, from a file, a paste or an edit. */
export type Cell = string | number | boolean | Date | CellFault | null;

export const isFault = (cell: Cell | undefined): cell is CellFault =>
  typeof cell === 'object' && cell !== null && 'fault' in cell;

/** A cell's text as a person would read it; empty where there is none. Lines and inner spaces stay as they are. */
export function cellText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined || isFault(cell)) return '';
  if (typeof cell === 'string') return stripInvisible(cell).trim();
  if (cell instanceof Date) return dayOfDateCell(cell) ?? '';
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell);
}

/** Nothing in it. A faulty cell is not blank: something was meant to be there. */
export const isBlank = (cell: Cell | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cellText(cell) === '');
