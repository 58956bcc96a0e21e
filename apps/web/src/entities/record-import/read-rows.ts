import type { OutputOf } from '@darkroom/contract/endpoint';
import type { recordImportEndpoints } from '@darkroom/contract/record-import';
import { findCurrencies } from '@darkroom/domain/money/currency';
import { cellText, isBlank, isCellError, type SheetCell } from '@darkroom/domain/order-sheet/cell';
import { createHeadingReader, normalizeHeading, type HeadingRows } from '@darkroom/domain/order-sheet/heading-words';
import { openGrids } from '../../lib/sheet-file/open-grids.ts';
import { excludeHiddenRows, type SheetNotes } from '../../lib/sheet-file/sheet-notes.ts';
import type { SheetFileResult } from '../../lib/sheet-file/use-sheet-file.ts';

export type ImportColumn = OutputOf<typeof recordImportEndpoints.columns>['results'][number];

/** Cells of a row by column, as the server reads them: numbers of a spreadsheet stay numbers. */
export type ImportCells = Readonly<Record<string, string | number>>;

/** A sheet as rows of an import. Without a known heading it has no rows. */
export interface ImportSheet {
  readonly name: string;
  readonly rows: readonly { readonly row: number; readonly cells: ImportCells }[];
  /** Columns that the sheet has. */
  readonly fields: readonly string[];
  /** Headings with content that are not columns of the import. */
  readonly unread: readonly string[];
  readonly notes: SheetNotes;
}

type Grid = readonly (readonly SheetCell[])[];

/** A unit after a label. A heading can leave it out. */
const UNIT = /\s*\(.*\)$/;
/** Headings are looked for in these rows, because a sheet can begin with a title. */
const MAX_HEADING_ROW = 20;

/** Reads the rows of a file whose headings are in either language. */
export async function readRows(file: File, columns: readonly ImportColumn[]): Promise<SheetFileResult<ImportSheet>> {
  const findHeadings = createFinder(columns);
  const textNames = new Set(columns.filter(({ is_text }) => is_text).map(({ name }) => name));
  const opened = await openGrids(
    new Uint8Array(await file.arrayBuffer()),
    {
      headings: (grid) => Object.keys(findHeadings(grid)?.columns ?? {}).length,
      textColumns: (grid) =>
        Object.entries(findHeadings(grid)?.columns ?? {}).flatMap(([name, at]) =>
          textNames.has(name) && at !== undefined ? [at] : [],
        ),
    },
    file.name,
  );
  if (!opened.ok) return opened;
  const sheets = opened.sheets.map((sheet): ImportSheet => {
    const found = findHeadings(sheet.grid);
    const fields = Object.entries(found?.columns ?? {}) as [string, number][];
    const headingCurrency = findHeadingCurrency(columns, found);
    if (headingCurrency !== '' && !fields.some(([name]) => name === 'currency')) fields.push(['currency', -1]);
    const body = found ? sheet.grid.slice(found.index + 1) : [];
    const all = body.flatMap((line, at) => {
      const cells = Object.fromEntries(
        fields.flatMap(([name, column]) => (isBlank(line[column]) ? [] : [[name, toCell(line[column])]])),
      );
      const isFilled = Object.keys(cells).length > 0;
      const withCurrency = headingCurrency === '' ? cells : { currency: headingCurrency, ...cells };
      return isFilled ? [{ row: found!.index + at + 2, cells: withCurrency }] : [];
    });
    const { shown, notes } = excludeHiddenRows(sheet, all);
    const unread = (found?.cells ?? []).flatMap((heading, column) =>
      !isBlank(heading) && !fields.some(([, at]) => at === column) && body.some((line) => !isBlank(line[column]))
        ? [cellText(heading)]
        : [],
    );
    return { name: sheet.name, rows: shown, fields: fields.map(([name]) => name), unread, notes };
  });
  return { ok: true, sheets };
}

/** Finds the currencies in the headings of numbers, such as `Retail Price (USD)`. They apply to rows without a currency (decision 056). */
function findHeadingCurrency(columns: readonly ImportColumn[], found: HeadingRows<string> | null): string {
  if (!found || !columns.some(({ name }) => name === 'currency')) return '';
  const headings = columns
    .filter(({ is_text }) => !is_text)
    .map(({ name }) => cellText(found.cells[found.columns[name] ?? -1]));
  return [...new Set(headings.flatMap(findCurrencies))].join(' / ');
}

const toCell = (cell: SheetCell | undefined): string | number =>
  typeof cell === 'number' ? cell : isCellError(cell) ? '#' : cellText(cell);

/** Returns a function that finds the row with the most known headings. */
function createFinder(columns: readonly ImportColumn[]): (grid: Grid) => HeadingRows<string> | null {
  const words = Object.fromEntries(
    columns.map(({ name, vi, en, other_headings }) => [
      name,
      [vi, en, name, ...other_headings].flatMap((label) => [label, label.replace(UNIT, '')]),
    ]),
  );
  for (const name of Object.keys(words)) words[name] = words[name]!.map(normalizeHeading);
  const { headingsAt } = createHeadingReader<string>(words);
  const countColumns = (heading: HeadingRows<string> | null) => Object.keys(heading?.columns ?? {}).length;
  return (grid) => {
    let best: HeadingRows<string> | null = null;
    for (let at = 0; at < Math.min(grid.length, MAX_HEADING_ROW); at++) {
      const heading = headingsAt(grid, at);
      if (countColumns(heading) > countColumns(best)) best = heading;
    }
    return best;
  };
}
