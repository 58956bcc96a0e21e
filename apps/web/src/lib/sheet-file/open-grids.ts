import type { MergedCells } from '@darkroom/domain/allowance/sheet';
import { isBlank, type SheetCell } from '@darkroom/domain/order-sheet/cell';
import { readDelimited } from '@darkroom/domain/text/delimited';
import { MAX_CELLS, MAX_COLUMNS, MAX_FILE_BYTES, type FileError } from './limits.ts';
import { readWorkbook, type NamedWorksheet } from './workbook.ts';
import { toCellIndex, setCell, type CellDetails } from './worksheet.ts';

/** A cell merged over several rows: its column in the grid, and the lower rows that received its value. */
export interface MergedCell {
  readonly column: number;
  readonly rows: readonly number[];
}

/** A sheet of any file as a grid of cells. */
export interface GridSheet {
  readonly name: string;
  readonly grid: SheetCell[][];
  /** Rows of cells with the last computed value of a formula, one entry per cell. */
  readonly formulaRows: readonly number[];
  /** Rows that are hidden in the spreadsheet: individually, by grouping or by a filter. */
  readonly hiddenRows: ReadonlySet<number>;
  /** Filled columns (from 0) that are hidden in the spreadsheet. They are not in the grid. */
  readonly hiddenColumns: readonly number[];
  /** Cells merged downwards whose value was copied to the lower rows. */
  readonly merged: readonly MergedCell[];
  /** Cells merged over several columns. The first has the value, and the reader of the columns decides about the others. */
  readonly across: readonly MergedCells[];
  /** Rows of text in which a quotation mark seems to be missing. */
  readonly openQuotes?: readonly number[];
  /** Link URLs, by `positionOf`. */
  readonly links: CellDetails['links'];
}

export type GridsResult =
  | { readonly ok: true; readonly sheets: readonly GridSheet[] }
  | { readonly ok: false; readonly code: FileError };

type Grid = readonly (readonly SheetCell[])[];

/** The table that an import looks for in a grid. */
export interface WantedTable {
  /** Counts the known headings in a grid. The count decides the delimiter of a text. */
  readonly headings: (grid: Grid) => number;
  /** Returns the columns (from 0) of texts. A number in them is read as its format shows it (JOB-0042). */
  readonly textColumns: (grid: Grid) => readonly number[];
}

/**
 * Opens the sheets of an .xlsx or .csv file. Content never causes an exception: a rejected file has a reason.
 * @param name name of the file. Empty for pasted text
 */
export async function openGrids(bytes: Uint8Array, wanted: WantedTable, name = ''): Promise<GridsResult> {
  if (bytes.length === 0) return { ok: false, code: 'emptyFile' };
  if (bytes.length > MAX_FILE_BYTES) return { ok: false, code: 'too_large' };
  if (looksLikeOldDataset(bytes)) return { ok: false, code: 'oldOrProtected' };
  if (looksLikeZip(bytes)) return openWorkbook(bytes, wanted);
  const text = decodeText(bytes);
  if (!text.ok) return text;
  const opened = parseTextGrid(text.text, wanted, name === '');
  // Some programs write text into files named as workbooks. It is read if it has our headings, otherwise the file is reported as wrong.
  const hasOurHeadings = opened.ok && opened.sheets.some(({ grid }) => wanted.headings(grid) > 0);
  return !hasOurHeadings && /\.xls[xm]?$/i.test(name) ? { ok: false, code: 'notAWorkbook' } : opened;
}

/** Parses text as one sheet: a CSV file with comma, semicolon or tab, or cells copied from a spreadsheet. */
function parseTextGrid(text: string, { headings }: WantedTable, isPasted: boolean): GridsResult {
  if (text.trim() === '') return { ok: false, code: 'emptyFile' };
  const delimiter = detectDelimiter(text, headings);
  // Ten megabytes of delimiters would be as many cells.
  if (countOccurrences(text, delimiter) + countOccurrences(text, '\n') > MAX_CELLS)
    return { ok: false, code: 'unpacksTooLarge' };
  const { rows: grid, openQuotes } = readDelimited(text, { delimiter, isCopied: isPasted && delimiter === '\t' });
  const noDetails = { formulaRows: [], hiddenRows: new Set<number>(), hiddenColumns: [], merged: [], across: [] };
  return { ok: true, sheets: [{ name: '', grid, openQuotes, ...noDetails, links: new Map() }] };
}

async function openWorkbook(bytes: Uint8Array, wanted: WantedTable): Promise<GridsResult> {
  const workbook = await readWorkbook(bytes);
  if (!workbook.ok) return workbook;
  const sheets = workbook.sheets.filter(({ grid }) => grid.length > 0).map((sheet) => toGridSheet(sheet, wanted));
  return sheets.length > 0 ? { ok: true, sheets } : { ok: false, code: 'emptyFile' };
}

function toGridSheet(sheet: NamedWorksheet, { textColumns }: WantedTable): GridSheet {
  const { name, grid, formulaRows, hiddenRows, links, shown } = sheet;
  const hiddenColumns = clearHiddenColumns(grid, sheet.hiddenColumns);
  const merged = fillMergedRows(sheet);
  const texts = new Set(textColumns(grid));
  for (const [position, text] of shown) {
    const column = position % MAX_COLUMNS;
    const line = grid[(position - column) / MAX_COLUMNS];
    if (line && texts.has(column) && !isBlank(line[column])) line[column] = text;
  }
  return { name, grid, formulaRows, hiddenRows, hiddenColumns, merged, across: findMergedAcross(sheet), links };
}

