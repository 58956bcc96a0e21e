import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SheetCell } from './cell.ts';
import { createOrderValidator, type RowDecisions } from './validate-orders.ts';
import type { OrderField, SheetRow } from './fields.ts';
import { createOrderLists } from './lists.ts';

const LISTS = createOrderLists(
  {
    cus0_list: [
      { id: 1, name: 'PixelCart' },
      { id: 2, name: 'Trần & Partners Studio' },
    ],
    cus1_list: [
      { id: 11, cus_id0: 1, name: 'PixelCart Home' },
      { id: 12, cus_id0: 1, name: 'PixelCart Fashion' },
      { id: 21, cus_id0: 2, name: 'Trần Đà Nẵng' },
    ],
    cus2_list: [
      { id: 111, cus_id1: 11, name: 'Lighting' },
      { id: 112, cus_id1: 11, name: 'Outlet' },
      { id: 121, cus_id1: 12, name: 'Outlet' },
      { id: 211, cus_id1: 21, name: 'Biển Mỹ Khê Wedding' },
    ],
  },
  {
    service_type: { 'E-commerce': { id: 1, name: 'E-commerce' } },
    cat1: { 'Clipping Path': { id: 5, name: 'Clipping Path', service_type_id: 1 } },
    cat2: {
      'Clipping Path.Simple': { id: 51, name: 'Simple', enabled: true, cat1: { id: 5, name: 'Clipping Path' } },
      'Clipping Path.Complex': { id: 52, name: 'Complex', enabled: true, cat1: { id: 5, name: 'Clipping Path' } },
      'Clipping Path.By hand': { id: 53, name: 'By hand', enabled: false, cat1: { id: 5, name: 'Clipping Path' } },
    },
  },
);
const NO_CATEGORIES = { service_type: {}, cat1: {}, cat2: {} };
/** Words of a bureau in which "rush" means care. */
const OWN = [
  { key: 'Urgent', vi: 'Hỏa tốc', en: 'Express' },
  { key: 'Carefully', vi: 'Tỉ mỉ', en: 'With care' },
  { key: 'Carefully', vi: 'Rush', en: 'Rush' },
] as const;
const NOTHING_DECIDED: RowDecisions = { left_out: new Set(), not_duplicate: new Set() };

let lastRow = 3;
const order = (cells: Partial<Record<OrderField, SheetCell>> = {}): SheetRow => ({
  row: ++lastRow,
  cells: {
    job_date: '16/11/2026',
    customer0: 'PixelCart',
    customer1: 'PixelCart Home',
    customer2: 'Lighting',
    job_name: `Lamps ${lastRow}`,
    job_link: 'https://drive.example.com/d/1',
    category1: 'Clipping Path',
    category2: 'Simple',
    quantity: 4,
    ...cells,
  },
});
const validateRows = (rows: SheetRow[], decisions: Partial<RowDecisions> = {}) =>
  createOrderValidator(LISTS)(rows, { ...NOTHING_DECIDED, ...decisions });
const listProblems = (cells: Partial<Record<OrderField, SheetCell>>) => validateRows([order(cells)]).rows[0]?.problems;

