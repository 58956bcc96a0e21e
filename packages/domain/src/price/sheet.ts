import { findCurrencies } from '../money/currency.ts';
import { cellText, isBlank, isCellError, type SheetCell, type CellError } from '../order-sheet/cell.ts';
import { createHeadingReader, normalizeHeading } from '../order-sheet/heading-words.ts';
import { findUnreadColumns, type UnreadColumn } from '../order-sheet/unread.ts';
import { findByNames, createNameTree } from '../order-sheet/names.ts';
import { foldName } from '../text/fold.ts';
import type { LineChange, PriceLine } from './change.ts';
import { PRICE_FIELDS, getDefaultTerms, type PriceField } from './price.ts';
import type { DecimalMark, ReadResult, ReadError } from '../number/parse.ts';
import { readPriceField } from './parse.ts';
import { AMOUNT_FIELDS, readAmounts, categoryText, hasUnknownSign, removeCurrency } from './sheet-amount.ts';

/** Columns of a price sheet: customer, category, price and the currency of the amounts (decision 056). */
export const SHEET_FIELDS = [
  'customer0',
  'customer1',
  'service_type',
  'category1',
  'category2',
  ...PRICE_FIELDS,
  'currency',
] as const;
export type SheetField = (typeof SHEET_FIELDS)[number];

/** Names of each column in both languages, without marks, case or punctuation. */
const HEADINGS: Record<SheetField, readonly string[]> = {
  customer0: ['customer 0', 'customer id 0', 'khach hang 0', 'khach hang cap 0'],
  customer1: ['customer 1', 'customer id 1', 'customer', 'khach hang 1', 'khach hang cap 1', 'khach hang'],
  service_type: ['service type', 'service', 'loai dich vu', 'dich vu'],
  category1: ['category 1', 'danh muc 1', 'danh muc cap 1'],
  category2: ['category 2', 'danh muc 2', 'danh muc cap 2'],
  retail_price: ['retail price', 'retail', 'gia ban le', 'gia le'],
  wholesale_price: ['wholesale price', 'wholesale', 'gia ban buon', 'gia buon', 'gia si'],
  estimate_minutes: [
    'estimate time minutes',
    'estimate time',
    'estimate',
    'minutes',
    'thoi gian du kien phut',
    'thoi gian du kien',
    'phut',
  ],
  visible: ['visible', 'hien thi'],
  enabled: ['enabled', 'ap dung'],
  currency: ['currency', 'tien te'],
};

/** Maximum number of rows, more than any catalogue has. */
export const MAX_SHEET_ROWS = 2000;
/** Maximum number of title rows above the headings. */
const MAX_TITLE_ROWS = 30;

export interface PriceSheetRow {
  /** Row number in the sheet, as in a spreadsheet. */
  readonly row: number;
  readonly cells: Partial<Record<SheetField, SheetCell>>;
}

export type PriceSheetReading =
  | {
      readonly ok: true;
      readonly fields: readonly SheetField[];
      readonly rows: readonly PriceSheetRow[];
      readonly unread: readonly UnreadColumn<SheetField>[];
    }
  | { readonly ok: false; readonly code: 'no_heading' | 'no_rows' | 'too_many_rows' };

/** Columns of the export that the import ignores without a message (decision 154). */
const IGNORED_HEADINGS: readonly string[] = ['warning', 'canh bao'];

const { fieldOf: headingOf, headingsAt } = createHeadingReader(HEADINGS);

/** Finds the heading row: it has both categories and a field of the price. */
function findHeading(grid: readonly (readonly SheetCell[])[]) {
  for (const index of grid.slice(0, MAX_TITLE_ROWS).keys()) {
    const headings = headingsAt(grid, index);
    const { category1, category2, ...others } = headings.columns;
    const known = category1 !== undefined && category2 !== undefined;
    if (known && PRICE_FIELDS.some((field) => others[field] !== undefined)) return headings;
  }
  return undefined;
}

/** Finds the currencies in the headings of amounts, such as `Retail price (USD)`. They apply to rows without a currency. */
const findHeadingCurrencies = ({ cells, columns }: NonNullable<ReturnType<typeof findHeading>>): string =>
  [...new Set(AMOUNT_FIELDS.flatMap((field) => findCurrencies(cellText(cells[columns[field] ?? -1]))))].join(
    CURRENCY_SEPARATOR,
  );
const CURRENCY_SEPARATOR = ' / ';

