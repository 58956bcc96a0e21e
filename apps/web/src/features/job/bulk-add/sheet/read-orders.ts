import { type SheetCell } from '@darkroom/domain/order-sheet/cell';
import { findHeading, type SheetColumns } from '@darkroom/domain/order-sheet/headings';
import { readSheet, type SheetReading } from '@darkroom/domain/order-sheet/sheet';
import type { SheetFileResult } from '../../../../lib/sheet-file/use-sheet-file.ts';
import { openGrids, type GridSheet, type WantedTable } from '../../../../lib/sheet-file/open-grids.ts';
import { toCellIndex } from '../../../../lib/sheet-file/worksheet.ts';
import { collectSheetNotes, type SheetNotes } from '../../../../lib/sheet-file/sheet-notes.ts';

/** A sheet of the file as order rows, or the reason why it has none. */
export interface OpenedSheet {
  readonly name: string;
  readonly reading: SheetReading;
  readonly notes: SheetNotes;
}

export type OpenedFile = SheetFileResult<OpenedSheet>;

const findColumns = (grid: readonly (readonly SheetCell[])[]): SheetColumns => findHeading(grid)?.columns ?? {};

const ORDER_TABLE: WantedTable = {
  headings: (grid) => Object.keys(findColumns(grid)).length,
  textColumns: (grid) => {
    const { job_date: _date, quantity: _quantity, ...texts } = findColumns(grid);
    return Object.values(texts);
  },
};

/** Reads the order rows of a file, or of pasted text. Content never causes an exception: an unusable file returns an error code. */
export async function readOrders(file: File): Promise<OpenedFile> {
  const opened = await openGrids(new Uint8Array(await file.arrayBuffer()), ORDER_TABLE, file.name);
  return opened.ok ? { ok: true, sheets: opened.sheets.map(readOrderSheet) } : opened;
}

function readOrderSheet(sheet: GridSheet): OpenedSheet {
  const { columns = {}, index = 0 } = findHeading(sheet.grid) ?? {};
  replaceLinkTexts(sheet, columns);
  const merged = markMergedQuantities(sheet, columns, index + 1);
  const reading = readSheet(sheet.grid);
  const rows = reading.ok ? reading.rows.map((order) => order.row) : [];
  return { name: sheet.name, reading, notes: collectSheetNotes({ ...sheet, merged }, rows) };
}

/**
 * Marks quantities that are merged over several rows as errors. Such a quantity can mean each row or all together, so the user decides
 * (decision 086).
 */
function markMergedQuantities(
  { grid, merged }: GridSheet,
  { quantity }: SheetColumns,
  headingRow: number,
): GridSheet['merged'] {
  for (const { rows } of merged.filter(({ column }) => column === quantity)) {
    for (const row of rows.filter((item) => item > headingRow)) grid[row - 1]![quantity!] = { fault: 'merged_cell' };
  }
  return merged.filter(({ column }) => column !== quantity);
}

/** Replaces the text of link cells with the address that the job needs. A link cell often shows a text such as "folder". */
function replaceLinkTexts({ grid, links }: GridSheet, { job_link: column }: SheetColumns): void {
  if (column === undefined) return;
  for (const [row, line] of grid.entries()) {
    const target = links.get(toCellIndex(row, column));
    const shownText = line[column];
    if (target && typeof shownText === 'string' && shownText !== '' && !/^\w+:/.test(shownText.trim()))
      line[column] = target;
  }
}
