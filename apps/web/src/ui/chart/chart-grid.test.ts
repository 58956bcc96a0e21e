import { describe, expect, it } from 'vitest';
import { computeGrid } from './chart-grid.ts';

describe('the grid of a chart', () => {
  it.each([0, 0.004, 0.3, 1, 7, 99.999, 100, 101, 753.848, 3437.797, 18_157.078, 20_000, 20_001, 1e9])(
    'the grid has at most the allowed lines and ends after %d',
    (highest) => {
      for (const lines of [3, 5]) {
        const { step, end } = computeGrid(highest, lines);
        expect(end).toBeGreaterThanOrEqual(highest);
        expect(Math.round(end / step) + 1).toBeLessThanOrEqual(lines);
      }
    },
  );

  it('the steps of counts are whole', () => {
    expect(computeGrid(1, 5, true)).toEqual({ step: 1, end: 1 });
    expect(computeGrid(2, 5, true)).toEqual({ step: 1, end: 2 });
    expect(computeGrid(9, 5, true)).toEqual({ step: 5, end: 10 });
    expect(computeGrid(100, 5, true)).toEqual({ step: 25, end: 100 });
    expect(computeGrid(0, 5, true)).toEqual({ step: 1, end: 1 });
  });

  it('the steps are round', () => {
    expect(computeGrid(18_157.078, 5)).toEqual({ step: 5000, end: 20_000 });
    expect(computeGrid(18_157.078, 3)).toEqual({ step: 10_000, end: 20_000 });
    expect(computeGrid(753.848, 5)).toEqual({ step: 200, end: 800 });
  });
});
