import { readFileSync } from 'node:fs';
import { cellText, isCellError, type SheetCell } from '@darkroom/domain/order-sheet/cell';
import { describe, expect, it } from 'vitest';
import { readSheetMonth } from '../features/allowance/import/read-month.ts';
import { readOrders } from '../features/job/bulk-add/sheet/read-orders.ts';
import { MAX_FILE_BYTES } from '../lib/sheet-file/limits.ts';
import { openPriceFile } from '../testing/price-sheet.ts';

const readFile = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../../data/spreadsheets/${name}`, import.meta.url)));

interface Read {
  readonly rows: readonly Readonly<Record<string, SheetCell | undefined>>[];
  readonly hiddenColumns: readonly number[];
}

type Opened<R> =
  | { readonly ok: true; readonly sheets: readonly { reading: R; notes: { hiddenColumns?: readonly number[] } }[] }
  | { readonly ok: false; readonly code: string };

/** Returns the rows of a file's only sheet, or the error code. */
function getReading<R extends { ok: boolean }>(
  opened: Opened<R>,
  rowsOf: (reading: Extract<R, { ok: true }>) => Read['rows'],
): Read | string {
  if (!opened.ok) return opened.code;
  const [sheet, ...otherSheets] = opened.sheets;
  if (!sheet?.reading.ok || otherSheets.length > 0) return 'not one sheet';
  return { rows: rowsOf(sheet.reading as Extract<R, { ok: true }>), hiddenColumns: sheet.notes.hiddenColumns ?? [] };
}

const IMPORTS = {
  orders: async (bytes: Uint8Array<ArrayBuffer>) =>
    getReading(await readOrders(new File([bytes], 'orders.csv')), ({ rows }) => rows.map(({ cells }) => cells)),
  prices: async (bytes: Uint8Array<ArrayBuffer>): Promise<Read | string> => {
    const opened = await openPriceFile(bytes, bytes[0] === 0x50 ? 'prices.xlsx' : 'prices.csv');
    if (!opened.ok) return opened.code;
    const [sheet, ...others] = opened.sheets;
    if (!sheet || others.length > 0) return 'not one sheet';
    return { rows: sheet.rows.map(({ cells }) => cells), hiddenColumns: sheet.notes.hiddenColumns ?? [] };
  },
  meals: async (bytes: Uint8Array) =>
    getReading(await readSheetMonth(bytes), ({ cells }) =>
      cells.map(({ username, day, cell }) => ({ username, day, cell })),
    ),
};

/** Returns a column of the rows, with each cell as displayed text. */
const listColumn = ({ rows }: Read, field: string) =>
  rows.map((row) => {
    const cell = row[field];
    return isCellError(cell) ? cell.fault : cellText(cell);
  });

const listDays = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index));

/** The correct values of each file, by column. `hidden` has the columns (from 0) that are reported as left out. */
const RIGHT: Readonly<Record<string, Readonly<Record<string, readonly (string | number)[]>>>> = {
  'orders-empty-text-cells-notes.xlsx': {
    quantity: ['10', '20', '30'],
    note: ['', '', ''],
    job_priority: ['', '', ''],
  },
  'orders-struck-out-number.xlsx': {
    quantity: ['10', '25', '30'],
    job_name: ['new name', 'struck order 2', 'struck order 3'],
  },
  'prices-struck-out-number.xlsx': { retail_price: ['2'], wholesale_price: ['0.24'] },
  'orders-hidden-old-quantity-column.xlsx': { quantity: ['10', '20', '30'], hidden: [4] },
  'orders-hidden-note-column.xlsx': { quantity: ['10', '10'], note: ['', ''], hidden: [6] },
  'meals-hidden-day-columns.xlsx': {
    day: [...listDays(16, 31), ...listDays(16, 31)],
    hidden: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
  },
  'orders-numbers-shown-by-their-format.xlsx': {
    job_date: ['2026-12-07', '2026-12-07', '2026-12-07', '2026-12-07', '2026-12-07'],
    prod_id: ['JOB-0042', '000815', '', '', ''],
    job_name: ['prefix by format', 'zeros by format', '3-May', '000007', 'unit by format'],
    quantity: ['10', '10', '10', '10', '36'],
  },
  'orders-formulas-that-give-nothing.xlsx': { job_priority: ['', '', 'Urgent'], note: ['', '', ''] },
  'orders-formulas-filled-down-below.xlsx': { job_name: ['prefilled order 1', 'prefilled order 2'] },
  'prices-formulas-that-give-nothing.xlsx': { retail_price: ['0.31', '0.9', '0.1'], wholesale_price: ['', '', ''] },
  'meals-formulas-that-give-nothing.xlsx': { day: listDays(1, 10), cell: listDays(1, 10).map(() => '1') },
  'orders-with-a-chart-tab.xlsx': { quantity: ['10', '20', '30'] },
  'prices-with-a-chart-tab.xlsx': { wholesale_price: ['0.24', '0.75', '0.08'] },
  'meals-with-a-chart-tab.xlsx': { day: [...listDays(1, 31), ...listDays(1, 31)] },
  'orders-stray-cell-on-the-last-row.xlsx': { quantity: ['10', '20', '30'] },
  'orders-shared-texts-under-other-case.xlsx': { job_name: ['case order 1', 'case order 2', 'case order 3'] },
  'orders-backslashes-in-the-archive.xlsx': { job_name: ['bslash order 1', 'bslash order 2', 'bslash order 3'] },
  'orders-link-made-by-a-formula.xlsx': {
    job_link: ['https://files.example/order-1', 'files.example/order-2', '\\\\NAS\\orders\\3'],
  },
};

it.each(Object.entries(RIGHT))('the file %s is read as intended', async (name, { hidden = [], ...columns }) => {
  const read = await IMPORTS[name.split('-')[0] as keyof typeof IMPORTS](readFile(name));
  if (typeof read === 'string') throw new Error(read);
  expect(read.hiddenColumns).toEqual(hidden);
  for (const [field, cells] of Object.entries(columns))
    expect([field, listColumn(read, field)]).toEqual([field, cells]);
});

describe.each(Object.entries(IMPORTS))('small files with a large content: %s', (_, read) => {
  it.each([
    ['merges over every row', readFile('orders-merges-over-every-row.xlsx')],
    ['10 MB of delimiters', new TextEncoder().encode(';'.repeat(MAX_FILE_BYTES))],
    ['10 MB of line ends', new TextEncoder().encode(`a${'\n'.repeat(MAX_FILE_BYTES - 1)}`)],
  ])('the file is read or rejected within limits of time and memory: %s', async (_name, bytes) => {
    const [started, before] = [process.cpuUsage(), process.memoryUsage().rss];
    expect(await read(bytes)).toBeDefined();
    // Processor time, because a busy machine takes longer.
    const { user, system } = process.cpuUsage(started);
    expect(user + system).toBeLessThan(4e6);
    expect(process.memoryUsage().rss - before).toBeLessThan(200e6);
  });
});
