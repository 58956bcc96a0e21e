import { readFileSync } from 'node:fs';
import { validateMonthCells, readMonthSheet, applyDayResponses } from '@darkroom/domain/allowance/sheet';
import { cellText, type SheetCell } from '@darkroom/domain/order-sheet/cell';
import { parseSheetDay } from '@darkroom/domain/order-sheet/dates';
import { fieldOfHeading } from '@darkroom/domain/order-sheet/headings';
import { readSheet, swapDays } from '@darkroom/domain/order-sheet/sheet';
import { tidyLine } from '@darkroom/domain/text/fold';
import { describe, expect, it } from 'vitest';
import { readSheetMonth } from '../features/allowance/import/read-month.ts';
import { readOrders as openOrders } from '../features/job/bulk-add/sheet/read-orders.ts';
import { readPriceSheet } from '../testing/price-sheet.ts';
import { parseCopied } from '../ui/grid/grid-range.ts';

const readFile = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../../data/spreadsheets/${name}`, import.meta.url)));

/** Returns the reading of a file's only sheet. */
function getSheet<S extends { reading: { ok: boolean } }>(opened: { ok: boolean; sheets?: readonly S[] }) {
  const [sheet, ...otherSheets] = opened.sheets ?? [];
  if (!sheet?.reading.ok || otherSheets.length > 0) throw new Error(JSON.stringify(opened));
  return sheet as S & { reading: Extract<S['reading'], { ok: true }> };
}

const readOrders = async (name: string) => getSheet(await openOrders(new File([readFile(name)], name)));
const pasteOrders = async (text: string) => getSheet(await openOrders(new File([text], '')));
const readMeals = async (name: string) => getSheet(await readSheetMonth(readFile(name)));
const listTexts = (rows: readonly { cells: Readonly<Record<string, SheetCell | undefined>> }[], field: string) =>
  rows.map(({ cells }) => cellText(cells[field]));
const createRange = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe('sheets of orders', () => {
  it('a sheet with an open quotation mark keeps all rows and reports it', async () => {
    const { reading, notes } = await readOrders('orders-quote-that-is-not-closed.csv');
    expect(listTexts(reading.rows, 'note')).toEqual(['"A4 frames, warm', 'b', 'c']);
    expect(listTexts(reading.rows, 'quantity')).toEqual(['10', '200', '300']);
    expect(notes.openQuotes).toEqual([2]);
  });

  it('a paste keeps its quotation marks', async () => {
    const headings = 'Date\tCustomer 2\tJob name\tCategory 2\tQuantity\tNote';
    const { reading } = await pasteOrders(`${headings}\n7/12/2026\tKids\t"Villa"\tSimple\t4\t"two\nlines"`);
    expect(reading.rows[0]?.cells).toMatchObject({ job_name: '"Villa"', note: 'two\nlines' });
    expect(parseCopied('"Villa"\t\u200e1\u200b')).toEqual([['"Villa"', '1']]);
  });

  it('one impossible day causes a question about the whole column', async () => {
    const { reading } = await readOrders('orders-month-first-dates.csv');
    expect(reading.days?.ambiguous.map(({ row, read, swapped }) => [row, read, swapped])).toEqual([
      [2, null, '2026-12-25'],
      [3, '2026-07-12', '2026-12-07'],
    ]);
    expect(listTexts(swapDays(reading.rows, reading.days!), 'job_date')).toEqual(['2026-12-25', '2026-12-07']);
  });

  it('days are read in all usual spellings', async () => {
    const { reading } = await readOrders('orders-dates-as-they-are-written.csv');
    const days = Object.fromEntries(
      reading.rows.map(({ cells }) => [cells.job_name, parseSheetDay(cells.job_date) ?? null]),
    );
    expect(days).toEqual({
      short: null,
      dash: '2026-12-07',
      dot: '2026-12-07',
      'iso slash': '2026-12-07',
      dec: '2026-12-07',
      long: '2026-12-07',
      longer: '2026-12-07',
      thg: '2026-12-07',
      'thang words': '2026-12-07',
      'ngay thang': '2026-12-07',
      t2: '2026-12-07',
      'no year': null,
      compact: null,
      buddhist: null,
      serial: null,
      'with time': '2026-07-12',
    });
    expect(reading.days).toBeNull();
  });

  it('invisible characters are ignored', async () => {
    const { reading } = await readOrders('orders-invisible-characters.xlsx');
    const [third, ...otherNames] = ['Ảnh cưới Hạnh Phúc', ...createRange(4, 7).map(() => 'Harbour Homes')];
    expect(listTexts(reading.rows, 'customer2').slice(0, 7).map(tidyLine)).toEqual([
      'Harbour Homes',
      'Harbour Homes',
      third,
      ...otherNames,
    ]);
    expect(listTexts(reading.rows, 'quantity').slice(10, 12)).toEqual(['10', '10']);
    expect(reading.rows.slice(-2).map(({ cells }) => parseSheetDay(cells.job_date))).toEqual([
      '2026-12-07',
      '2026-12-07',
    ]);
  });

  it('headings over two rows are joined', async () => {
    const { reading } = await readOrders('orders-heading-over-two-rows.xlsx');
    expect(reading.rows.map(({ row, cells }) => [row, cells.customer1, cells.customer2, cells.category2])).toEqual([
      [3, 'Lumen Sydney', 'Harbour Homes', 'Sky Replacement'],
      [4, 'Lumen Sydney', 'Harbour Homes', 'Sky Replacement'],
    ]);
    expect(reading.ignored).toEqual([]);
    // Without the merged cells, as in a CSV file.
    const headings = 'Date,Customer,,Job Name,Category,,Quantity\n,Customer 1,Customer 2,,Category 1,Category 2,';
    const text = await pasteOrders(`${headings}\n7/12/2026,Lumen,Kids,Spring,Sky,Simple,4`);
    expect(text.reading.rows.map(({ cells }) => [cells.customer2, cells.category2])).toEqual([['Kids', 'Simple']]);
  });
});

describe('dates with day and month swapped', () => {
  const headings: SheetCell[] = ['Date', 'Customer 2', 'Job Name', 'Category 2', 'Quantity'];
  it.each<[string, SheetCell[], (string | null)[] | null]>([
    [
      'a month-first sheet that was opened day first',
      [new Date('2026-07-12'), '12/25/2026'],
      ['2026-12-07', '2026-12-25'],
    ],
    [
      'a day-first sheet that was opened month first',
      [new Date('2026-07-12'), '25/12/2026'],
      ['2026-12-07', '25/12/2026'],
    ],
    [
      'date cells next to a text that can be either',
      [new Date('2026-07-12'), '07/12/2026'],
      ['2026-12-07', '2026-07-12'],
    ],
    ['serial numbers next to texts', [46_215, '12/25/2026'], ['2026-12-07', '2026-12-25']],
    ['date cells that cannot be turned, next to texts', [new Date('2026-12-25'), '07/12/2026'], null],
    ['date cells alone', [new Date('2026-07-12'), new Date('2026-12-25')], null],
    ['texts that can all be day first', ['07/12/2026', '25/12/2026', '2026-12-07', '7 Dec 2026'], null],
    ['texts that are not days either way', ['31/02/2026', 'soon'], null],
  ])('the sheet is read as the user answers the question: %s', (_, cells, swapped) => {
    const grid = [headings, ...cells.map((cell): SheetCell[] => [cell, 'Kids', 'Spring', 'Simple', 1])];
    const reading = readSheet(grid);
    if (!reading.ok) throw new Error(reading.code);
    const { rows, days } = reading;
    expect(days && swapDays(rows, days).map((row) => parseSheetDay(row.cells.job_date))).toEqual(
      swapped && swapped.map((day) => parseSheetDay(day)),
    );
  });
});

describe('sheets of prices', () => {
  it.each(['prices-heading-with-a-unit.xlsx', 'prices-headings-in-two-languages.xlsx'])('%s', async (name) => {
    const { rows } = await readPriceSheet(readFile(name), name);
    expect(listTexts(rows, 'retail_price')).toEqual(['0.31', '0.9', '0.1']);
    expect(listTexts(rows, 'wholesale_price')).toEqual(['0.24', '0.75', '0.08']);
  });

  const readHeading = (heading: string) =>
    readPriceSheet(`Category 1,Category 2,Enabled,${heading}\nClipping Path,Simple,yes,2`);
  it.each([
    ['Retail Price (USD)', 'retail_price', 'USD'],
    ['Retail Price ($)', 'retail_price', '$'],
    ['Giá bán lẻ (vnd)', 'retail_price', 'vnd'],
    ['Giá bán lẻ (đồng)', 'retail_price', 'đồng'],
    ['Giá bán lẻ EUR', 'retail_price', 'EUR'],
    ['Wholesale Price [$/image]', 'wholesale_price', '$'],
    ['Estimate time (minutes)', 'estimate_minutes', undefined],
    ['Thời gian dự kiến (phút) / Estimate time', 'estimate_minutes', undefined],
  ])('the heading %s is read as %s in %s', async (heading, field, currency) => {
    const [row] = (await readHeading(heading)).rows;
    expect(row!.cells[field]).toBe('2');
    expect(row!.cells.currency).toBe(currency);
  });

  it.each(['Retail Price (thousand VND)', 'Giá bán lẻ (nghìn đồng)', 'Estimate time (hours)', 'Retail Price (old)'])(
    'the column %s holds other values and is not read',
    async (heading) => {
      const { rows, unread } = await readHeading(heading);
      expect(rows[0]!.cells).toEqual({ cat1: 'Clipping Path', cat2: 'Simple', enabled: 'yes' });
      expect(unread).toEqual([heading]);
    },
  );
});

describe('meal sheets', () => {
  it('the heading of employees is recognised', async () => {
    const { reading } = await readMeals('meals-heading-employee-name.xlsx');
    expect(reading.cells.map(({ full_name, day }) => `${full_name} ${String(day)}`)).toEqual(
      createRange(1, 31).map((day) => `Bùi Minh Đức ${day}`),
    );
  });

  it.each([
    ['meals-sum-headed-by-the-month.xlsx', [13, 14, 15]],
    ['meals-sums-of-weeks.xlsx', [5, 6, 7, 8, 12, 13, 14, 15, 19, 20, 21, 22, 26, 27, 28, 29]],
  ])('sums are not read as days: %s', async (name, days) => {
    const { reading } = await readMeals(name);
    expect(reading.cells.map(({ day, cell }) => [day, cell])).toEqual(days.map((day) => [day, 1]));
  });

  it('a pay period asks a question and fills the days of its months', async () => {
    const { reading } = await readMeals('meals-period-26-to-25.xlsx');
    expect(reading.runs).toEqual([
      { first: 26, last: 31 },
      { first: 1, last: 25 },
    ]);
    const people = [
      { staff_id: 1, username: 'leader.ots', full_name: 'Bùi Minh Đức' },
      { staff_id: 2, username: 'hoa.bui', full_name: 'Bùi Quỳnh Hoa' },
    ];
    const createEmptyDay = () => ({ parking_fee: null, meal_fee: null, online_fee: 0 }) as const;
    const listDaysSet = (firstMonth: string) => {
      const cells = applyDayResponses(reading.cells, { firstMonth });
      const { changes } = validateMonthCells(cells, {
        month: '2026-12',
        layer: 'meal_fee',
        people,
        savedFees: createEmptyDay,
      });
      return changes.flatMap(({ staff_id, date }) => (staff_id === 1 ? [date] : []));
    };
    const listDecemberDays = (first: number, last: number) =>
      createRange(first, last).map((day) => `2026-12-${String(day).padStart(2, '0')}`);
    expect(listDaysSet('2026-11')).toEqual(listDecemberDays(1, 25));
    expect(listDaysSet('2026-12')).toEqual(listDecemberDays(26, 31));
  });

  const listDays = (...headings: SheetCell[][]) => {
    const names = headings.map((line, index): SheetCell[] => [index === 0 ? 'Full Name' : null, ...line]);
    const reading = readMonthSheet([...names, ['Nguyễn Thị Lan', ...(headings[0] ?? []).map(() => 1)]]);
    return reading.ok ? reading.cells.map(({ day }) => day) : reading.code;
  };
  it.each<[string, SheetCell[][], unknown]>([
    [
      'weekdays above',
      [
        ['Thứ 2', 'Thứ 3', 'CN'],
        [1, 2, 7],
      ],
      [1, 2, 7],
    ],
    [
      'weekdays without marks above',
      [
        ['Thu 2', 'Thu 3', 'CN'],
        [1, 2, 7],
      ],
      [1, 2, 7],
    ],
    [
      'weekdays below',
      [
        [1, 2, 7],
        ['T2', 'T3', 'CN'],
      ],
      [1, 2, 7],
    ],
    ['weekdays alone', [['Thứ 2', 'Thứ 3', 'CN']], 'no_heading'],
    ['numbers with weekdays', [['Mon 2', 'T3 03', 'CN, 8', 'Ngày 9', 'Thu 5', 'Thu 12']], [2, 3, 8, 9, 5, 12]],
    ['sums', [[1, 'Tuần 1', 'Tháng 12', 'Tổng 2', 'Week 3']], [1]],
  ])('headings of days are recognised: %s', (_, headings, days) => expect(listDays(...headings)).toEqual(days));
});

it.each([
  ['Quantity (pcs)', 'quantity'],
  ['Số lượng / Quantity', 'quantity'],
  ['Ngày (dd/mm/yyyy)', 'job_date'],
  ['\u200eDate\u200b', 'job_date'],
  ['Số lượng (cũ)', undefined],
])('the order heading %s is read as %s', (heading, field) => expect(fieldOfHeading(heading)).toBe(field));
