import { readMonthSheet, type MonthSheetReading } from '@darkroom/domain/allowance/sheet';
import { openGrids } from '../../../lib/sheet-file/open-grids.ts';
import type { SheetFileAnswer } from '../../../lib/sheet-file/use-sheet-file.ts';

/** A sheet of a file as the days of a month, or why it holds none. */
export interface OpenedMonth {
  readonly name: string;
  readonly reading: MonthSheetReading;
}

/** A file is read here, beside the page, which goes on meanwhile. */
addEventListener(
  'message',
  ({ data }: MessageEvent<File>) =>
    void open(data)
      // What is thrown in a promise here is not told to the page by itself.
      .catch((): SheetFileAnswer<never> => ({ ok: false, code: 'unreadable' }))
      .then((answer) => postMessage(answer)),
);

async function open(file: File): Promise<SheetFileAnswer<OpenedMonth>> {
  const headings = (grid: Parameters<typeof readMonthSheet>[0]) => (readMonthSheet(grid).ok ? 1 : 0);
  const opened = await openGrids(new Uint8Array(await file.arrayBuffer()), headings);
  if (!opened.ok) return opened;
  return { ok: true, sheets: opened.sheets.map(({ name, grid }) => ({ name, reading: readMonthSheet(grid) })) };
}
