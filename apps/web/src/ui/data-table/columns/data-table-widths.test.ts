import { describe, expect, it } from 'vitest';
import { layOut, NARROWEST } from './data-table-widths.ts';

const id = { key: 'id', width: 100 };
const job = { key: 'job', min: 200, grow: 2 };
const customer = { key: 'customer', min: 140 };
const note = { key: 'note', kind: 'text', min: 100, leaves: 1 } as const;
const since = { key: 'since', width: 90, leaves: 2, sort: 'since' };
const ALL = [id, job, customer, note, since];

const total = (room: number) => [...layOut(ALL, room).widths.values()].reduce((a, b) => a + b, 0);

describe('the width of a table', () => {
  it('is used exactly', () => {
    for (const room of [1400, 1000, 630, 500, 400, 250]) expect(total(room), `${room}`).toBeCloseTo(room, 0);
  });

  it('goes to the declared widths first, then to names and texts by share', () => {
    expect(Object.fromEntries(layOut(ALL, 630 + 40).widths)).toEqual({
      id: 100,
      job: 200 + 20,
      customer: 140 + 10,
      note: 100 + 10,
      since: 90,
    });
  });

  it('goes to the first column when all columns are figures', () => {
    expect(Object.fromEntries(layOut([id, since], 300).widths)).toEqual({ id: 210, since: 90 });
  });

  it('drops whole columns in the declared order before any shrinks', () => {
    expect(layOut(ALL, 629).left).toEqual(new Set(['note']));
    expect([...layOut(ALL, 440).left]).toEqual(['note', 'since']);
    expect(layOut(ALL, 440).widths.get('job')).toBe(200);
  });

  it('shrinks names only when no column can be dropped, and figures never', () => {
    const { widths } = layOut(ALL, 400);
    expect(widths.get('id')).toBe(100);
    expect(widths.get('job')! + widths.get('customer')!).toBeCloseTo(300, 0);
    expect(layOut(ALL, 100).widths.get('job')).toBe(72);
  });

  it('keeps the column that the rows are sorted by', () => {
    expect([...layOut(ALL, 440, { sort: '-since' }).left]).toEqual(['note']);
  });

  it('restores a narrow column when a wide one was dropped after it', () => {
    const strip = { key: 'strip', width: 136, leaves: 3 };
    expect([...layOut([id, job, since, strip], 400).left]).toEqual(['strip']);
  });

  it("keeps a column's width set by the user, which drops no other column", () => {
    const { widths, left } = layOut(ALL, 700, { own: { job: 300, id: 80 } });
    expect(widths.get('job')).toBe(300);
    expect(widths.get('id')).toBe(80);
    expect([...left]).toEqual([...layOut(ALL, 700).left]);
    expect(layOut(ALL, 700, { own: { job: 800 } }).widths.get('customer')).toBe(NARROWEST);
  });
});
