import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { openGrids } from './open-grids.ts';

describe('a number of a workbook', () => {
  it('is read to the digits Excel shows, typed or reckoned', async () => {
    const reckoned = 0.1 + 0.2;
    expect(reckoned).not.toBe(0.3);
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Prices',
          rows: [
            [reckoned, 1.755 + Number.EPSILON, 1.1000000000000001, 12, -0.5, 123_456_789.123, 'as 0.30000000000000004'],
            [null],
          ],
          cells: new Map([['1,0', { formula: '0.1+0.2', formulaResult: reckoned }]]),
        },
      ],
    });
    const opened = await openGrids(bytes, () => 1);
    if (!opened.ok) throw new Error(opened.code);
    expect(opened.sheets[0]?.grid).toEqual([
      [0.3, 1.755, 1.1, 12, -0.5, 123_456_789.123, 'as 0.30000000000000004'],
      [0.3, null, null, null, null, null, null],
    ]);
  });
});