describe('checking one row', () => {
  it('the specification’s words come before the bureau’s own, and those before the usual ones', () => {
    const lists = {
      ...LISTS,
      priorities: createOrderLists({ cus0_list: [], cus1_list: [], cus2_list: [] }, NO_CATEGORIES, OWN).priorities,
    };
    const read = (job_priority: string) =>
      createOrderValidator(lists)([order({ job_priority })], NOTHING_DECIDED).rows[0]?.reading.job_priority;
    expect(['Hỏa tốc', 'express', 'Urgent', 'gấp'].map(read)).toEqual(Array(4).fill('Urgent'));
    expect(['tỉ mỉ', 'WITH CARE', 'Carefully', 'rush'].map(read)).toEqual(Array(4).fill('Carefully'));
    expect(['', 'thường', 'bình thường'].map(read)).toEqual([null, null, null]);
    expect(
      createOrderValidator(lists)([order({ job_priority: 'sometime' })], NOTHING_DECIDED).rows[0]?.problems,
    ).toEqual([{ field: 'job_priority', code: 'unknown' }]);
  });

  it('names match in any case, spacing and composition, and priorities in both languages', () => {
    const { jobs, totals } = validateRows([
      order({
        customer0: ' TRẦN & PARTNERS  STUDIO',
        customer1: 'trần đà nẵng'.normalize('NFD'),
        customer2: 'biển mỹ khê wedding',
        job_name: '  Lễ cưới ',
        job_priority: 'Gấp',
        category2: ' complex ',
        quantity: '12',
      }),
    ]);
    expect(totals).toMatchObject({ jobs: 1, details: 1, quantity: 12, badRows: 0 });
    expect(jobs[0]).toEqual({
      job_date: '2026-11-16',
      customer2_id: 211,
      job_name: 'Lễ cưới',
      job_link: 'https://drive.example.com/d/1',
      job_priority: 'Urgent',
      job_notes: '',
      job_details: [{ service_cat1_id: 5, service_cat2_id: 52, quantity: 12, note: '' }],
    });
  });

  it('a unique customer or category needs no parent', () => {
    expect(listProblems({ customer0: null, customer1: '', category1: null })).toEqual([]);
    expect(listProblems({ customer0: null, customer1: '', customer2: 'Outlet' })).toEqual([
      { field: 'customer2', code: 'ambiguous' },
    ]);
  });

  it('the first unknown level has the error', () => {
    expect(listProblems({ customer0: 'PixelCat' })).toEqual([{ field: 'customer0', code: 'unknown' }]);
    expect(listProblems({ customer1: 'PixelCart Hme' })).toEqual([{ field: 'customer1', code: 'unknown' }]);
    expect(listProblems({ customer2: 'Walk-in 1' })).toEqual([{ field: 'customer2', code: 'unknown' }]);
    expect(listProblems({ category2: 'Simpel' })).toEqual([{ field: 'category2', code: 'unknown' }]);
    expect(listProblems({ category2: 'By hand' })).toEqual([{ field: 'category2', code: 'disabled' }]);
  });

  it('quantities are whole numbers of at least one', () => {
    const cases: [SheetCell, string | undefined][] = [
      [4, undefined],
      ['400', undefined],
      ['12.0', undefined],
      [0, 'not_positive'],
      ['-3', 'not_positive'],
      [1.5, 'not_a_whole_number'],
      ['12 ảnh', 'not_a_whole_number'],
      ['1.000', undefined],
      ['1,200', undefined],
      ['1 200', undefined],
      ['2.5', 'not_a_whole_number'],
      ['abc', 'not_a_whole_number'],
      ['1,000,001', 'too_big'],
      [1_000_001, 'too_big'],
      [null, 'required'],
      [{ fault: 'formula_without_value' }, 'formula_without_value'],
    ];
    for (const [quantity, code] of cases)
      expect([quantity, listProblems({ quantity })?.[0]?.code]).toEqual([quantity, code]);
    for (const quantity of ['1,200', '1.200', '1 200', '1200'])
      expect([quantity, validateRows([order({ quantity })]).totals.quantity]).toEqual([quantity, 1200]);
  });

  it('an ambiguous thousands separator of a quantity is kept', () => {
    const signOf = (quantity: SheetCell) => validateRows([order({ quantity })]).rows[0]?.reading.thousands_by;
    expect(['1.234', ' 1,234', '12.000'].map(signOf)).toEqual(['.', ',', '.']);
    for (const quantity of [1234, '1234', '1 234', '12.0', '1,234,567', '1.234,0', '2.5', 'abc', '9,000,000', null])
      expect([quantity, signOf(quantity)]).toEqual([quantity, null]);
  });

  it('links are http, https or empty', () => {
    for (const job_link of ['', null, 'http://a.b', 'HTTPS://a.b/c?d']) expect(listProblems({ job_link })).toEqual([]);
    for (const job_link of ['javascript:alert(1)', 'ftp://a', 'www.a.b', 'https://', 'https://a b'])
      expect(listProblems({ job_link })).toEqual([{ field: 'job_link', code: 'not_http' }]);
  });

  it('an unreadable day, a missing day and a day out of range have different errors', () => {
    const listCodes = (job_date: SheetCell) => listProblems({ job_date })?.map(({ code }) => code);
    for (const written of ['28/11/26', 'soon', 42]) expect(listCodes(written)).toEqual(['invalid']);
    for (const written of ['31/02/2026', '2026-02-30']) expect(listCodes(written)).toEqual(['no_such_day']);
    for (const written of ['28/11/1926', '28/11/2126', new Date('1926-11-28T00:00:00Z')])
      expect(listCodes(written)).toEqual(['day_not_taken']);
  });

  it('all errors of a row are reported together', () => {
    expect(listProblems({ job_date: '31/02/2026', job_name: ' ', job_priority: 'soon', quantity: 0 })).toEqual([
      { field: 'job_date', code: 'no_such_day' },
      { field: 'job_name', code: 'required' },
      { field: 'job_priority', code: 'unknown' },
      { field: 'quantity', code: 'not_positive' },
    ]);
    expect(listProblems({ job_name: 'x'.repeat(101), note: 'a\u0000b' })).toEqual([
      { field: 'job_name', code: 'too_long' },
      { field: 'note', code: 'hostile_text' },
    ]);
  });

  it('no cell throws, and a row without errors is a complete job', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.date({ noInvalidDate: false }),
    );
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('job_date', 'customer2', 'job_name', 'job_link', 'quantity', 'note'), cell),
        (cells) => {
          const { rows, jobs } = validateRows([order(cells)]);
          expect(jobs.length).toBe(rows[0]?.problems.length === 0 ? 1 : 0);
        },
      ),
    );
  }, 60_000);
});

