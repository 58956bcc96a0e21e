import { readMonthSheet, type MonthSheetReading } from '@darkroom/domain/allowance/sheet';
import { openGrids } from '../../../lib/sheet-file/open-grids.ts';
import { serveFiles } from '../../../lib/sheet-file/serve-files.ts';
import type { SheetFileAnswer } from '../../../lib/sheet-file/use-sheet-file.ts';

/** A sheet of a file as the days of a month, or why it holds none. */
export interface OpenedMonth {
  readonly name: string;
  readonly reading: MonthSheetReading;
}

serveFiles(open);

async function open(file: File): Promise<SheetFileAnswer<OpenedMonth>> {
  const headings = (grid: Parameters<typeof readMonthSheet>[0]) => (readMonthSheet(grid).ok ? 1 : 0);
  const opened = await openGrids(new Uint8Array(await file.arrayBuffer()), headings);
  if (!opened.ok) return opened;
  return { ok: true, sheets: opened.sheets.map(({ name, grid }) => ({ name, reading: readMonthSheet(grid) })) };
}
