import type { ExportLanguage } from '@darkroom/contract/export';
import { clockOf } from '@darkroom/domain/calendar/clock';
import { dayOf } from '@darkroom/domain/calendar/day';
import type { Names } from '../words/names.ts';
import type { Words } from '../../../words.ts';

/**
 * What a column holds: text, a day (`2026-11-20`), an instant (ISO, shown as Bangkok's time), a whole number, a number
 * that stands as it is (it names a record, or others in the column are of another kind), money in the currency of prices, money
 * in VND, or a link.
 */
export type CellKind = 'text' | 'day' | 'instant' | 'count' | 'number' | 'money' | 'vnd' | 'link';
export type Cell = string | number | null;

/** A column's heading: its word's key, what it holds, and how many characters wide it is. */
export interface Heading {
  readonly title: string;
  readonly kind: CellKind;
  readonly width: number;
  /** On paper the column is added up under its last line. */
  readonly sum?: true;
  /** On paper it stands at its right side, as figures do: a figure that is told in words. */
  readonly end?: true;
}

/** What rows are written with: names for ids, words for codes. */
export interface Look {
  readonly language: ExportLanguage;
  readonly words: Words;
  readonly names: Names;
  /** What amounts are in. */
  readonly currency: string;
}

export interface Column<Line> extends Heading {
  readonly value: (line: Line, look: Look) => Cell;
}

/** A column that is no field of a record as it is. */
export const column = <Line>(
  title: string,
  kind: CellKind,
  width: number,
  value: (line: Line, look: Look) => Cell,
): Column<Line> => ({ title, kind, width, value });

/** The same, added up under its last line on paper. */
export const summed = <Line>(one: Column<Line>): Column<Line> => ({ ...one, sum: true });

/** Beside amounts: what they are in. */
export const CURRENCY = column<unknown>('price:report.currency', 'text', 9, (_line, { currency }) => currency);

const TOTALS = new WeakSet<readonly Cell[]>();

/** Marks a line as one that adds others up: it is bold. A mark beside the lines, for of a hundred thousand of a list none is one. */
export function asTotal(line: Cell[]): Cell[] {
  TOTALS.add(line);
  return line;
}

export const isTotal = (line: readonly Cell[]): boolean => TOTALS.has(line);

/** How rows of a list become lines of a file. */
export interface Layout<Row> {
  readonly columns: readonly Heading[];
  readonly lines: (row: Row, look: Look) => Cell[][];
  /** What stands under the last line of a short list whose rows do not simply add up. */
  readonly total?: (rows: readonly Row[], look: Look) => Cell[];
}

/** A layout with one line for each row, or with the lines `unfold` makes of it; `addsUp` tells which rows are totals. */
export function layoutOf<Row, Line = Row>(
  columns: readonly Column<Line>[],
  unfold: (row: Row) => readonly Line[],
  addsUp: (row: Row) => boolean = () => false,
): Layout<Row> {
  return {
    columns,
    lines: (row, look) => {
      const lines = unfold(row).map((line) => columns.map((column) => column.value(line, look)));
      return addsUp(row) ? lines.map(asTotal) : lines;
    },
  };
}

/** A short table of what the rows were made of: in Excel a sheet of its own, on paper a section under the table where it has a layout for it. */
export interface Beside<Row> {
  readonly title: string;
  /** On paper, under its title: what it tells. */
  readonly note?: string;
  readonly xlsx: Layout<Row>;
  readonly pdf?: Layout<Row>;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `20/11/2026` (vi), `20 Nov 2026` (en), as on the screens. */
export function dayInWords(day: string, language: ExportLanguage): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return language === 'vi' ? `${date}/${month}/${year}` : `${date} ${MONTHS[Number(month) - 1]} ${year}`;
}

/** An instant in Bangkok, to the minute. */
export function instantInWords(instant: string, language: ExportLanguage): string {
  return `${dayInWords(dayOf(instant), language)} ${clockOf(instant)}`;
}

/** A number as people of that language write it, with at most 3 decimals. */
export const numberInWords = (value: number, language: ExportLanguage): string =>
  value.toLocaleString(language === 'vi' ? 'vi-VN' : 'en-US', { maximumFractionDigits: 3 });

/** A cell as it is printed. */
export function cellInWords(cell: Cell, kind: CellKind, language: ExportLanguage): string {
  if (cell === null) return '';
  switch (kind) {
    case 'day':
      return dayInWords(String(cell), language);
    case 'instant':
      return instantInWords(String(cell), language);
    case 'count':
    case 'money':
    case 'vnd':
      return numberInWords(Number(cell), language);
    case 'text':
    case 'number':
    case 'link':
      return String(cell);
    default: {
      const never: never = kind;
      return never;
    }
  }
}
