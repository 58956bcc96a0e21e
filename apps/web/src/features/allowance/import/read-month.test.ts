import { writeXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { readSheetMonth } from './read-month.ts';

const HIDDEN = new Map([[2, { hidden: true }]]);

it('hidden rows of a month file are skipped and reported', async () => {
  const opened = await readSheetMonth(
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
  expect(sheet?.notes).toEqual({ formulas: 0, hidden: [3], merged: 0, overDays: 0 });
});

it('a cell merged over several days counts for each day, unlike a merged title', async () => {
  const opened = await readSheetMonth(
    await writeXlsx({
      sheets: [
        {
          name: '11',
          rows: [
            ['November', null, null, null, null],
            ['Username', 1, 2, 3, 4],
            ['lan', 1, null, null, 2],
            ['minh', null, 1, null, null],
          ],
          merges: [
            { startRow: 0, startCol: 0, endRow: 0, endCol: 4 },
            { startRow: 2, startCol: 1, endRow: 2, endCol: 3 },
          ],
        },
      ],
    }),
  );
  const [sheet] = opened.ok ? opened.sheets : [];
  const read = sheet?.reading.ok ? sheet.reading.cells.map(({ username, day, cell }) => [username, day, cell]) : [];
  expect(read).toEqual([
    ['lan', 1, 1],
    ['lan', 2, 1],
    ['lan', 3, 1],
    ['lan', 4, 2],
    ['minh', 2, 1],
  ]);
  expect(sheet?.notes.overDays).toBe(1);
});
