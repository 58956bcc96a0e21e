import { nameColumns, readMonthSheet, type MonthSheetReading } from '@darkroom/domain/allowance/sheet';
import { openGrids } from '../../../lib/sheet-file/open-grids.ts';
import { excludeHiddenRows, type SheetNotes } from '../../../lib/sheet-file/sheet-notes.ts';
import type { SheetFileResult } from '../../../lib/sheet-file/use-sheet-file.ts';

/** Days of a month from one sheet of a file, or the reason why it has none. */
export interface ImportedMonthSheet {
  readonly name: string;
  readonly reading: MonthSheetReading;
  readonly notes: SheetNotes;
}

const countHeadings = (grid: Parameters<typeof readMonthSheet>[0]) => (readMonthSheet(grid).ok ? 1 : 0);

/** Reads the values of an .xlsx or .csv file, without hidden rows and columns. */
export async function readSheetMonth(bytes: Uint8Array, name?: string): Promise<SheetFileResult<ImportedMonthSheet>> {
  const file = await openGrids(bytes, { headings: countHeadings, textColumns: nameColumns }, name);
  if (!file.ok) return file;
  const sheets = file.sheets.map((sheet): ImportedMonthSheet => {
    const reading = readMonthSheet(sheet.grid, sheet.across);
    const { shown, notes } = excludeHiddenRows(sheet, reading.ok ? reading.cells : []);
    if (!reading.ok) return { name: sheet.name, reading, notes };
    const overDays = reading.overDays.filter((row) => !sheet.hiddenRows.has(row)).length;
    return { name: sheet.name, reading: { ...reading, cells: shown }, notes: { ...notes, overDays } };
  });
  return { ok: true, sheets };
}
