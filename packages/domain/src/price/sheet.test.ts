import { describe, expect, it } from 'vitest';
import type { SheetCell } from '../order-sheet/cell.ts';
import { validatePriceRows, readPriceSheet, type SheetLine } from './sheet.ts';

const LINES: readonly SheetLine[] = [
  {
    service_cat2_id: 1,
    service_type: 'Real Estate',
    cat1: 'HDR Blending',
    cat2: 'Standard',
    default_minutes: 8,
    retail_price: 0.65,
    wholesale_price: 0.5,
    estimate_minutes: 8,
    visible: true,
    enabled: true,
  },
  {
    service_cat2_id: 2,
    service_type: 'Real Estate',
    cat1: 'HDR Blending',
    cat2: 'Flambient',
    default_minutes: 14,
    retail_price: null,
    wholesale_price: null,
    estimate_minutes: null,
    visible: null,
    enabled: null,
  },
];
const OWNER = { cus0_name: 'Lumen Media Group', cus1_name: 'Lumen Sydney' };
const VI = [
  'Khách hàng cấp 0',
  'Khách hàng cấp 1',
  'Loại dịch vụ',
  'Danh mục cấp 1',
  'Danh mục cấp 2',
  'Giá bán lẻ',
  'Giá bán buôn',
  'Thời gian dự kiến (phút)',
  'Hiển thị',
  'Áp dụng',
];
const createStandardRow = (...values: SheetCell[]): SheetCell[] => [
  'Lumen Media Group',
  'Lumen Sydney',
  'Real Estate',
  'HDR Blending',
  'Standard',
  ...values,
];
const createFlambientRow = (...values: SheetCell[]): SheetCell[] => [
  'Lumen Media Group',
  'Lumen Sydney',
  'Real Estate',
  'HDR Blending',
  'Flambient',
  ...values,
];

function validateSheet(grid: readonly (readonly SheetCell[])[]) {
  const reading = readPriceSheet(grid);
  if (!reading.ok) return reading.code;
  return validatePriceRows(reading.rows, { owner: OWNER, currency: 'USD', lines: LINES, mark: '.' });
}
const listProblems = (grid: readonly (readonly SheetCell[])[]) => {
  const rows = validateSheet(grid);
  if (typeof rows === 'string') return rows;
  return rows.map(({ row, problems: found }) => [row, ...found.map(({ field, code }) => `${field}:${code}`)]);
};