/** Finds the columns of names, from 0. */
export function nameColumns(grid: readonly (readonly SheetCell[])[]): number[] {
  const columns = findHeading(grid)?.columns;
  return (['customer0', 'customer1', 'service_type', 'category1', 'category2'] as const).flatMap(
    (field) => columns?.[field] ?? [],
  );
}

/** Reads a grid: headings at any position, then rows that are not blank. The values are validated later. */
export function readPriceSheet(grid: readonly (readonly SheetCell[])[]): PriceSheetReading {
  const heading = findHeading(grid);
  if (!heading) return { ok: false, code: 'no_heading' };
  const fields = Object.keys(heading.columns) as SheetField[];
  const currency = findHeadingCurrencies(heading);
  const rows: PriceSheetRow[] = [];
  const used = new Set<number>();
  for (let index = heading.index + 1; index < grid.length; index++) {
    const line = grid[index] ?? [];
    const cells: PriceSheetRow['cells'] = {};
    for (const field of fields) cells[field] = line[heading.columns[field] ?? -1] ?? null;
    // A row with only a currency was filled down by accident and is skipped.
    if (Object.entries(cells).every(([field, cell]) => field === 'currency' || isBlank(cell))) continue;
    if (rows.length === MAX_SHEET_ROWS) return { ok: false, code: 'too_many_rows' };
    rows.push({ row: index + 1, cells: isBlank(cells.currency) && currency !== '' ? { ...cells, currency } : cells });
    for (const [column, cell] of line.entries()) if (!isBlank(cell)) used.add(column);
  }
  if (rows.length === 0) return { ok: false, code: 'no_rows' };
  for (const [column, cell] of heading.cells.entries())
    if (IGNORED_HEADINGS.includes(normalizeHeading(cell))) used.delete(column);
  const unread = findUnreadColumns(heading.cells, heading.columns, headingOf, used);
  return { ok: true, fields, rows, unread };
}

/** A price line with the names of its category. */
export interface SheetLine extends PriceLine {
  readonly service_type: string;
  readonly cat1: string;
  readonly cat2: string;
}

export interface SheetOwner {
  readonly cus0_name: string;
  readonly cus1_name: string;
}

export interface SheetProblem {
  readonly field: SheetField;
  /** A code of the contract's `FIELD_ERRORS`, or an error that only sheets have. */
  readonly code:
    | ReadError
    | CellError['fault']
    | 'unknown_category'
    | 'ambiguous_category'
    | 'duplicate_row'
    | 'other_customer'
    | 'other_currency'
    | 'other_sign';
  readonly text: string;
}

export interface ValidatedPriceRow {
  readonly row: number;
  /** Category as written in the sheet. */
  readonly category: string;
  readonly service_cat2_id: number | null;
  readonly problems: readonly SheetProblem[];
  /** Change of the price. Null if nothing changes or the row has errors. */
  readonly change: LineChange | null;
}

interface ExpectedList {
  readonly owner: SheetOwner;
  readonly currency: string;
  readonly lines: readonly SheetLine[];
  /** Decimal mark of ambiguous amounts: the user's choice, or that of the language. */
  readonly mark: DecimalMark;
}

/** Compares each row of a sheet with the price list: its change, or all its errors. */
export function validatePriceRows(rows: readonly PriceSheetRow[], expected: ExpectedList): ValidatedPriceRow[] {
  const tree = createNameTree(
    expected.lines.map((line) => ({ record: line, path: [line.service_type, line.cat1, line.cat2] })),
  );
  const matches = rows.map(({ cells }) =>
    findByNames(tree, [
      { field: 'service_type', text: cellText(cells.service_type) },
      { field: 'category1', text: cellText(cells.category1) },
      { field: 'category2', text: cellText(cells.category2) },
    ]),
  );
  const lines = matches.map((match, index) => (match.ok && !findNameError(rows[index]!) ? match.record : undefined));
  const lineCounts = new Map<SheetLine | undefined, number>();
  for (const [index, line] of lines.entries()) {
    // A row of another list has its own error and does not make another row a duplicate.
    if (findForeignProblems(rows[index]!.cells, expected).length === 0)
      lineCounts.set(line, (lineCounts.get(line) ?? 0) + 1);
  }
  const reading = readAmounts(rows, expected);
  const mark = reading.ok ? reading.mark : expected.mark;
  return rows.map(({ row, cells }, index) => {
    const category = categoryText(cells);
    const problems = findForeignProblems(cells, expected);
    const line = lines[index];
    const nameError = findNameError(rows[index]!);
    const one = matches[index];
    if (nameError) problems.push(nameError);
    else if (one?.ok === false) {
      const code = one.code === 'ambiguous' ? 'ambiguous_category' : 'unknown_category';
      problems.push({ field: 'category2', code, text: category });
    }
    // Only the author of the sheet can decide which row is right.
    else if ((lineCounts.get(line) ?? 0) > 1)
      problems.push({ field: 'category2', code: 'duplicate_row', text: category });
    const after = readChangedValues(cells, line, { ...expected, mark }, problems);
    const hasChanges = line && problems.length === 0 && Object.keys(after).length > 0;
    return {
      row,
      category,
      service_cat2_id: line?.service_cat2_id ?? null,
      problems,
      change: hasChanges ? { service_cat2_id: line.service_cat2_id, after } : null,
    };
  });
}

