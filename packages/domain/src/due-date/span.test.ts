import { expect, it } from 'vitest';
import { roundWorkTime } from './span.ts';

it('working time is in minutes below two hours, then in half hours', () => {
  expect(roundWorkTime(0)).toEqual({ unit: 'minutes', n: 0 });
  expect(roundWorkTime(119)).toEqual({ unit: 'minutes', n: 119 });
  expect(roundWorkTime(120)).toEqual({ unit: 'hours', n: 2 });
  expect(roundWorkTime(200)).toEqual({ unit: 'hours', n: 3.5 });
  expect(roundWorkTime(12_345)).toEqual({ unit: 'hours', n: 206 });
});
