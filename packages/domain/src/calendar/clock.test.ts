import { describe, expect, it } from 'vitest';
import { clockOf, instantAt } from './clock.ts';

describe('times of day', () => {
  it('a time of day is in Bangkok’s time', () => {
    expect(clockOf('2026-11-21T17:05:30.000Z')).toBe('00:05');
    expect(instantAt('2026-11-22', '00:05')).toBe('2026-11-21T17:05:00.000Z');
    expect(instantAt('2026-11-22', '23:59')).toBe('2026-11-22T16:59:00.000Z');
  });
});
