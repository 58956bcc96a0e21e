import { writeXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { readPrices } from './read-prices.ts';

const HIDDEN = new Map([[2, { hidden: true }]]);

it('hidden rows of a price sheet are reported, and merged categories count for each row', async () => {
  const opened = await readPrices(
    await writeXlsx({
      sheets: [
        {
          name: 'Prices',
          rows: [
            ['Category 1', 'Category 2', 'Retail Price'],
            ['Property', 'Sky', 2],
            [null, 'Lawn', 3],
            [null, 'Pool', 4],
          ],
          rowDefs: HIDDEN,
          merges: [{ startRow: 1, endRow: 3, startCol: 0, endCol: 0 }],
          cells: new Map([['2,2', { formula: '1+2', formulaResult: 3 }]]),
        },
      ],
    }),
  );
  const [sheet] = opened.ok ? opened.sheets : [];
  expect(sheet?.reading.ok && sheet.reading.rows.map(({ cells }) => [cells.category1, cells.category2])).toEqual([
    ['Property', 'Sky'],
    ['Property', 'Pool'],
  ]);
  expect(sheet?.notes).toEqual({ formulas: 0, hidden: [3], merged: 1 });
});
