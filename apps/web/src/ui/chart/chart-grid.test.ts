import { describe, expect, it } from 'vitest';
import { gridOf } from './chart-grid.ts';

describe('the grid of a chart', () => {
  it.each([0, 0.004, 0.3, 1, 7, 99.999, 100, 101, 753.848, 3437.797, 18_157.078, 20_000, 20_001, 1e9])(
    'the grid has at most the allowed lines and ends after %d',
    (highest) => {
      for (const lines of [3, 5]) {
        const { step, end } = gridOf(highest, lines);
        expect(end).toBeGreaterThanOrEqual(highest);
        expect(Math.round(end / step) + 1).toBeLessThanOrEqual(lines);
      }
    },
  );

  it('the steps of counts are whole', () => {
    expect(gridOf(1, 5, true)).toEqual({ step: 1, end: 1 });
    expect(gridOf(2, 5, true)).toEqual({ step: 1, end: 2 });
    expect(gridOf(9, 5, true)).toEqual({ step: 5, end: 10 });
    expect(gridOf(100, 5, true)).toEqual({ step: 25, end: 100 });
    expect(gridOf(0, 5, true)).toEqual({ step: 1, end: 1 });
  });

  it('the steps are round', () => {
    expect(gridOf(18_157.078, 5)).toEqual({ step: 5000, end: 20_000 });
    expect(gridOf(18_157.078, 3)).toEqual({ step: 10_000, end: 20_000 });
    expect(gridOf(753.848, 5)).toEqual({ step: 200, end: 800 });
  });
});