describe('checking rows together', () => {
  it('rows with the same date, customers and job name become one job', () => {
    const { jobs, detail_rows } = validateRows([
      order({ job_name: 'Plate box' }),
      order({ job_name: 'Other' }),
      order({ job_name: ' PLATE  box', job_date: '2026-11-16', customer0: 'pixelcart', category2: 'Complex' }),
    ]);
    expect(jobs.map((j) => [j.job_name, j.job_details.length])).toEqual([
      ['Plate box', 2],
      ['Other', 1],
    ]);
    expect(detail_rows).toEqual([[0, 2], [1]]);
  });

  it('link, priority and notes come from the first row with a value', () => {
    const { jobs, rows } = validateRows([
      order({ job_name: 'A', job_link: null, quantity: 1 }),
      order({ job_name: 'A', job_link: 'https://one', quantity: 2 }),
      order({ job_name: 'A', job_link: 'https://two', quantity: 3 }),
    ]);
    expect(jobs[0]?.job_link).toBe('https://one');
    const note = { field: 'job_link', taken: 'https://one', row: rows[1]?.sheet.row };
    expect(rows.map((r) => r.overruled)).toEqual([[], [], [note]]);
  });

  it('a row that contradicts an earlier row of its job is reported', () => {
    const createJobRow = (name: string, job_priority: string, job_notes = '') =>
      order({ job_name: name, job_priority, job_notes, quantity: lastRow });
    const { jobs, rows, totals } = validateRows([
      createJobRow('Villa', 'Gấp'),
      createJobRow('Villa ', 'urgent'),
      createJobRow('villa', '', 'As last time'),
      createJobRow('Villa', 'thường', 'Brighter'),
      createJobRow('Villa', '-', 'As last time'),
    ]);
    const [first, , third] = rows.map(({ sheet }) => sheet.row);
    expect(rows.map(({ overruled }) => overruled)).toEqual([
      [],
      [],
      [{ field: 'job_name', taken: 'Villa', row: first }],
      [
        { field: 'job_priority', taken: 'Urgent', row: first },
        { field: 'job_notes', taken: 'As last time', row: third },
      ],
      [],
    ]);
    expect(totals).toMatchObject({ jobs: 1, details: 5, badRows: 0, overruled: 2 });
    expect(jobs[0]).toMatchObject({ job_name: 'Villa', job_priority: 'Urgent', job_notes: 'As last time' });
    // A word for ordinary work counts like any other priority.
    const ordinary = validateRows([createJobRow('Flat', 'bình thường'), createJobRow('Flat', 'gấp')]);
    expect(ordinary.jobs[0]?.job_priority).toBeNull();
    expect(ordinary.rows[1]?.overruled).toMatchObject([{ field: 'job_priority', taken: '' }]);
  });

  it('a row equal to the one above is a duplicate until the user decides', () => {
    const first = order({ job_name: 'Twice' });
    const again = order({ job_name: ' twice', job_date: '2026-11-16' });
    const duplicate = [{ field: 'row', code: 'duplicate', other: first.row }];
    expect(validateRows([first, again]).rows[1]?.problems).toEqual(duplicate);
    expect(validateRows([first, again], { left_out: new Set([again.row]) }).totals).toMatchObject({
      badRows: 0,
      left_out: 1,
    });
    expect(validateRows([first, again], { not_duplicate: new Set([again.row]) }).jobs[0]?.job_details.length).toBe(2);
    expect(validateRows([first, again], { left_out: new Set([first.row]) }).rows[1]?.problems).toEqual([]);
    expect(validateRows([first, order(), again]).rows[2]?.problems).toEqual([]);
  });

  it('a row that repeats an earlier one is reported until the user decides', () => {
    const first = order({ job_name: 'Twice' });
    const again = order({ job_name: ' TWICE' });
    const rows = [first, order(), again];
    const findRepeats = (decisions: Partial<RowDecisions>) => validateRows(rows, decisions).rows[2]?.repeats;
    expect(validateRows(rows).totals.repeats).toBe(1);
    expect(findRepeats({})).toBe(first.row);
    expect(findRepeats({ not_duplicate: new Set([again.row]) })).toBeNull();
    expect(findRepeats({ left_out: new Set([first.row]) })).toBeNull();
    expect(findRepeats({ left_out: new Set([again.row]) })).toBeNull();
    expect(validateRows([first, order(), order({ job_name: 'Twice', quantity: 5 })]).totals.repeats).toBe(0);
  });

  it('repeated production IDs and too many details are refused', () => {
    const shared = validateRows([order({ prod_id: 'P-1' }), order({ prod_id: 'P-1' })]);
    const [owner] = shared.rows;
    expect(shared.rows[1]?.problems).toEqual([{ field: 'prod_id', code: 'duplicate', other: owner?.sheet.row }]);
    const twoRows = validateRows([
      order({ job_name: 'J', prod_id: 'P-1' }),
      order({ job_name: 'J', prod_id: 'P-2', quantity: 9 }),
    ]);
    expect(twoRows.rows[1]?.problems).toEqual([{ field: 'prod_id', code: 'conflict' }]);
    const cased = validateRows([
      order({ job_name: 'J', prod_id: 'P-1' }),
      order({ job_name: 'J', prod_id: 'p-1', quantity: 9 }),
      order({ job_name: 'K', prod_id: 'p-1' }),
    ]);
    const otherRow = cased.rows[0]?.sheet.row;
    expect(cased.rows.map(({ problems }) => problems)).toEqual([
      [],
      [],
      [{ field: 'prod_id', code: 'duplicate', other: otherRow }],
    ]);
    expect(cased.jobs.map(({ prod_id }) => prod_id)).toEqual(['P-1']);
    const many = validateRows(Array.from({ length: 201 }, (_, i) => order({ job_name: 'Big', quantity: i + 1 })));
    expect(many.rows[200]?.problems).toEqual([{ field: 'row', code: 'too_many_items' }]);
  });

  it('checking again after a correction equals checking the corrected sheet', () => {
    const rows = Array.from({ length: 40 }, (_, i) => order({ job_name: `Job ${i % 7}`, quantity: i % 9 }));
    const again = createOrderValidator(LISTS);
    again(rows, NOTHING_DECIDED);
    const correctedRows = rows.with(9, order({ job_name: 'Job 2', quantity: 5 }));
    expect(again(correctedRows, NOTHING_DECIDED)).toEqual(validateRows(correctedRows));
  });
});
