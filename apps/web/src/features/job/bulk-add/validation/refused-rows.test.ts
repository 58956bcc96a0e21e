import { describe, expect, it } from 'vitest';
import type { SheetRow } from '@darkroom/domain/order-sheet/fields';
import { draftReducer, correctRows, NO_ORDER_DRAFT, type SheetSource } from '../draft.ts';
import { findRefusedRows } from './refused-rows.ts';

const SOURCE: SheetSource = {
  name: 'w47.xlsx',
  heading_row: 3,
  fields: [],
  notes: { formulas: 0, hidden: [], merged: 0 },
  ignored: [],
  unread: [],
};
const createRow = (row: number): SheetRow => ({ row, cells: {} });
const createError = (field: string) => ({ field, code: 'invalid', message: 'No.' });

describe('errors of the server', () => {
  const rows = [createRow(4), createRow(5), createRow(9)];
  const detail_rows = [[1], [0, 2]];

  it('an error of the server marks the row and the cell that it names', () => {
    const refused = findRefusedRows(
      [
        createError('jobs.1.job_details.1.quantity'),
        createError('jobs.1.job_details.1.service_cat2_id'),
        createError('jobs.1.customer2_id'),
        createError('jobs.0'),
      ],
      rows,
      detail_rows,
    );
    expect([...refused].map(([row, all]) => [row, all.map((item) => item.field)])).toEqual([
      [9, ['quantity', 'category2']],
      [4, ['customer2']],
      [5, ['row']],
    ]);
  });

  it('errors without a known row are ignored', () => {
    expect(
      findRefusedRows([createError('jobs'), createError('jobs.7.job_name'), createError('')], rows, detail_rows).size,
    ).toBe(0);
  });
});

describe('draft of an order sheet', () => {
  const loaded = draftReducer(NO_ORDER_DRAFT, { type: 'load', source: SOURCE, rows: [createRow(4), createRow(5)] });

  it('undo reverts every step, one at a time', () => {
    const corrected = draftReducer(loaded, correctRows([4], { quantity: '7' }));
    const leftOut = draftReducer(corrected, { type: 'leave_out', rows: new Map([[5, []]]) });
    expect(leftOut.current?.rows[0]?.cells.quantity).toBe('7');
    expect(leftOut.current?.left_out.has(5)).toBe(true);
    const restored = draftReducer(draftReducer(leftOut, { type: 'undo' }), { type: 'undo' });
    expect([restored.current, restored.past]).toEqual([loaded.current, loaded.past]);
    expect(draftReducer(restored, { type: 'undo' })).toBe(restored);
  });

  it('a refused row stays marked until the user changes it', () => {
    const refused = draftReducer(loaded, {
      type: 'refuse',
      refused: new Map([
        [4, [{ field: 'quantity', code: 'invalid', message: 'No.' }]],
        [5, [{ field: 'row', code: 'invalid', message: 'No.' }]],
      ]),
    });
    const corrected = draftReducer(refused, correctRows([4], { quantity: '7' }));
    expect([...(corrected.current?.refused.keys() ?? [])]).toEqual([5]);
  });
});
