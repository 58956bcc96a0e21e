import { type Cell } from '@darkroom/domain/order-sheet/cell';
import { findHeading } from '@darkroom/domain/order-sheet/headings';
import { readSheet, type SheetReading } from '@darkroom/domain/order-sheet/sheet';
import type { FileTrouble } from '../../../../lib/sheet-file/limits.ts';
import {
  gridOfText,
  openGrids,
  type GridSheet,
  type OpenedGrids,
  type Step,
} from '../../../../lib/sheet-file/open-grids.ts';

/** A sheet of the file, taken apart into order rows, or why it holds none. */
export interface OpenedSheet {
  readonly name: string;
  readonly reading: SheetReading;
  /** Cells of order rows that hold a formula; their last computed values were taken. */
  readonly formulas: number;
}

export type Opened =
  { readonly ok: true; readonly sheets: readonly OpenedSheet[] } | { readonly ok: false; readonly code: FileTrouble };

const headings = (grid: readonly (readonly Cell[])[]) => Object.keys(findHeading(grid)?.columns ?? {}).length;

/** Order rows of an .xlsx or .csv file. Never throws for what is in the file: a file that cannot be used says why. */
export const openFile = async (bytes: Uint8Array, onStep?: (step: Step) => void): Promise<Opened> =>
  ordersOf(await openGrids(bytes, headings, onStep));

/** Order rows of text: a CSV file, or cells copied from a spreadsheet. */
export const openText = (text: string, onStep?: (step: Step) => void): Opened =>
  ordersOf(gridOfText(text, headings, onStep));

const ordersOf = (opened: OpenedGrids): Opened =>
  opened.ok ? { ok: true, sheets: opened.sheets.map(ordersOfSheet) } : opened;

function ordersOfSheet(sheet: GridSheet): OpenedSheet {
  takeLinkTargets(sheet);
  const reading = readSheet(sheet.grid);
  const orders = new Set(reading.ok ? reading.rows.map((order) => order.row) : []);
  return { name: sheet.name, reading, formulas: sheet.formulaRows.filter((row) => orders.has(row)).length };
}

/** A link cell often shows a word ("folder") and hides the address behind it: the address is what was meant. */
function takeLinkTargets({ grid, cells }: GridSheet): void {
  const column = findHeading(grid)?.columns.job_link;
  if (column === undefined) return;
  for (const [row, line] of grid.entries()) {
    const target = cells?.get(`${row},${column}`)?.hyperlink?.target;
    const shown = line[column];
    if (target && typeof shown === 'string' && shown !== '' && !/^\w+:/.test(shown.trim())) line[column] = target;
  }
}
