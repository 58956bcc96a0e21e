import { expect, it } from 'vitest';
import { workSpan } from './span.ts';

it('working time is in minutes below two hours, then in half hours', () => {
  expect(workSpan(0)).toEqual({ unit: 'minutes', n: 0 });
  expect(workSpan(119)).toEqual({ unit: 'minutes', n: 119 });
  expect(workSpan(120)).toEqual({ unit: 'hours', n: 2 });
  expect(workSpan(200)).toEqual({ unit: 'hours', n: 3.5 });
  expect(workSpan(12_345)).toEqual({ unit: 'hours', n: 206 });
});
