import { readFileSync } from 'node:fs';
import { cellText } from '@darkroom/domain/order-sheet/cell';
import { createOrderValidator } from '@darkroom/domain/order-sheet/validate-orders';
import { MAX_ORDER_ROWS } from '@darkroom/domain/order-sheet/fields';
import { fieldOfHeading } from '@darkroom/domain/order-sheet/headings';
import { createOrderLists, type OrderLists } from '@darkroom/domain/order-sheet/lists';
import { parseCsv } from 'hucre/csv';
import { writeXlsx, type CellValue } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { MAX_FILE_BYTES } from '../../../../lib/sheet-file/limits.ts';
import { draftReducer, NO_ORDER_DRAFT } from '../draft.ts';
import { createSheet } from '../../../../lib/sheet-file/save-sheet.ts';
import { readOrders } from './read-orders.ts';

const readDataFile = (name: string) => readFileSync(new URL(`../../../../../../../data/${name}`, import.meta.url));
const readTable = (name: string) =>
  parseCsv(readDataFile(name).toString('utf8'), { skipEmptyRows: true }).slice(1) as string[][];
const NOTHING_DECIDED = { left_out: new Set<number>(), not_duplicate: new Set<number>() };

/** Returns customers and catalogue as the server sends them. */
function createLists(): OrderLists {
  const ids = new Map<string, number>();
  const getId = (key: string) => ids.get(key) ?? ids.set(key, ids.size + 1).size;
  const customers = readTable('customers.csv');
  const catalogue = readTable('catalogue.csv');
  const removeRepeats = <T extends { id: number }>(all: T[]) => [
    ...new Map(all.map((item) => [item.id, item])).values(),
  ];
  const mapNames = <T extends { name: string; id: number }>(all: T[]) =>
    Object.fromEntries(removeRepeats(all).map((one) => [one.id, one]));
  return createOrderLists(
    {
      cus0_list: removeRepeats(customers.map(([a = '']) => ({ id: getId(a), name: a }))),
      cus1_list: removeRepeats(
        customers.map(([a = '', b = '']) => ({ id: getId(`${a}/${b}`), cus_id0: getId(a), name: b })),
      ),
      cus2_list: customers.map(([a = '', b = '', c = '']) => ({
        id: getId(`${a}/${b}/${c}`),
        cus_id1: getId(`${a}/${b}`),
        name: c,
      })),
    },
    {
      service_type: mapNames(catalogue.map(([s = '']) => ({ id: getId(`s${s}`), name: s }))),
      cat1: mapNames(
        catalogue.map(([s = '', , c = '']) => ({ id: getId(`1${c}`), name: c, service_type_id: getId(`s${s}`) })),
      ),
      cat2: mapNames(
        catalogue.map(([, , c = '', d = '']) => ({
          id: getId(`1${c}.${d}`),
          name: d,
          enabled: true,
          cat1: { id: getId(`1${c}`), name: c },
        })),
      ),
    },
  );
}

const openFile = (content: Uint8Array | string, name: string) =>
  readOrders(new File([content as Uint8Array<ArrayBuffer>], name));

async function openOnlySheet(bytes: Uint8Array) {
  const opened = await openFile(bytes, 'orders.xlsx');
  if (!opened.ok) throw new Error(opened.code);
  const [sheet] = opened.sheets;
  if (!sheet?.reading.ok || opened.sheets.length > 1) throw new Error('not one sheet of orders');
  return { ...sheet, reading: sheet.reading };
}

/** Prints a measurement into the output of the test run. */
const writeLine = (line: string) => process.stdout.write(`${line}\n`);

