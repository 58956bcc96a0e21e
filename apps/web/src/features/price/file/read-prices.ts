import { nameColumns, readPriceSheet, type PriceSheetReading } from '@darkroom/domain/price/sheet';
import { openGrids } from '../../../lib/sheet-file/open-grids.ts';
import { excludeHiddenRows, type SheetNotes } from '../../../lib/sheet-file/sheet-notes.ts';
import type { SheetFileResult } from '../../../lib/sheet-file/use-sheet-file.ts';

/** A sheet as price rows, or the reason why it has none. */
export interface ImportedPriceSheet {
  readonly name: string;
  readonly reading: PriceSheetReading;
  readonly notes: SheetNotes;
}

const countHeadings = (grid: Parameters<typeof readPriceSheet>[0]) => {
  const reading = readPriceSheet(grid);
  return reading.ok ? reading.fields.length : reading.code === 'no_heading' ? 0 : 1;
};

/** Reads price rows of an .xlsx or .csv file. Hidden rows and columns are skipped. */
export async function readPrices(bytes: Uint8Array, name?: string): Promise<SheetFileResult<ImportedPriceSheet>> {
  const file = await openGrids(bytes, { headings: countHeadings, textColumns: nameColumns }, { ...(name && { name }) });
  if (!file.ok) return file;
  const sheets = file.sheets.map((sheet): ImportedPriceSheet => {
    const reading = readPriceSheet(sheet.grid);
    const { shown, notes } = excludeHiddenRows(sheet, reading.ok ? reading.rows : []);
    return { name: sheet.name, reading: reading.ok ? { ...reading, rows: shown } : reading, notes };
  });
  return { ok: true, sheets };
}
