import { describe, expect, it } from 'vitest';
import { toPastedCells, toRange, parseCopied } from './grid-range.ts';

describe('ranges of cells', () => {
  const index = new Map([
    [7, 0],
    [8, 1],
    [9, 2],
  ]);

  it('a range lies between its ends in either order', () => {
    const selected = { active: { id: 7, column: 3 }, anchor: { id: 9, column: 1 } };
    expect(toRange(selected, index)).toEqual({ top: 0, bottom: 2, left: 1, right: 3 });
    expect(toRange({ ...selected, active: { id: 99, column: 1 } }, index)).toBeNull();
  });

  it('a range accepts cells copied from a spreadsheet', () => {
    expect(parseCopied('1\t2\r\n3\t"a ""b""\tc"\r\n')).toEqual([
      ['1', '2'],
      ['3', 'a "b"\tc'],
    ]);
    const range = { top: 1, bottom: 2, left: 1, right: 2 };
    expect(toPastedCells([['5']], range)).toHaveLength(4);
    expect(toPastedCells([['5', '6']], range)).toEqual([
      { index: 1, column: 1, text: '5' },
      { index: 1, column: 2, text: '6' },
    ]);
  });
});