describe('a price sheet', () => {
  it('texts are read with the one decimal mark of the sheet', () => {
    const rows = validateSheet([
      VI,
      createStandardRow('0,298', '0,2', 8, 'Có', 'Có'),
      createFlambientRow('1,755', '1,404', 8, 'Có', 'Có'),
    ]);
    expect(rows).toMatchObject([
      { change: { after: { retail_price: 0.298, wholesale_price: 0.2 } } },
      { change: { after: { retail_price: 1.755, wholesale_price: 1.404 } } },
    ]);
  });

  it('importing an exported sheet changes nothing', () => {
    const rows = validateSheet([
      VI,
      createStandardRow(0.65, 0.5, 8, 'Có', 'Có'),
      createFlambientRow(null, null, null, null, null),
    ]);
    expect(rows).toMatchObject([
      { row: 2, service_cat2_id: 1, problems: [], change: null },
      { row: 3, service_cat2_id: 2, problems: [], change: null },
    ]);
  });

  it('changes are listed, new prices use the catalogue, and missing columns stay', () => {
    expect(
      validateSheet([
        VI,
        createStandardRow('0.7', 0.5, 8, 'Không', 'Có'),
        createFlambientRow(1.1, 0.9, null, null, null),
      ]),
    ).toMatchObject([
      { change: { service_cat2_id: 1, after: { retail_price: 0.7, visible: false } } },
      {
        change: {
          service_cat2_id: 2,
          after: { retail_price: 1.1, wholesale_price: 0.9, estimate_minutes: 14, visible: true, enabled: true },
        },
      },
    ]);
    const narrow = [['note'], ['Category 1', 'CATEGORY 2', 'Retail'], ['hdr blending', ' standard ', 0.8]];
    expect(validateSheet(narrow)).toMatchObject([{ row: 3, change: { after: { retail_price: 0.8 } } }]);
  });

  it('a blank cell keeps the value, and a new price needs both amounts', () => {
    expect(validateSheet([VI, createStandardRow(0.9, null, null, null, null)])).toMatchObject([
      { row: 2, change: { after: { retail_price: 0.9 } } },
    ]);
    expect(listProblems([VI, createFlambientRow(1, null, null, null, null)])).toEqual([
      [2, 'wholesale_price:required'],
    ]);
  });

  it('each row has all its errors', () => {
    const rows = [
      VI,
      createStandardRow('cheap', -1, 1.5, 'perhaps', null),
      createStandardRow(0.65, 0.5, 8, 'Có', 'Có'),
      ['Lumen Media Group', 'Lumen Sydney', 'Real Estate', 'HDR Blending', 'Nothing of ours', 1, 1, 1, 'Có', 'Có'],
      ['Lumen Media Group', 'Lumen Brisbane', 'Real Estate', 'HDR Blending', 'Flambient', 1, 1, 1, 'Có', 'Có'],
      ['Lumen Media Group', 'Lumen Sydney', 'Video', 'HDR Blending', 'Flambient', 1, 1, 1, 'Có', 'Có'],
    ];
    expect(listProblems(rows)).toEqual([
      [
        2,
        'category2:duplicate_row',
        'retail_price:not_a_number',
        'wholesale_price:too_small',
        'estimate_minutes:not_a_whole_number',
        'visible:invalid',
      ],
      [3, 'category2:duplicate_row'],
      [4, 'category2:unknown_category'],
      [5, 'customer1:other_customer'],
      [6, 'category2:unknown_category'],
    ]);
    // Missing columns are not an error of an unknown category.
    const unknown = ['Lumen Media Group', 'Lumen Sydney', 'Real Estate', 'HDR Blending', 'Nothing of ours', 1, 1, 1];
    expect(listProblems([VI.slice(0, 8), unknown])).toEqual([[2, 'category2:unknown_category']]);
    expect(listProblems([VI, createStandardRow({ fault: 'cell_error' }, 0.5, new Date(0), 'Có', 'Có')])).toEqual([
      [2, 'retail_price:cell_error', 'estimate_minutes:invalid'],
    ]);
  });

  it.each(['Currency', 'currency', 'Tiền tệ', 'TIỀN TỆ'])('a row in another currency is refused (%s)', (heading) => {
    const heads = [...VI, heading];
    const terms = [0.7, 0.5, 8, 'Có', 'Có'];
    expect(listProblems([heads, createStandardRow(...terms, 'EUR'), createFlambientRow(...terms, 'usd')])).toEqual([
      [2, 'currency:other_currency'],
      [3],
    ]);
    // A refused row does not make another row a duplicate, and an empty currency is accepted.
    expect(
      listProblems([
        heads,
        createStandardRow(...terms, 'EUR'),
        createStandardRow(...terms, ' Usd '),
        createFlambientRow(...terms, ''),
      ]),
    ).toEqual([[2, 'currency:other_currency'], [3], [4]]);
    const filledDown: SheetCell[] = [...VI.map(() => null), 'USD'];
    expect(listProblems([heads, createStandardRow(...terms, 'USD'), filledDown])).toEqual([[2]]);
  });

  it.each([
    ['$2.50', 'USD'],
    ['2,5 USD', 'USD'],
    ['usd 2.5', 'USD'],
    ['2.500 đ', 'VND'],
    ['₫2.500', 'VND'],
  ])('an amount with the sign or code of its own currency is read (%s)', (amount, currency) => {
    const reading = readPriceSheet([VI, createStandardRow(amount, 0.5, 8, 'Có', 'Có')]);
    if (!reading.ok) throw new Error(reading.code);
    const rows = validatePriceRows(reading.rows, { owner: OWNER, currency, lines: LINES, mark: ',' });
    expect(rows[0]?.change?.after).toEqual({ retail_price: currency === 'VND' ? 2500 : 2.5 });
  });

  it.each(['€2.50', '2,5 EUR', 'A$2.5', '2k'])('an amount with another sign is refused (%s)', (amount) => {
    expect(listProblems([VI, createStandardRow(amount, 0.5, 8, 'Có', 'Có')])).toEqual([[2, 'retail_price:other_sign']]);
  });

  it('a category with a unique name needs no parent', () => {
    const heads = ['Category 1', 'Category 2', 'Retail'];
    expect(validateSheet([heads, [null, 'Standard', 0.8]])).toMatchObject([
      { service_cat2_id: 1, change: { after: { retail_price: 0.8 } } },
    ]);
    const twice = [...LINES, { ...LINES[0]!, service_cat2_id: 3, cat1: 'Virtual Staging' }];
    const reading = readPriceSheet([heads, ['', 'Standard', 0.8], ['Virtual Staging', 'Standard', 0.8]]);
    if (!reading.ok) throw new Error(reading.code);
    const rows = validatePriceRows(reading.rows, { owner: OWNER, currency: 'USD', lines: twice, mark: '.' });
    expect(rows.map((row) => [row.service_cat2_id, row.problems.map(({ code }) => code)])).toEqual([
      [null, ['ambiguous_category']],
      [3, []],
    ]);
    // An unreadable name is not an empty one.
    expect(listProblems([heads, [{ fault: 'cell_error' }, 'Standard', 0.8]])).toEqual([[2, 'category1:cell_error']]);
  });

  it('a sheet without headings, without rows or with too many is refused', () => {
    expect(
      validateSheet([
        ['a', 'b'],
        [1, 2],
      ]),
    ).toBe('no_heading');
    expect(validateSheet([VI])).toBe('no_rows');
    expect(validateSheet([VI, ...Array.from({ length: 2001 }, () => createStandardRow(1))])).toBe('too_many_rows');
  });
});
