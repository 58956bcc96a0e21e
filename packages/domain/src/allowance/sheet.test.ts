import { describe, expect, it } from 'vitest';
import type { SheetCell } from '../order-sheet/cell.ts';
import type { DayFees, FeeKind } from './fees.ts';
import { readFee } from './read-fee.ts';
import { validateMonthCells, readMonthSheet } from './sheet.ts';

const PEOPLE = [
  { staff_id: 1, username: 'lan', full_name: 'Nguyễn Thị Lan' },
  { staff_id: 2, username: 'minh', full_name: 'Trần Văn Minh' },
  { staff_id: 3, username: 'lan2', full_name: 'Trần Văn Minh' },
];
const EMPTY: DayFees = { parking_fee: null, meal_fee: null, online_fee: 0 };
const standing = new Map<string, DayFees>([['1 2026-11-03', { ...EMPTY, meal_fee: 2 }]]);

function validateSheet(grid: SheetCell[][], layer: FeeKind = 'meal_fee') {
  const reading = readMonthSheet(grid);
  if (!reading.ok) return reading.code;
  const { changes, refused, same } = validateMonthCells(reading.cells, {
    month: '2026-11',
    layer,
    people: PEOPLE,
    savedFees: ({ staff_id, date }) => standing.get(`${staff_id} ${date}`) ?? EMPTY,
  });
  return {
    set: changes.map(({ staff_id, date, change, before }) => [staff_id, date, change, before?.meal_fee ?? null]),
    refused: refused.map(({ cell, code }) => [cell.row, code]),
    same,
  };
}

describe('a sheet of staff × days', () => {
  it('a sheet is read into the current layer, with different values marked and blanks ignored', () => {
    expect(
      validateSheet([
        ['Meal sheet 11/2026'],
        ['Full Name', 'Sun 1', 2, '03/11/2026', new Date('2026-11-04T00:00:00Z'), 'Count'],
        ['nguyễn thị  lan', null, 2, 1, '', 3],
      ]),
    ).toEqual({
      set: [
        [1, '2026-11-02', { meal_fee: 2 }, null],
        [1, '2026-11-03', { meal_fee: 1 }, 2],
      ],
      refused: [],
      same: 0,
    });
  });

  it('a row of totals is left out, but a person of that name is read', () => {
    const people = [...PEOPLE, { staff_id: 4, username: 'tong', full_name: 'Tống Văn An' }];
    const read = (grid: SheetCell[][]) => {
      const reading = readMonthSheet(grid);
      if (!reading.ok) return reading.code;
      const of = { month: '2026-11', layer: 'meal_fee' as const, people, savedFees: () => EMPTY };
      const { changes, refused, totals } = validateMonthCells(reading.cells, of);
      return { set: changes.map(({ staff_id }) => staff_id), refused: refused.map(({ cell }) => cell.row), totals };
    };
    const grid = [
      ['Full Name', 1, 2, 'Count'],
      ['Nguyễn Thị Lan', 1, 1, 2],
      ['Tống Văn An', '2', '', 2],
    ];
    for (const label of ['Total', 'Tổng cộng', 'Tổng cộng:'])
      expect(read([...grid, [label, '3', 1, { fault: 'formula_without_value' }]])).toEqual({
        set: [1, 1, 4],
        refused: [],
        totals: [4],
      });
    const entries = [
      ['Full Name', 'Date', 'Meal Fee'],
      ['Nguyễn Thị Lan', '03/11/2026', 1],
      ['', 'Tổng cộng', 1],
    ];
    expect(read(entries)).toEqual({ set: [1], refused: [], totals: [3] });
    // An unknown person is refused, even in a row that adds up.
    expect(read([...grid, ['Ai đó', 1, 1, 2]])).toMatchObject({ refused: [4, 4], totals: [] });
  });

  it('a username is read in the column of names', () => {
    const heads: SheetCell[] = ['Full Name', 1, 2];
    expect(validateSheet([heads, ['Lan', 1, 2], ['minh', 1, null], ['somebody', 1, null]])).toEqual({
      set: [
        [1, '2026-11-01', { meal_fee: 1 }, null],
        [1, '2026-11-02', { meal_fee: 2 }, null],
        [2, '2026-11-01', { meal_fee: 1 }, null],
      ],
      refused: [[4, 'unknown_person']],
      same: 0,
    });
  });

  it('each refused cell has its reason', () => {
    expect(
      validateSheet([
        ['Họ và tên', 'Tên đăng nhập', 1, 3, 31],
        ['Ai đó', 'nobody', 1],
        ['Trần Văn Minh', '', 1],
        ['Nguyễn Thị Lan', 'LAN', '1.5', 2, 1],
        ['', 'lan', 1, null, null],
        ['', 'lan', 2],
        ['Trần Văn Minh', 'minh', { fault: 'cell_error' }],
      ]),
    ).toEqual({
      set: [],
      refused: [
        [2, 'unknown_person'],
        [3, 'two_people'],
        [4, 'no_value'],
        [4, 'not_a_day'],
        [5, 'twice'],
        [6, 'twice'],
        [7, 'no_value'],
      ],
      same: 1,
    });
  });
});