/** Empties hidden columns: of an old and a new column, the visible one counts (decision 086). */
function clearHiddenColumns(grid: SheetCell[][], columns: ReadonlySet<number>): number[] {
  const emptied = [...columns].filter((column) => grid.some((line) => !isBlank(line[column])));
  for (const line of grid) for (const column of emptied) if (column < line.length) line[column] = null;
  return emptied.toSorted((a, b) => a - b);
}

/**
 * Copies a cell that is merged downwards to all its rows, because one job with several categories is written so. A row without other
 * values stays blank.
 */
function fillMergedRows({ grid, merges, links, shown }: NamedWorksheet): MergedCell[] {
  const isFilledRow = grid.map((line) => !line.every(isBlank));
  return merges.flatMap(({ row: first, column, lastRow }) => {
    const value = grid[first]?.[column];
    if (value === undefined || isBlank(value)) return [];
    const filledRows: number[] = [];
    for (let row = first + 1; row <= lastRow; row++) {
      if (!isFilledRow[row]) continue;
      setCell(grid[row]!, column, value);
      // Each detail has its link URL and its displayed text.
      for (const details of [links, shown]) {
        const detail = details.get(toCellIndex(first, column));
        if (detail !== undefined) details.set(toCellIndex(row, column), detail);
      }
      filledRows.push(row + 1);
    }
    return filledRows.length > 0 ? [{ column, rows: filledRows }] : [];
  });
}

/** Finds the rows of cells that are merged over several columns. */
const findMergedAcross = ({ merges }: NamedWorksheet): MergedCells[] =>
  merges.flatMap(({ row: first, column, lastRow, lastColumn }) =>
    lastColumn > column
      ? Array.from({ length: lastRow - first + 1 }, (_, row) => ({
          row: first + row + 1,
          from: column,
          to: lastColumn,
        }))
      : [],
  );

type DecodeResult = { ok: true; text: string } | { ok: false; code: FileError };

/** Decodes UTF-8 or UTF-16, with or without a byte-order mark. Excel's "Unicode text" and other programs write UTF-16. */
function decodeText(bytes: Uint8Array): DecodeResult {
  const encoding = detectUtf16(bytes) ?? 'utf-8';
  try {
    return checkTableText(new TextDecoder(encoding, { fatal: true }).decode(bytes));
  } catch {
    const { ok } = checkTableText(new TextDecoder('latin1').decode(bytes));
    return { ok: false, code: ok ? 'notUtf8' : 'notAWorkbook' };
  }
}

function checkTableText(text: string): DecodeResult {
  if (!looksLikeTable(text.replaceAll('\0', ''))) return { ok: false, code: 'notAWorkbook' };
  // Null bytes in a table could mean lost text, so that it is rejected.
  return text.includes('\0') ? { ok: false, code: 'nullBytes' } : { ok: true, text };
}

/** Detects the UTF-16 kind of a text: by its mark, or by zero bytes in every other position of its beginning. */
function detectUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, 4096);
  const nulls = [0, 0];
  for (let index = 0; index < start.length; index++) if (start[index] === 0) nulls[index % 2]! += 1;
  const [high = 0, low = 0] = nulls;
  // Most letters of a heading row are Latin, also in Vietnamese.
  const minNulls = start.length / 4;
  if (low > minNulls && high === 0) return 'utf-16le';
  return high > minNulls && low === 0 ? 'utf-16be' : undefined;
}

/** Text that is not markup or PDF and has no control characters at its beginning. */
// eslint-disable-next-line no-control-regex
const looksLikeTable = (text: string): boolean => !/^\s*<|^%PDF|[\u0000-\u0008\u000e-\u001f]/.test(text.slice(0, 4096));

const DELIMITERS = [',', ';', '\t'] as const;

/** Returns the delimiter with the most known headings, or else the most frequent delimiter. */
function detectDelimiter(text: string, headings: WantedTable['headings']): string {
  const start = text.slice(0, 65_536);
  const scored = DELIMITERS.map((delimiter) => ({
    delimiter,
    headings: headings(readDelimited(start, { delimiter }).rows),
    count: start.split(delimiter).length,
  }));
  scored.sort((a, b) => b.headings - a.headings || b.count - a.count);
  return scored[0]?.delimiter ?? ',';
}

function countOccurrences(text: string, sign: string): number {
  let count = 0;
  for (let index = text.indexOf(sign); index >= 0; index = text.indexOf(sign, index + 1)) count++;
  return count;
}

// The first bytes of a file decide its kind, not its name.
const startsWith = (bytes: Uint8Array, magic: readonly number[]): boolean =>
  magic.every((byte, i) => bytes[i] === byte);

/** True for a zip archive, as every .xlsx is. */
const looksLikeZip = (bytes: Uint8Array): boolean => startsWith(bytes, [0x50, 0x4b]);

/** True for the container of .xls and of every workbook with a password. */
const looksLikeOldDataset = (bytes: Uint8Array): boolean => startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]);
