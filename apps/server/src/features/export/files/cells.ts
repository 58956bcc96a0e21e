import type { ExportLanguage } from '@darkroom/contract/fields';
import { clockOf } from '@darkroom/domain/calendar/clock';
import { dayOf } from '@darkroom/domain/calendar/day';
import type { Names } from '../words/names.ts';
import type { Translate } from '../../../translate.ts';

/**
 * Content of a column. `day` is `2026-11-20`, `instant` is ISO time shown in Bangkok's zone, and `count` is a whole
 * number. `number` is never added up.
 */
export type CellKind = 'text' | 'day' | 'instant' | 'count' | 'number' | 'money' | 'vnd' | 'link';
export type ExportCell = string | number | null;

/** Heading of a column: translation key, kind of cell, and width in characters. */
export interface Heading {
  readonly title: string;
  readonly kind: CellKind;
  readonly width: number;
  /** The PDF shows the sum of the column under its last line. */
  readonly sum?: true;
  /** Right-aligned in the PDF, for a figure that is written as text. */
  readonly end?: true;
}

/** Locale of a file: names for ids, texts for codes. */
export interface FileLocale {
  readonly language: ExportLanguage;
  readonly words: Translate;
  readonly names: Names;
  readonly currency: string;
}

export interface ExportColumn<Line> extends Heading {
  readonly value: (line: Line, locale: FileLocale) => ExportCell;
}

/** Creates a column that is not simply a field of a record. */
export const column = <Line>(
  title: string,
  kind: CellKind,
  width: number,
  value: (line: Line, locale: FileLocale) => ExportCell,
): ExportColumn<Line> => ({ title, kind, width, value });

/** Returns a column with a sum under its last line in the PDF. */
export const withSum = <Line>(source: ExportColumn<Line>): ExportColumn<Line> => ({ ...source, sum: true });

/** Currency column next to an amount. */
export const CURRENCY = column<unknown>('price:report.currency', 'text', 9, (_line, { currency }) => currency);

const TOTAL_LINES = new WeakSet<readonly ExportCell[]>();

/** Marks a line as a total, so that it is bold. The mark is stored outside the lines, because nearly no line of a long list is a total. */
export function markAsTotal(line: ExportCell[]): ExportCell[] {
  TOTAL_LINES.add(line);
  return line;
}

export const isTotal = (line: readonly ExportCell[]): boolean => TOTAL_LINES.has(line);

/** Layout that turns rows of a list into lines of a file. */
export interface ExportLayout<Row> {
  readonly columns: readonly Heading[];
  readonly lines: (row: Row, locale: FileLocale) => ExportCell[][];
  /** Returns the total line of a short list whose rows do not simply add up. */
  readonly total?: (rows: readonly Row[], locale: FileLocale) => ExportCell[];
}

/** Creates a layout with one line for each row, or with several. A line can be a total. */
export function createLayout<Row, Line = Row>(
  columns: readonly ExportColumn<Line>[],
  toLines: (row: Row) => readonly Line[],
  isTotalRow: (row: Row) => boolean = () => false,
): ExportLayout<Row> {
  return {
    columns,
    lines: (row, locale) => {
      const lines = toLines(row).map((line) => columns.map((column) => column.value(line, locale)));
      return isTotalRow(row) ? lines.map(markAsTotal) : lines;
    },
  };
}

/** A short table of details: a further sheet in Excel, and a section under the table in the PDF if it has a layout for it. */
export interface SideLayout<Row> {
  readonly title: string;
  /** Explanation under the title of the table in the PDF. */
  readonly note?: string;
  readonly xlsx: ExportLayout<Row>;
  readonly pdf?: ExportLayout<Row>;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Formats a day as on the screens: `20/11/2026` (vi), `20 Nov 2026` (en). */
export function formatDay(day: string, language: ExportLanguage): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return language === 'vi' ? `${date}/${month}/${year}` : `${date} ${MONTHS[Number(month) - 1]} ${year}`;
}

/** Formats an instant in Bangkok's time, to the minute. */
export function formatInstant(instant: string, language: ExportLanguage): string {
  return `${formatDay(dayOf(instant), language)} ${clockOf(instant)}`;
}

/** Formats a number in the format of the language, with at most 3 decimals. */
export const formatNumber = (value: number, language: ExportLanguage): string =>
  value.toLocaleString(language === 'vi' ? 'vi-VN' : 'en-US', { maximumFractionDigits: 3 });

/** Formats the text of a cell in the PDF. */
export function formatExportCell(cell: ExportCell, kind: CellKind, language: ExportLanguage): string {
  if (cell === null) return '';
  switch (kind) {
    case 'day':
      return formatDay(String(cell), language);
    case 'instant':
      return formatInstant(String(cell), language);
    case 'count':
    case 'money':
    case 'vnd':
      return formatNumber(Number(cell), language);
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
