import { describe, expect, it } from 'vitest';
import { clockOf, instantAt, readClock } from './clock.ts';

describe('a time of day', () => {
  it('is Bangkok’s, whatever the day in UTC', () => {
    expect(clockOf('2026-11-21T17:05:30.000Z')).toBe('00:05');
    expect(instantAt('2026-11-22', '00:05')).toBe('2026-11-21T17:05:00.000Z');
    expect(instantAt('2026-11-22', '23:59')).toBe('2026-11-22T16:59:00.000Z');
  });

  it.each([
    ['9:05', '09:05'],
    ['09.05', '09:05'],
    ['0905', '09:05'],
    ['905', '09:05'],
    ['9h05', '09:05'],
    ['9h', '09:00'],
    [' 23 ', '23:00'],
  ])('is read from %s', (text, clock) => {
    expect(readClock(text)).toBe(clock);
  });

  it.each(['', '24:00', '9:60', '9:5', 'nine', '12:00 pm'])('is not read from “%s”', (text) => {
    expect(readClock(text)).toBeNull();
  });
});
