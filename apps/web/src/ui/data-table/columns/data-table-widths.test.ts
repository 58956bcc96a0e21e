import { describe, expect, it } from 'vitest';
import { layOutColumns, MIN_WIDTH } from './data-table-widths.ts';

const id = { key: 'id', width: 100 };
const job = { key: 'job', min: 200, grow: 2 };
const customer = { key: 'customer', min: 140 };
const note = { key: 'note', kind: 'text', min: 100, hideOrder: 1 } as const;
const since = { key: 'since', width: 90, hideOrder: 2, sort: 'since' };
const ALL = [id, job, customer, note, since];

const sumWidths = (tableWidth: number) =>
  [...layOutColumns(ALL, tableWidth).widths.values()].reduce((a, b) => a + b, 0);

describe('the width of a table', () => {
  it('the columns use the width exactly', () => {
    for (const tableWidth of [1400, 1000, 630, 500, 400, 250])
      expect(sumWidths(tableWidth), `${tableWidth}`).toBeCloseTo(tableWidth, 0);
  });

  it('declared widths are served first, then names and texts by share', () => {
    expect(Object.fromEntries(layOutColumns(ALL, 630 + 40).widths)).toEqual({
      id: 100,
      job: 200 + 20,
      customer: 140 + 10,
      note: 100 + 10,
      since: 90,
    });
  });

  it('the first column has the remaining width when all columns are figures', () => {
    expect(Object.fromEntries(layOutColumns([id, since], 300).widths)).toEqual({ id: 210, since: 90 });
  });

  it('whole columns are dropped in the declared order before any shrinks', () => {
    expect(layOutColumns(ALL, 629).dropped).toEqual(new Set(['note']));
    expect([...layOutColumns(ALL, 440).dropped]).toEqual(['note', 'since']);
    expect(layOutColumns(ALL, 440).widths.get('job')).toBe(200);
  });

  it('names shrink only when no column can be dropped, and figures never', () => {
    const { widths } = layOutColumns(ALL, 400);
    expect(widths.get('id')).toBe(100);
    expect(widths.get('job')! + widths.get('customer')!).toBeCloseTo(300, 0);
    expect(layOutColumns(ALL, 100).widths.get('job')).toBe(72);
  });

  it('the column that the rows are sorted by stays', () => {
    expect([...layOutColumns(ALL, 440, { sort: '-since' }).dropped]).toEqual(['note']);
  });

  it('a narrow column is restored when a wide one was dropped after it', () => {
    const stripColumn = { key: 'strip', width: 136, hideOrder: 3 };
    expect([...layOutColumns([id, job, since, stripColumn], 400).dropped]).toEqual(['strip']);
  });

  it("a column's width set by the user stays and drops no other column", () => {
    const { widths, dropped: droppedColumns } = layOutColumns(ALL, 700, { userWidths: { job: 300, id: 80 } });
    expect(widths.get('job')).toBe(300);
    expect(widths.get('id')).toBe(80);
    expect([...droppedColumns]).toEqual([...layOutColumns(ALL, 700).dropped]);
    expect(layOutColumns(ALL, 700, { userWidths: { job: 800 } }).widths.get('customer')).toBe(MIN_WIDTH);
  });
});
