import { readPriceSheet, type PriceSheetReading } from '@darkroom/domain/price/sheet';
import { openGrids } from '../../../lib/sheet-file/open-grids.ts';
import { serveFiles } from '../../../lib/sheet-file/serve-files.ts';
import type { SheetFileAnswer } from '../../../lib/sheet-file/use-sheet-file.ts';

/** A sheet of a file as price rows, or why it holds none. */
export interface OpenedPrices {
  readonly name: string;
  readonly reading: PriceSheetReading;
  /** Cells of its rows that hold a formula; their last computed values were taken. */
  readonly formulas: number;
}

serveFiles(open);

async function open(file: File): Promise<SheetFileAnswer<OpenedPrices>> {
  const headings = (grid: Parameters<typeof readPriceSheet>[0]) => {
    const reading = readPriceSheet(grid);
    return reading.ok ? reading.fields.length : reading.code === 'no_heading' ? 0 : 1;
  };
  const opened = await openGrids(new Uint8Array(await file.arrayBuffer()), headings);
  if (!opened.ok) return opened;
  const sheets = opened.sheets.map(({ name, grid, formulaRows }) => {
    const reading = readPriceSheet(grid);
    const rows = new Set(reading.ok ? reading.rows.map(({ row }) => row) : []);
    return { name, reading, formulas: formulaRows.filter((row) => rows.has(row)).length };
  });
  return { ok: true, sheets };
}
