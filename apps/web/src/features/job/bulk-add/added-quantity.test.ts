import { describe, expect, it } from 'vitest';
import { sumAddedQuantity } from './added-quantity.ts';

const createJob = (...quantities: number[]) => ({ job_details: quantities.map((quantity) => ({ quantity })) });

describe('added quantity', () => {
  it('the quantity sums all jobs of all parts except skipped jobs', () => {
    const parts = [
      [createJob(3, 4), createJob(10)],
      [createJob(20), createJob(1)],
    ];
    expect(sumAddedQuantity(parts, [])).toBe(38);
    expect(sumAddedQuantity(parts, [{ index: 1 }, { index: 3 }])).toBe(27);
  });
});