describe('weekly order sheet of customer service', () => {
  const expected = JSON.parse(readDataFile('orders-2026-W47.expected.json').toString('utf8')) as {
    header_row: number;
    total_row_to_ignore: number;
    jobs: number;
    details: number;
    quantity: number;
    bad_rows: { row: number; field: string; code: string }[];
  };

  it('the sheet gives exactly the expected jobs, details, quantity and invalid rows', async () => {
    const { reading } = await openOnlySheet(readDataFile('orders-2026-W47.xlsx'));
    expect(reading.heading_row).toBe(expected.header_row);
    expect(reading.ignored).toEqual([{ row: expected.total_row_to_ignore, why: 'total' }]);
    const { rows, totals } = createOrderValidator(createLists())(reading.rows, NOTHING_DECIDED);
    const badCells = rows.flatMap((row) =>
      row.problems.map(({ field, code }) => ({ row: row.sheet.row, field, code })),
    );
    expect(badCells).toEqual(expected.bad_rows);
    expect(totals).toEqual({
      jobs: expected.jobs,
      details: expected.details,
      quantity: expected.quantity,
      badRows: expected.bad_rows.length,
      left_out: 0,
      repeats: 0,
      overruled: 0,
    });
  });

  it('paste and CSV give the same result with any delimiter or byte-order mark', async () => {
    const { reading } = await openOnlySheet(readDataFile('orders-2026-W47.xlsx'));
    const fields = reading.fields;
    const createLines = (delimiter: string, newline: string) =>
      [
        ['Orders of the week', ...fields.slice(1).map(() => '')],
        fields.map(String),
        ...reading.rows.map((row) => fields.map((field) => cellText(row.cells[field]))),
      ]
        .map((cells) =>
          cells.map((cell) => (/["\n,;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter),
        )
        .join(newline);

    const lists = createLists();
    const encodeText = (text: string) => new TextEncoder().encode(text);
    for (const bytes of [
      encodeText(createLines(',', '\r\n')),
      encodeText(`\uFEFF${createLines(';', '\r\n')}`),
      encodeText(createLines('\t', '\n')),
      new Uint8Array(Buffer.from(`\uFEFF${createLines('\t', '\r\n')}`, 'utf16le')),
    ]) {
      const sheet = await openOnlySheet(bytes);
      const { totals } = createOrderValidator(lists)(sheet.reading.rows, NOTHING_DECIDED);
      // A number outside the supported years stays the text "460005", which is invalid in both forms.
      expect(totals).toMatchObject({ jobs: expected.jobs, details: expected.details, quantity: expected.quantity });
    }
  });
});

const HEADINGS = ['Date', 'Customer 2', 'Job Name', 'Category 2', 'Quantity', 'Link'];
const ORDER: CellValue[] = ['16/11/2026', 'Kids', 'Spring', 'Simple', 4, 'https://a.b'];
const createWorkbook = (sheets: Parameters<typeof writeXlsx>[0]['sheets']) => writeXlsx({ sheets });

describe('errors of an unusable file', () => {
  const readCode = async (bytes: Uint8Array, name = '') => {
    const opened = await openFile(bytes, name);
    return opened.ok ? opened.sheets.map((s) => (s.reading.ok ? 'orders' : s.reading.code)).join() : opened.code;
  };

  it('a file that is not a workbook is refused under any name', async () => {
    const encodeText = (s: string) => new TextEncoder().encode(s);
    expect(await readCode(encodeText('%PDF-1.7 …'))).toBe('notAWorkbook');
    expect(await readCode(encodeText('<html><table></table></html>'))).toBe('notAWorkbook');
    expect(await readCode(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]))).toBe('notAWorkbook');
    expect(await readCode(encodeText('PK\u0003\u0004 and nothing of an archive behind it'))).toBe('notAWorkbook');
    expect(await readCode((await createWorkbook([{ name: 'A', rows: [HEADINGS, ORDER] }])).slice(0, 900))).toBe(
      'notAWorkbook',
    );
    expect(await readCode(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]))).toBe('oldOrProtected');
    expect(await readCode(new Uint8Array())).toBe('emptyFile');
    expect(await readCode(new Uint8Array(Buffer.from('Ngày;Khách;Tên\nứ', 'utf8').subarray(0, -1)))).toBe('notUtf8');
  });

  it('a false .xlsx is refused unless it contains an order table', async () => {
    const encodeText = (s: string) => new TextEncoder().encode(s);
    expect(await readCode(encodeText('not a zip at all'), 'bad.XLSX')).toBe('notAWorkbook');
    expect(await readCode(encodeText('not a zip at all'), 'bad.csv')).toBe('no_heading');
    expect(await readCode(encodeText(`${HEADINGS.join()}\n${ORDER.join()}`), 'w47.xls')).toBe('orders');
  });

  it('null characters are refused, and UTF-16 without a byte-order mark is read', async () => {
    const csv = `${HEADINGS.join('\t')}\r\n${ORDER.join('\t')}\r\n`;
    expect(await readCode(new TextEncoder().encode(csv.replace('Spring', 'Spr\0ing')))).toBe('nullBytes');
    expect(await readCode(new Uint8Array(Buffer.from(`\uFEFF${csv.replace('Spring', 'Spr\0ing')}`, 'utf16le')))).toBe(
      'nullBytes',
    );
    const littleEndian = Buffer.from(csv, 'utf16le');
    expect(await readCode(new Uint8Array(littleEndian))).toBe('orders');
    expect(await readCode(new Uint8Array(littleEndian).map((_, index, all) => all[index ^ 1] ?? 0))).toBe('orders');
  });

  it('a file is refused when it is too large, packed or unpacked', async () => {
    expect(await readCode(new Uint8Array(MAX_FILE_BYTES + 1))).toBe('too_large');
    const bomb = (await createWorkbook([{ name: 'A', rows: [HEADINGS, ORDER] }])).slice();
    const view = new DataView(bomb.buffer);
    const directory = view.getUint32(bomb.length - 6, true);
    view.setUint32(directory + 24, 0xf000_0000, true);
    expect(await readCode(bomb)).toBe('unpacksTooLarge');
  });

  it('a sheet is refused without a heading row, without orders, or with too many orders', async () => {
    expect(
      await readCode(
        await createWorkbook([
          {
            name: 'A',
            rows: [
              ['a', 'b'],
              [1, 2],
            ],
          },
        ]),
      ),
    ).toBe('no_heading');
    expect(await readCode(await createWorkbook([{ name: 'A', rows: [HEADINGS] }]))).toBe('no_rows');
    expect(await readCode(await createWorkbook([{ name: 'A', rows: [] }]))).toBe('emptyFile');
    const many = Array.from({ length: 100_000 }, () => ORDER);
    const started = performance.now();
    expect(await readCode(await createWorkbook([{ name: 'A', rows: [HEADINGS, ...many] }]))).toBe('too_many_rows');
    writeLine(`100,000 rows written and refused in ${(performance.now() - started).toFixed(0)} ms`);
  });
});

