import { writeXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { readMonth } from './read-month.ts';

const HIDDEN = new Map([[2, { hidden: true }]]);

it('hidden rows of a month are not read, and told', async () => {
  const opened = await readMonth(
    await writeXlsx({
      sheets: [
        {
          name: '11',
          rows: [
            ['Username', 1, 2],
            ['lan', 1, 2],
            ['minh', 1, 2],
          ],
          rowDefs: HIDDEN,
        },
      ],
    }),
  );
  const [sheet] = opened.ok ? opened.sheets : [];
  expect(sheet?.reading.ok && sheet.reading.cells.map(({ username }) => username)).toEqual(['lan', 'lan']);
  expect(sheet?.notes).toEqual({ formulas: 0, hidden: [3], merged: 0 });
});
