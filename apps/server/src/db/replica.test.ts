import { expect, it } from 'vitest';
import { calculateLag } from './replica.ts';

const POSITIONS = [
  { at: 1000, position: '0/FFFFFF00' },
  { at: 3000, position: '1/10' },
  { at: 5000, position: '1/200' },
];

it.each([
  ['it has replayed everything', '1/200', 500],
  ['it has replayed more than was read of the primary', '1/300', 500],
  ['it is one position late', '1/1FF', 2500],
  ['it is late over the end of a log file', '0/FFFFFF01', 4500],
  ['it has replayed no known position', '0/1', Infinity],
])('the data of a replica have the age of the newest replayed position: %s', (_name, replayed, lag) => {
  expect(calculateLag(POSITIONS, replayed, 5500)).toBe(lag);
});