describe('unusual workbooks', () => {
  it('the list of sheets shows whether each visible sheet has orders', async () => {
    const opened = await openFile(
      await createWorkbook([
        { name: 'Read me', rows: [['Hello']] },
        { name: 'W47', rows: [HEADINGS, ORDER] },
        { name: 'Old', rows: [HEADINGS, ORDER], hidden: true },
      ]),
      'orders.xlsx',
    );
    expect(opened.ok && opened.sheets.map((s) => [s.name, s.reading.ok])).toEqual([
      ['Read me', false],
      ['W47', true],
    ]);
  });

  it('formulas give their last values and are counted, and a formula without a value fails', async () => {
    const { reading, notes } = await openOnlySheet(
      await createWorkbook([
        {
          name: 'W47',
          rows: [HEADINGS, ORDER, ORDER],
          cells: new Map([
            ['1,4', { formula: '2*21', formulaResult: 42 }],
            ['2,4', { formula: 'SUM(A1)', value: null }],
          ]),
        },
      ]),
    );
    expect(notes.formulas).toBe(1);
    expect(reading.rows.map((row) => row.cells.quantity)).toEqual([42, { fault: 'formula_without_value' }]);
  });

  it('hidden and filtered rows are left out at first, and the user can include them', async () => {
    const { reading, notes } = await openOnlySheet(
      await createWorkbook([
        {
          name: 'W47',
          rows: [HEADINGS, ORDER, ORDER.with(2, 'Autumn'), ORDER.with(2, 'Winter')],
          rowDefs: new Map([
            [2, { hidden: true }],
            [3, { height: 30 }],
          ]),
        },
      ]),
    );
    expect(notes.hidden).toEqual([3]);
    const source = { name: 'w47.xlsx', heading_row: 1, fields: [], ignored: [], unread: [], notes };
    const loaded = draftReducer(NO_ORDER_DRAFT, { type: 'load', source, rows: reading.rows });
    expect([...(loaded.current?.left_out ?? [])]).toEqual([[3, [{ field: 'row', code: 'hidden' }]]]);
    expect(draftReducer(loaded, { type: 'take_in', rows: [3] }).current?.left_out.size).toBe(0);
  });

  it('a merged cell applies to each of its rows, unless it is an ambiguous quantity', async () => {
    const more: CellValue[] = [null, null, null, 'Complex', 2, null];
    const { reading, notes } = await openOnlySheet(
      await createWorkbook([
        {
          name: 'W47',
          rows: [
            HEADINGS,
            ORDER.with(5, 'folder'),
            more,
            more.with(4, null),
            [null, null, null, null, null, null],
            ORDER.with(2, 'Next'),
          ],
          cells: new Map([['1,5', { value: 'folder', hyperlink: { target: 'https://drive.example.com/d/1' } }]]),
          // The fourth row of the merge is blank apart from the merged cells.
          merges: [0, 1, 2, 5]
            .map((column) => ({ startRow: 1, endRow: 4, startCol: column, endCol: column }))
            .concat({ startRow: 2, endRow: 3, startCol: 4, endCol: 4 }),
        },
      ]),
    );
    expect(reading.rows.map(({ row }) => row)).toEqual([2, 3, 4, 6]);
    const [first, ...otherRows] = reading.rows;
    for (const { cells } of otherRows.slice(0, 2)) {
      expect(cells).toMatchObject({ job_date: '16/11/2026', customer2: 'Kids', job_name: 'Spring' });
      expect(cells.job_link).toBe('https://drive.example.com/d/1');
    }
    expect(first?.cells.quantity).toBe(4);
    expect(otherRows.map(({ cells }) => cells.quantity)).toEqual([2, { fault: 'merged_cell' }, 4]);
    expect(notes).toEqual({ formulas: 0, hidden: [], merged: 4 });
  });

  it('a link cell with a text gives its address', async () => {
    const { reading } = await openOnlySheet(
      await createWorkbook([
        {
          name: 'W47',
          rows: [HEADINGS, ORDER.with(5, 'folder')],
          cells: new Map([['1,5', { value: 'folder', hyperlink: { target: 'https://drive.example.com/d/1' } }]]),
        },
      ]),
    );
    expect(reading.rows[0]?.cells.job_link).toBe('https://drive.example.com/d/1');
  });

  it('the importer recognises all headings of the template and finds no order in it', async () => {
    const headings = {
      job_date: 'Ngày',
      customer0: 'Khách hàng cấp 0',
      customer1: 'Khách hàng cấp 1',
      customer2: 'Khách hàng cấp 2',
      job_name: 'Tên job',
      job_link: 'Đường dẫn',
      job_priority: 'Ưu tiên',
      category1: 'Danh mục cấp 1',
      category2: 'Danh mục cấp 2',
      quantity: 'Số lượng',
      note: 'Ghi chú',
    };
    const opened = await openFile(await createSheet('Đơn', [Object.values(headings)], [0]), 'Đơn.xlsx');
    expect(opened.ok && opened.sheets[0]?.reading).toEqual({ ok: false, code: 'no_rows' });
    for (const [field, heading] of Object.entries(headings))
      expect([heading, fieldOfHeading(heading)]).toEqual([heading, field]);
  });
});

describe('largest sheet', () => {
  it('the largest sheet can be pasted as text', async () => {
    const text = [HEADINGS.join('\t'), ...Array.from({ length: MAX_ORDER_ROWS }, () => ORDER.join('\t'))].join('\r\n');
    const opened = await openFile(text, '');
    expect(opened.ok && opened.sheets[0]?.reading.ok && opened.sheets[0].reading.rows.length).toBe(MAX_ORDER_ROWS);
  });
});