/** Finds the error of an unreadable name, which leaves the category unknown. */
function findNameError({ cells }: PriceSheetRow): SheetProblem | undefined {
  for (const field of ['service_type', 'category1', 'category2'] as const) {
    const cell = cells[field];
    if (isCellError(cell)) return { field, code: cell.fault, text: '' };
  }
  return undefined;
}

/** Finds the errors of a row that belongs to another list: another customer or another currency. Amounts are never converted. */
function findForeignProblems(
  cells: PriceSheetRow['cells'],
  { owner, currency }: Pick<ExpectedList, 'owner' | 'currency'>,
): SheetProblem[] {
  const currencyText = cellText(cells.currency);
  const problems = findOwnerProblems(cells, owner);
  return currencyText.split(CURRENCY_SEPARATOR).every((name) => removeCurrency(name, currency) === '')
    ? problems
    : [...problems, { field: 'currency', code: 'other_currency', text: currencyText }];
}

function findOwnerProblems(cells: PriceSheetRow['cells'], owner: SheetOwner): SheetProblem[] {
  const names = { customer0: owner.cus0_name, customer1: owner.cus1_name } as const;
  return (['customer0', 'customer1'] as const).flatMap((field) => {
    const text = cellText(cells[field]);
    return text === '' || foldName(text) === foldName(names[field]) ? [] : [{ field, code: 'other_customer', text }];
  });
}

/** Reads the values that differ from the line's. Unreadable values become errors. */
function readChangedValues(
  cells: PriceSheetRow['cells'],
  line: SheetLine | undefined,
  { mark, currency }: Pick<ExpectedList, 'mark' | 'currency'>,
  problems: SheetProblem[],
): LineChange['after'] {
  const givenFields = PRICE_FIELDS.filter((field) => cells[field] !== undefined);
  // The row has only the category and no value of the price.
  if (givenFields.every((field) => isBlank(cells[field]))) return {};
  const hasPrice = line?.retail_price !== null && line?.retail_price !== undefined;
  const defaultTerms: Partial<Record<PriceField, number | boolean>> =
    line && !hasPrice ? getDefaultTerms(line.default_minutes) : {};
  const after: Record<string, number | boolean> = {};
  for (const field of PRICE_FIELDS) {
    const cell = cells[field];
    const missing = isBlank(cell);
    // A blank cell does not change the value. A new price needs both amounts, unless its category is unknown.
    if (missing && (hasPrice || !line)) continue;
    const defaultValue = missing ? defaultTerms[field] : undefined;
    const read =
      defaultValue === undefined
        ? readCell(field, cell ?? null, mark, currency)
        : { ok: true as const, value: defaultValue };
    if (!read.ok) problems.push({ field, code: read.code, text: cellText(cell) });
    else if (line && read.value !== line[field]) after[field] = read.value;
  }
  return after;
}

type CellReading =
  | ReadResult<number | boolean>
  | { readonly ok: false; readonly code: CellError['fault'] | 'other_sign' };

function readCell(field: PriceField, cell: SheetCell, mark: DecimalMark, currency: string): CellReading {
  // A formula without a result, or with an error, has no value.
  if (isCellError(cell)) return { ok: false, code: cell.fault };
  if (cell instanceof Date) return { ok: false, code: 'invalid' };
  if (field !== 'retail_price' && field !== 'wholesale_price') return readPriceField(field, cell ?? '', mark);
  const amount = removeCurrency(cell ?? '', currency);
  return hasUnknownSign(amount) ? { ok: false, code: 'other_sign' } : readPriceField(field, amount, mark);
}
