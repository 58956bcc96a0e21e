import { foldForSearch, stripInvisible } from '../text/fold.ts';
import { isCurrency } from '../money/currency.ts';
import { isBlank, type SheetCell } from './cell.ts';

/** Column of each field, from 0. If two columns have the same field, the first is used. */
export type FieldColumns<Field extends string> = Partial<Record<Field, number>>;

/** Headings of a table: one row, or several rows that refine the same columns. */
export interface HeadingRows<Field extends string> {
  /** Index of the last heading row, from 0. */
  readonly index: number;
  readonly cells: readonly SheetCell[];
  readonly columns: FieldColumns<Field>;
}

/** Normalises a heading to letters and digits, with spaces around digits, so that "Cus-0", "CUSTOMER_0" and "customer0" are equal. */
export const normalizeHeading = (cell: SheetCell | undefined): string =>
  typeof cell === 'string'
    ? foldForSearch(cell)
        .replace(/[^a-z0-9]+/g, ' ')
        .replace(/([a-z])(\d)/g, '$1 $2')
        .replace(/\bcus\b/g, 'customer')
        .replace(/\bkh\b/g, 'khach hang')
        .trim()
    : '';

/** Maximum length of a heading. A longer text is not a heading. */
const MAX_HEADING = 80;
const SEPARATORS = /[/|()[\]\n:;,–—*]|\s-\s/;
/** Words that give a heading another meaning: thousands, hours, former values. */
const OTHER_VALUES = /\b(?:\d*000|\d*k|thousands?|millions?|nghin|ngan|trieu|hours?|hrs?|h|gio|seconds?|giay|old|cu)\b/;

/** Reads the field of a heading: as a whole ("Customer 2"), in one of two languages ("Ngày / Date"), or with a unit ("Price (USD)"). */
export function createHeadingReader<Field extends string>(words: Readonly<Record<Field, readonly string[]>>) {
  const fields = new Map<string, Field>();
  for (const field of Object.keys(words) as Field[]) for (const word of words[field]) fields.set(word, field);

  const fieldOf = (cell: SheetCell | undefined): Field | undefined => {
    if (typeof cell !== 'string' || cell.length > MAX_HEADING) return undefined;
    const whole = fields.get(normalizeHeading(cell));
    if (whole) return whole;
    const parts = stripInvisible(cell).split(SEPARATORS).map(removeCurrencies).map(normalizeHeading);
    if (parts.some((part) => !fields.has(part) && OTHER_VALUES.test(part))) return undefined;
    return parts.map((part) => fields.get(part)).find((field) => field !== undefined);
  };

  const columnsOf = (line: readonly SheetCell[]): FieldColumns<Field> => {
    const columns: FieldColumns<Field> = {};
    for (const [column, cell] of line.entries()) {
      const field = fieldOf(cell);
      if (field && columns[field] === undefined) columns[field] = column;
    }
    return columns;
  };

  /** True if a row continues the headings above it: all texts, half of them headings, and one of another field. */
  const continuesHeadings = (line: readonly SheetCell[], above: readonly SheetCell[]): boolean => {
    const filled = [...line.entries()].filter(([, cell]) => !isBlank(cell));
    const knownHeadings = filled.filter(([, cell]) => fieldOf(cell));
    return (
      filled.every(([, cell]) => typeof cell === 'string') &&
      2 * knownHeadings.length >= filled.length &&
      knownHeadings.some(([column, cell]) => fieldOf(cell) !== fieldOf(above[column]))
    );
  };

  /** Returns the headings that start in a row, with the rows that continue them. A lower row takes precedence. */
  const headingsAt = (grid: readonly (readonly SheetCell[])[], first: number): HeadingRows<Field> => {
    let index = first;
    let cells = grid[first] ?? [];
    while (cells.some(fieldOf) && continuesHeadings(grid[index + 1] ?? [], cells)) {
      index++;
      const line = grid[index] ?? [];
      const width = Math.max(cells.length, line.length);
      cells = Array.from(
        { length: width },
        (_, column) => (isBlank(line[column]) ? cells[column] : line[column]) ?? null,
      );
    }
    return { index, cells, columns: columnsOf(cells) };
  };

  return { fieldOf, columnsOf, headingsAt };
}

const removeCurrencies = (part: string): string =>
  part.replace(/\p{Sc}|\p{L}+/gu, (word) => (isCurrency(word) ? '' : word));
