import { describe, expect, it } from 'vitest';
import { parseTimeOfDay } from './time-of-day.ts';

describe('a typed time of day', () => {
  it.each([
    ['7', '07:00'],
    ['22', '22:00'],
    ['730', '07:30'],
    ['2230', '22:30'],
    ['7.30', '07:30'],
    ['7h30', '07:30'],
    [' 06:05 ', '06:05'],
  ])('“%s” is read as %s', (text, time) => expect(parseTimeOfDay(text)).toBe(time));

  it.each(['', '24:00', '7:60', '7:3', '10 PM', 'noon'])('“%s” is not accepted', (text) =>
    expect(parseTimeOfDay(text)).toBeNull(),
  );
});
