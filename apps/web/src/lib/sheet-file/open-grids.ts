import type { MergedAcross } from '@darkroom/domain/allowance/sheet';
import { isBlank, type Cell } from '@darkroom/domain/order-sheet/cell';
import { readDelimited } from '@darkroom/domain/text/delimited';
import { readXlsx, type Sheet } from 'hucre/xlsx';
import { looksLikeOldOffice, looksLikeZip, unpackedSize } from './file-kind.ts';
import { MAX_FILE_BYTES, MAX_UNPACKED_BYTES, type FileTrouble } from './limits.ts';

/** A cell merged over several rows: its column in the grid, and the rows below the first that say the same now. */
export interface MergedCell {
  readonly column: number;
  readonly rows: readonly number[];
}

/** A sheet of a file as a grid of cells, whatever kind of file it was. */
export interface GridSheet {
  readonly name: string;
  readonly grid: Cell[][];
  /** Rows of cells whose value is the one a formula was last computed to, one entry for each. */
  readonly formulaRows: readonly number[];
  /** Rows nobody sees in the spreadsheet: hidden by hand, folded away, or kept back by a filter. */
  readonly hiddenRows: ReadonlySet<number>;
  /** Cells merged downwards whose value was taken in rows below the first. */
  readonly merged: readonly MergedCell[];
  /** Cells merged over several columns; their value stands in the first, and what the others mean is for whoever reads the columns. */
  readonly across: readonly MergedAcross[];
  /** Rows of text in which a quotation mark seems to be missing. */
  readonly openQuotes?: readonly number[];
  /** What the workbook says of single cells beyond their values; none for text. */
  readonly cells: Sheet['cells'];
}

export type OpenedGrids =
  { readonly ok: true; readonly sheets: readonly GridSheet[] } | { readonly ok: false; readonly code: FileTrouble };

export type Step = 'unpack' | 'recognise';

/** How many headings of the wanted kind a grid has: by that, a text's delimiter is told. */
export type CountHeadings = (grid: readonly (readonly Cell[])[]) => number;

export interface OpenOptions {
  /** The file's own. */
  readonly name?: string;
  readonly onStep?: (step: Step) => void;
}

/** The sheets of an .xlsx or .csv file. Never throws for what is in the file: a file that cannot be used says why. */
export async function openGrids(
  bytes: Uint8Array,
  headings: CountHeadings,
  { name = '', onStep = () => {} }: OpenOptions = {},
): Promise<OpenedGrids> {
  if (bytes.length === 0) return { ok: false, code: 'empty_file' };
  if (bytes.length > MAX_FILE_BYTES) return { ok: false, code: 'too_large' };
  if (looksLikeOldOffice(bytes)) return { ok: false, code: 'old_or_protected' };
  if (looksLikeZip(bytes)) return openWorkbook(bytes, onStep);
  const text = decodeText(bytes);
  if (!text.ok) return text;
  const opened = gridOfText(text.text, headings, { onStep });
  // Text under a workbook's name is read where it is a table of ours, as some programs write it; else what is wrong is the file.
  const ours = opened.ok && opened.sheets.some(({ grid }) => headings(grid) > 0);
  return !ours && /\.xls[xm]?$/i.test(name) ? { ok: false, code: 'not_a_workbook' } : opened;
}

interface TextOptions {
  readonly onStep?: (step: Step) => void;
  /** Pasted, not from a file. */
  readonly isPasted?: boolean;
}

/** Text as one sheet: a CSV file with comma, semicolon or tab, or cells copied from a spreadsheet. */
export function gridOfText(
  text: string,
  headings: CountHeadings,
  { onStep = () => {}, isPasted = false }: TextOptions = {},
): OpenedGrids {
  if (text.trim() === '') return { ok: false, code: 'empty_file' };
  onStep('recognise');
  const delimiter = delimiterOf(text, headings);
  const { rows: grid, openQuotes } = readDelimited(text, { delimiter, isCopied: isPasted && delimiter === '\t' });
  const nothing = { formulaRows: [], hiddenRows: new Set<number>(), merged: [], across: [], cells: undefined };
  return { ok: true, sheets: [{ name: '', grid, openQuotes, ...nothing }] };
}

async function openWorkbook(bytes: Uint8Array, onStep: (step: Step) => void): Promise<OpenedGrids> {
  const size = unpackedSize(bytes);
  if (size === undefined) return { ok: false, code: 'not_a_workbook' };
  // A few kilobytes can unpack to gigabytes: what the archive says of itself is held against it while it is unpacked.
  if (size > MAX_UNPACKED_BYTES) return { ok: false, code: 'unpacks_too_large' };
  onStep('unpack');
  try {
    const visible = (info: { hidden?: boolean; veryHidden?: boolean }) => !info.hidden && !info.veryHidden;
    const workbook = await readXlsx(bytes, { sheets: visible, range: RANGE });
    onStep('recognise');
    const sheets = workbook.sheets.filter((sheet) => sheet.rows.some((row) => !row.every(isBlank))).map(gridOf);
    return sheets.length > 0 ? { ok: true, sheets } : { ok: false, code: 'empty_file' };
  } catch {
    return { ok: false, code: 'not_a_workbook' };
  }
}

