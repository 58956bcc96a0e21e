import { describe, expect, it } from 'vitest';
import type { SheetCell } from './cell.ts';
import { MAX_ORDER_ROWS } from './fields.ts';
import { fieldOfHeading } from './headings.ts';
import { readSheet } from './sheet.ts';

const HEADINGS = ['Ngày / Date', 'Customer 0', 'Customer 1', 'Customer 2', 'Job Name', 'Category 2', 'Qty'];
const ORDER: SheetCell[] = ['16/11/2026', 'PixelCart', 'PixelCart Home', 'Lighting', 'Lamps', 'Simple', 4];

describe('recognising a heading', () => {
  it('English and Vietnamese headings are read in any case, marks and punctuation', () => {
    const known: [string, string][] = [
      ['NGÀY', 'job_date'],
      ['Job date *', 'job_date'],
      ['Khách hàng cấp 2', 'customer2'],
      ['KH0', 'customer0'],
      ['cus1', 'customer1'],
      ['customer_2', 'customer2'],
      ['Tên job', 'job_name'],
      ['Tên công việc (bắt buộc)', 'job_name'],
      ['Số lượng\n(Qty)', 'quantity'],
      ['so luong', 'quantity'],
      ['Danh mục cấp 1', 'category1'],
      ['Cat2', 'category2'],
      ['Loại dịch vụ', 'service_type'],
      ['Ưu tiên', 'job_priority'],
      ['Đường dẫn', 'job_link'],
      ['Ghi chú', 'note'],
      ['Ghi chú job', 'job_notes'],
    ];
    for (const [heading, field] of known) expect([heading, fieldOfHeading(heading)]).toEqual([heading, field]);
    for (const cell of ['', 'Total', 'Ocean', 42, null]) expect(fieldOfHeading(cell)).toBeUndefined();
  });
});

describe('reading a sheet', () => {
  it('headings are found below titles, and rows keep their spreadsheet numbers', () => {
    const reading = readSheet([['Orders of the week'], [], HEADINGS, ORDER, [], ORDER]);
    if (!reading.ok) throw new Error(reading.code);
    expect(reading.heading_row).toBe(3);
    expect(reading.rows.map((r) => r.row)).toEqual([4, 6]);
    expect(reading.rows[0]?.cells).toMatchObject({ job_date: '16/11/2026', customer2: 'Lighting', quantity: 4 });
  });

  it('totals in any column and repeated headings are left out', () => {
    const blank: SheetCell[] = ['', '', '', '', '', '', ''];
    const totals = [
      blank.with(4, 'TOTAL').with(6, 22929),
      blank.with(0, 'Tổng cộng:').with(6, { fault: 'formula_without_value' }),
      blank.with(5, 'Grand total').with(6, '22.929'),
    ];
    const reading = readSheet([HEADINGS, ORDER, ...totals, HEADINGS, ORDER]);
    if (!reading.ok) throw new Error(reading.code);
    expect(reading.ignored.map((r) => r.why)).toEqual(['total', 'total', 'total', 'heading']);
    expect(reading.rows.map((r) => r.row)).toEqual([2, 7]);
  });

  it('unread columns with content and second columns of a field are listed', () => {
    const headings = ['STT', ...HEADINGS, 'Số lượng', 'Giá', null, 'Empty'];
    const reading = readSheet([
      headings,
      [1, ...ORDER, 9, '$1.50', null, ''],
      [2, ...ORDER.with(4, 'Chairs'), null, null, 'late', null],
    ]);
    if (!reading.ok) throw new Error(reading.code);
    expect(reading.unread).toEqual([
      { column: 0, heading: 'STT', instead: null },
      { column: 8, heading: 'Số lượng', instead: { field: 'quantity', column: 7 } },
      { column: 9, heading: 'Giá', instead: null },
      { column: 10, heading: '', instead: null },
    ]);
    const plain = readSheet([HEADINGS, ORDER]);
    expect(plain.ok && plain.unread).toEqual([]);
  });

  it('an order with a job named Total is kept', () => {
    const reading = readSheet([HEADINGS, ORDER.with(4, 'Total makeover')]);
    expect(reading.ok && reading.rows.length).toBe(1);
  });

  it('a sheet without orders is refused with the reason', () => {
    expect(readSheet([])).toEqual({ ok: false, code: 'no_heading' });
    expect(
      readSheet([
        ['a', 'b'],
        [1, 2],
      ]),
    ).toEqual({ ok: false, code: 'no_heading' });
    expect(readSheet([HEADINGS])).toEqual({ ok: false, code: 'no_rows' });
    expect(readSheet([HEADINGS.with(6, 'How many?'), ORDER])).toEqual({
      ok: false,
      code: 'missing_columns',
      missing: ['quantity'],
    });
    const many = Array.from({ length: MAX_ORDER_ROWS + 1 }, () => ORDER);
    expect(readSheet([HEADINGS, ...many])).toEqual({ ok: false, code: 'too_many_rows', rows: MAX_ORDER_ROWS + 1 });
  });
});
