import { describe, expect, it } from 'vitest';
import { differs, fallsTo } from './counts.ts';

describe('an order that is split among tasks', () => {
  const share = (others: number, uncounted: number) => ({ tasks: 3, others, uncounted });
  const ALONE = { tasks: 1, others: 0, uncounted: 0 };

  it('falls to them in equal parts of what is left', () => {
    expect(fallsTo(36, ALONE)).toBe(36);
    expect(fallsTo(36, share(0, 2))).toBe(12);
    expect(fallsTo(36, share(20, 1))).toBe(8);
    expect(fallsTo(36, share(30, 0))).toBe(6);
    expect(fallsTo(36, share(40, 0))).toBe(0);
  });

  it('is short only once all have counted, and too much as soon as it is', () => {
    expect(differs(36, 18, share(18, 0))).toBeNull();
    expect(differs(36, 18, share(0, 2))).toBeNull();
    expect(differs(36, 10, share(20, 0))).toBe(-6);
    expect(differs(36, 30, share(10, 1))).toBe(4);
    expect(differs(20, 18, ALONE)).toBe(-2);
  });
});
