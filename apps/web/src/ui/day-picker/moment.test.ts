import { describe, expect, it } from 'vitest';
import { toInstant, isCompleteMoment, toMoment } from './moment.ts';

describe('typed moments', () => {
  it("a moment is Bangkok's day and time, and converts back to the same instant", () => {
    const moment = toMoment('2026-11-21T17:05:00.000Z');
    expect(moment).toEqual({ day: '2026-11-22', time: '00:05' });
    expect(toInstant(moment)).toBe('2026-11-21T17:05:00.000Z');
  });

  it('a complete moment is empty or has both a day and a time', () => {
    expect(isCompleteMoment(toMoment(null))).toBe(true);
    expect(isCompleteMoment({ day: '2026-11-22', time: '' })).toBe(false);
    expect(isCompleteMoment({ day: null, time: '09:00' })).toBe(false);
    expect(isCompleteMoment({ day: '31/02/2026', time: '09:00' })).toBe(false);
    expect(isCompleteMoment({ day: '2026-11-22', time: '25:00' })).toBe(false);
    expect(isCompleteMoment({ day: '2026-11-22', time: '9h30' })).toBe(true);
  });
});