/** Every row a sheet can have, but not every column: what we read stands in the first hundred. */
const RANGE = 'A1:CV1048576';

/** Excel itself keeps and shows this many digits of a number; a file holds the next ones too, of what was reckoned (`=0.1+0.2`). */
const DIGITS = 15;
const asShown = (cell: Cell): Cell => (typeof cell === 'number' ? Number(cell.toPrecision(DIGITS)) : cell);

function gridOf(sheet: Sheet): GridSheet {
  const grid: Cell[][] = sheet.rows.map((line) => line.map(asShown));
  const formulaRows: number[] = [];
  for (const [place, cell] of sheet.cells ?? []) {
    const [row = 0, column = 0] = place.split(',').map(Number);
    const line = grid[row];
    if (!line) continue;
    if (cell.type === 'error') line[column] = { fault: 'cell_error' };
    else if (cell.formula !== undefined) {
      if (isBlank(line[column])) line[column] = { fault: 'formula_without_value' };
      else formulaRows.push(row + 1);
    }
  }
  const hidden = [...(sheet.rowDefs ?? [])].flatMap(([row, def]) => (def.hidden ? [row + 1] : []));
  return {
    name: sheet.name,
    grid,
    formulaRows,
    hiddenRows: new Set(hidden),
    merged: carryDown(sheet, grid),
    across: acrossOf(sheet),
    cells: sheet.cells,
  };
}

/**
 * A cell that is merged downwards says the same for each of its rows: one job with several categories is written so. Only
 * its first row holds the value in the file. A row that holds nothing else is a blank one all the same.
 */
function carryDown({ rows, merges = [], cells }: Sheet, grid: Cell[][]): MergedCell[] {
  return merges.flatMap(({ startRow, startCol, endRow }) => {
    const value = grid[startRow]?.[startCol];
    if (value === undefined || isBlank(value)) return [];
    const first = cells?.get(`${startRow},${startCol}`);
    const reached: number[] = [];
    for (let row = startRow + 1; row <= Math.min(endRow, grid.length - 1); row++) {
      if (rows[row]?.every(isBlank) ?? true) continue;
      grid[row]![startCol] = value;
      // With the address of a link behind it.
      if (first) cells?.set(`${row},${startCol}`, first);
      reached.push(row + 1);
    }
    return reached.length > 0 ? [{ column: startCol, rows: reached }] : [];
  });
}

/** The rows of cells that are merged over several columns. */
const acrossOf = ({ merges = [] }: Sheet): MergedAcross[] =>
  merges.flatMap(({ startRow, startCol, endRow, endCol }) =>
    endCol > startCol
      ? Array.from({ length: endRow - startRow + 1 }, (_, row) => ({
          row: startRow + row + 1,
          from: startCol,
          to: endCol,
        }))
      : [],
  );

type Decoded = { ok: true; text: string } | { ok: false; code: FileTrouble };

/** UTF-8 with or without a byte-order mark, or UTF-16 likewise, as Excel's "Unicode text" and other programs write it. */
function decodeText(bytes: Uint8Array): Decoded {
  const encoding = utf16(bytes) ?? 'utf-8';
  try {
    return textOfTable(new TextDecoder(encoding, { fatal: true }).decode(bytes));
  } catch {
    const { ok } = textOfTable(new TextDecoder('latin1').decode(bytes));
    return { ok: false, code: ok ? 'not_utf8' : 'not_a_workbook' };
  }
}

function textOfTable(text: string): Decoded {
  if (!looksLikeTable(text.replaceAll('\0', ''))) return { ok: false, code: 'not_a_workbook' };
  // Whether something is lost where a table has bytes that say nothing, nobody can tell: it is not read as if nothing were.
  return text.includes('\0') ? { ok: false, code: 'null_bytes' } : { ok: true, text };
}

/** Which UTF-16 a text is in: by its mark, or, without one, by every other byte of what it begins with being null. */
function utf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, 4096);
  const nulls = [0, 0];
  for (let at = 0; at < start.length; at++) if (start[at] === 0) nulls[at % 2]! += 1;
  const [high = 0, low = 0] = nulls;
  // A heading row is Latin letters for the most part, Vietnamese ones too.
  const many = start.length / 4;
  if (low > many && high === 0) return 'utf-16le';
  return high > many && low === 0 ? 'utf-16be' : undefined;
}

/** Text that is no page of markup, no PDF, and has no control characters at its beginning. */
// eslint-disable-next-line no-control-regex
const looksLikeTable = (text: string): boolean => !/^\s*<|^%PDF|[\u0000-\u0008\u000e-\u001f]/.test(text.slice(0, 4096));

const DELIMITERS = [',', ';', '\t'] as const;

/** The delimiter under which the text has most known headings, or else simply the commonest one. */
function delimiterOf(text: string, headings: CountHeadings): string {
  const start = text.slice(0, 65_536);
  const scored = DELIMITERS.map((delimiter) => ({
    delimiter,
    headings: headings(readDelimited(start, { delimiter }).rows),
    count: start.split(delimiter).length,
  }));
  scored.sort((a, b) => b.headings - a.headings || b.count - a.count);
  return scored[0]?.delimiter ?? ',';
}
