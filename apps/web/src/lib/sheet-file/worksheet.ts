import { isBlank, isCellError, type SheetCell } from '@darkroom/domain/order-sheet/cell';
import { serialToDate } from 'hucre';
import { getDisplayedText, type CellStyle } from './cell-format.ts';
import { MAX_CELLS, MAX_COLUMNS, MAX_MERGED_ROWS, MAX_ROWS } from './limits.ts';
import { createTextReader, unescapeText } from './rich-text.ts';
import { walkXml, type Attributes } from './xml.ts';

/** More cells or merged rows than any valid sheet has. */
export class TooManyCells extends Error {}

/** Merged cells, from 0. The first cell contains the value. */
export interface MergedRange {
  readonly row: number;
  readonly column: number;
  readonly lastRow: number;
  readonly lastColumn: number;
}

/** Details of single cells beyond their values, by `positionOf`. */
export interface CellDetails {
  readonly links: Map<number, string>;
  /** Displayed texts of formatted numbers. */
  readonly shown: Map<number, string>;
}

/** A worksheet as in the file. */
export interface Worksheet extends CellDetails {
  /** Up to the last filled row. A row ends with its last cell. */
  readonly grid: SheetCell[][];
  /** Rows (from 1) of cells with the last computed value of a formula, one entry per cell. */
  readonly formulaRows: readonly number[];
  /** Numbers from 1. */
  readonly hiddenRows: ReadonlySet<number>;
  /** Numbers from 0. */
  readonly hiddenColumns: ReadonlySet<number>;
  /** Within the grid. */
  readonly merges: readonly MergedRange[];
}

export const toCellIndex = (row: number, column: number): number => row * MAX_COLUMNS + column;

interface Context {
  readonly texts: readonly string[];
  readonly styles: readonly CellStyle[];
  readonly is1904: boolean;
  /** Link URLs by the id of their relation. */
  readonly urls: ReadonlyMap<string, string>;
}

/** Shared by all rows without a cell, so that a stray cell on the last row does not create a million lists. */
const NO_CELLS: SheetCell[] = [];

