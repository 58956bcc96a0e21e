import { describe, expect, it } from 'vitest';
import { addedQuantity } from './added-quantity.ts';

const job = (...quantities: number[]) => ({ job_details: quantities.map((quantity) => ({ quantity })) });

describe('how many pieces went in', () => {
  it('are those of all jobs, over all parts, but of those that were skipped', () => {
    const parts = [
      [job(3, 4), job(10)],
      [job(20), job(1)],
    ];
    expect(addedQuantity(parts, [])).toBe(38);
    expect(addedQuantity(parts, [{ index: 1 }, { index: 3 }])).toBe(27);
  });
});