describe('two rows for the same person and day', () => {
  const heads: SheetCell[] = ['Username', 'Date', 'Meal Fee'];
  const createRow = (username: string, day: string, fee: SheetCell): SheetCell[] => [username, day, fee];

  it('two rows with different values are both refused, in any order', () => {
    const [firstRow, secondRow] = [createRow('minh', '05/11/2026', 1), createRow('minh', '05/11/2026', 2)];
    for (const rows of [
      [firstRow, secondRow],
      [secondRow, firstRow],
    ]) {
      expect(validateSheet([heads, ...rows, createRow('lan', '05/11/2026', 3)])).toEqual({
        set: [[1, '2026-11-05', { meal_fee: 3 }, null]],
        refused: [
          [2, 'twice'],
          [3, 'twice'],
        ],
        same: 0,
      });
    }
    // The first of the two rows equals the saved value.
    expect(validateSheet([heads, createRow('lan', '03/11/2026', 2), createRow('lan', '03/11/2026', 0)])).toEqual({
      set: [],
      refused: [
        [2, 'twice'],
        [3, 'twice'],
      ],
      same: 0,
    });
  });

  it('two rows are both refused when one of them is unreadable', () => {
    const [validRow, unread] = [createRow('minh', '05/11/2026', 1), createRow('minh', '05/11/2026', 'x')];
    expect(validateSheet([heads, validRow, unread])).toEqual({
      set: [],
      refused: [
        [2, 'twice'],
        [3, 'no_value'],
      ],
      same: 0,
    });
  });

  it('two rows with the same value count once', () => {
    const grid = [
      heads,
      createRow('minh', '05/11/2026', 1),
      createRow('minh', '05/11/2026', '1'),
      createRow('lan', '03/11/2026', 2),
    ];
    expect(validateSheet([...grid, createRow('lan', '03/11/2026', 2)])).toEqual({
      set: [[2, '2026-11-05', { meal_fee: 1 }, null]],
      refused: [],
      same: 1,
    });
  });
});

describe('a row with the name of one person and the username of another', () => {
  it('the row is refused, but case, spaces and missing marks do not matter', () => {
    expect(
      validateSheet([
        ['Họ và tên', 'Tên đăng nhập', 1],
        ['Trần Văn Minh', 'lan', 1],
        ['Nguyễn Thị Lan', 'lan2', 2],
        ['TRAN VAN  MINH', 'Minh', 3],
        ['Trần Vân Minh', 'minh', 3],
      ]),
    ).toEqual({
      set: [[2, '2026-11-01', { meal_fee: 3 }, null]],
      refused: [
        [2, 'other_name'],
        [3, 'other_name'],
        [5, 'other_name'],
      ],
      same: 0,
    });
  });
});

describe('a sheet of entries, as in the file of the month', () => {
  it('a sheet of entries is read in any layer', () => {
    const grid: SheetCell[][] = [
      ['Full Name', 'Username', 'Date', 'Parking Fee', 'Meal Fee', 'Online Fee'],
      ['Trần Văn Minh', 'minh', new Date('2026-11-05T00:00:00Z'), 'ba', 3, null],
      ['Trần Văn Minh', 'minh', '31/10/2026', null, 3, null],
      ['Trần Văn Minh', 'minh', 'soon', null, null, 1],
    ];
    expect(validateSheet(grid, 'online_fee')).toEqual({
      set: [
        [2, '2026-11-05', { meal_fee: 3 }, null],
        [2, '2026-11-05', { parking_fee: 'AB' }, null],
      ],
      refused: [
        [3, 'other_month'],
        [4, 'not_a_day'],
      ],
      same: 0,
    });
  });

  it('a sheet without a heading or without rows is refused with the reason', () => {
    expect(validateSheet([['Anything', 'else']])).toBe('no_heading');
    expect(validateSheet([['Username', 'Date', 'Meal Fee']])).toBe('no_rows');
  });
});

it('a pasted whole number is read in every form, and a fraction is refused', () => {
  expect(['1', '2.0', '1,00', '0,0', '1.5'].map((text) => readFee('meal_fee', text)?.meal_fee)).toEqual([
    1,
    2,
    1,
    null,
    undefined,
  ]);
});