/** Reads a worksheet in one pass through its XML. */
export function readWorksheet(xml: string, { texts, styles, is1904, urls }: Context): Worksheet {
  const grid: SheetCell[][] = [];
  const details: CellDetails = { links: new Map(), shown: new Map() };
  const linkFormulas = new Map<number, string>();
  const formulaRows: number[] = [];
  const hiddenRows = new Set<number>();
  const hiddenColumns = new Set<number>();
  const merges: MergedRange[] = [];
  const inlineText = createTextReader();
  let count = 0;
  let row = -1;
  let column = -1;
  let cell: Attributes | undefined;
  /** Text of the value. Undefined if there is none. Empty is the result of a formula that gives "". */
  let value: string | undefined;
  let formula: string | undefined;
  let openTag = '';

  const addCell = (content: SheetCell) => {
    if (isBlank(content) || column >= MAX_COLUMNS) return;
    if (row >= MAX_ROWS || ++count > MAX_CELLS) throw new TooManyCells();
    while (grid.length <= row) grid.push(NO_CELLS);
    if (grid[row] === NO_CELLS) grid[row] = [];
    setCell(grid[row]!, column, content);
    if (formula === undefined || isCellError(content)) return;
    formulaRows.push(row + 1);
    const url = HYPERLINK.exec(formula)?.[1];
    if (url !== undefined) linkFormulas.set(toCellIndex(row, column), url);
  };

  const readCell = ({ t = 'n', s = '' }: Attributes): SheetCell => {
    if (t === 'inlineStr') return inlineText.take();
    // Only a text can be an empty result: `=IF(A1="","",1)` has one. A formula that was never computed has none.
    if (value === undefined || (t !== 'str' && value.trim() === ''))
      return formula === undefined ? null : { fault: 'formula_without_value' };
    const number = Number(value);
    switch (t) {
      case 's':
        return texts[number] ?? null;
      case 'str':
        return unescapeText(value);
      case 'e':
        return { fault: 'cell_error' };
      case 'b':
        return value === '1' || value.toLowerCase() === 'true';
      default: {
        if (Number.isNaN(number)) return value;
        const style = s === '' ? undefined : styles[Number(s)];
        const shown = getDisplayedText(number, style, is1904);
        if (shown !== undefined && column < MAX_COLUMNS) details.shown.set(toCellIndex(row, column), shown);
        return style?.isDate ? serialToDate(number, is1904) : roundToShownDigits(number);
      }
    }
  };

  walkXml(xml, {
    open: (name, attributes) => {
      switch (name) {
        case 'col':
          if (isTrue(attributes.hidden) || Number(attributes.width ?? 1) === 0)
            for (
              let at = Math.max(1, Number(attributes.min));
              at <= Math.min(Number(attributes.max), MAX_COLUMNS);
              at++
            )
              hiddenColumns.add(at - 1);
          break;
        case 'row':
          row = attributes.r === undefined ? row + 1 : Number(attributes.r) - 1;
          column = -1;
          if (isTrue(attributes.hidden)) hiddenRows.add(row + 1);
          break;
        case 'c':
          cell = attributes;
          ({ row, column } = attributes.r === undefined ? { row, column: column + 1 } : parseCellName(attributes.r));
          value = undefined;
          formula = undefined;
          inlineText.take();
          break;
        case 'v':
          value = '';
          break;
        case 'f':
          formula = '';
          break;
        case 'mergeCell':
          merges.push(parseRangeName(attributes.ref ?? ''));
          if (merges.length > MAX_MERGED_ROWS) throw new TooManyCells();
          break;
        case 'hyperlink': {
          const { row: first, column: at } = parseRangeName(attributes.ref ?? '');
          const url = urls.get(attributes['r:id'] ?? '');
          if (url && at < MAX_COLUMNS) details.links.set(toCellIndex(first, at), url);
          break;
        }
        default:
          if (cell) inlineText.open(name, attributes);
          return;
      }
      openTag = name;
    },
    text: (text) => {
      if (!cell) return;
      if (openTag === 'v') value = (value ?? '') + text;
      else if (openTag === 'f') formula = (formula ?? '') + text;
      else inlineText.text(text);
    },
    close: (name) => {
      openTag = '';
      if (name !== 'c') inlineText.close(name);
      else if (cell) {
        addCell(readCell(cell));
        cell = undefined;
      }
    },
  });

  for (const [position, url] of linkFormulas) {
    const target = url.startsWith('"') ? url.slice(1, -1).replaceAll('""', '"') : readCellByName(grid, url);
    if (target) details.links.set(position, target);
  }
  return { grid, formulaRows, hiddenRows, hiddenColumns, merges: clipMerges(merges, grid.length), ...details };
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/** The URL of a link formula: a text, or the cell that contains it. */
const HYPERLINK = /^\s*HYPERLINK\(\s*("(?:[^"]|"")*"|\$?[A-Z]{1,3}\$?\d{1,7})\s*[,;)]/i;

/** Number of digits that Excel stores and shows. A file also contains the following digits of a computed number (`=0.1+0.2`). */
const SHOWN_DIGITS = 15;
const roundToShownDigits = (value: number): number => Number(value.toPrecision(SHOWN_DIGITS));

/** Sets a cell of a row, which can be shorter. */
export function setCell(line: SheetCell[], column: number, cell: SheetCell): void {
  while (line.length < column) line.push(null);
  line[column] = cell;
}

const CELL_NAME = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i;

function parseCellName(name: string): { row: number; column: number } {
  const [, letters = '', number = ''] = CELL_NAME.exec(name.trim()) ?? [];
  if (number === '' || Number(number) < 1) throw new Error(`no cell is called ${name}`);
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return { row: Number(number) - 1, column: column - 1 };
}

function parseRangeName(name: string): MergedRange {
  const [first = '', last = first] = name.split(':');
  const start = parseCellName(first);
  const end = parseCellName(last);
  return { ...start, lastRow: end.row, lastColumn: end.column };
}

function readCellByName(grid: readonly (readonly SheetCell[])[], name: string): string | undefined {
  const { row, column } = parseCellName(name);
  const cell = grid[row]?.[column];
  return typeof cell === 'string' ? cell : undefined;
}

/** Merges cut off at the last row and column that are read, and limited by the rows they cover together. */
function clipMerges(merges: readonly MergedRange[], rows: number): MergedRange[] {
  let covered = 0;
  return merges.flatMap((range) => {
    const lastRow = Math.min(range.lastRow, rows - 1);
    if (range.column >= MAX_COLUMNS || lastRow < range.row) return [];
    covered += lastRow - range.row + 1;
    if (covered > MAX_MERGED_ROWS) throw new TooManyCells();
    return [{ ...range, lastRow, lastColumn: Math.min(range.lastColumn, MAX_COLUMNS - 1) }];
  });
}
