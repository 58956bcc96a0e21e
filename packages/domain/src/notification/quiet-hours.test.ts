import { describe, expect, it } from 'vitest';
import { isQuietTime, isTimeOfDay } from './quiet-hours.ts';

describe('quiet hours', () => {
  it('quiet hours are in Bangkok’s time, with the first minute and without the last', () => {
    const lunch = { from: '11:30', to: '13:00' };
    // 04:30 UTC is 11:30 in Bangkok.
    expect(isQuietTime(lunch, '2026-11-22T04:29:59.000Z')).toBe(false);
    expect(isQuietTime(lunch, '2026-11-22T04:30:00.000Z')).toBe(true);
    expect(isQuietTime(lunch, '2026-11-22T05:59:59.000Z')).toBe(true);
    expect(isQuietTime(lunch, '2026-11-22T06:00:00.000Z')).toBe(false);
  });

  it('quiet hours can span midnight', () => {
    const night = { from: '22:00', to: '06:00' };
    expect(isQuietTime(night, '2026-11-22T15:00:00.000Z')).toBe(true);
    expect(isQuietTime(night, '2026-11-22T22:59:00.000Z')).toBe(true);
    expect(isQuietTime(night, '2026-11-22T23:00:00.000Z')).toBe(false);
    expect(isQuietTime(night, '2026-11-22T05:00:00.000Z')).toBe(false);
  });

  it('a user without a setting has no quiet hours', () => {
    expect(isQuietTime(null, '2026-11-22T15:00:00.000Z')).toBe(false);
  });

  it('quiet hours are times of a day', () => {
    expect(['00:00', '23:59', '07:05'].every(isTimeOfDay)).toBe(true);
    expect(['24:00', '7:05', '12:60', '', '12:00:00', '٠٧:٠٠'].filter(isTimeOfDay)).toEqual([]);
  });
});
