import { describe, expect, it } from 'vitest';
import { isDelivered, MAX_RETRY_MS, calculateWait } from './attempts.ts';

describe('the wait between two attempts', () => {
  it('the wait is half a minute and doubles up to an hour', () => {
    const minutes = [1, 2, 3, 4, 5, 6, 7, 8, 20].map((attempts) => calculateWait(attempts, 0.5) / 60_000);
    expect(minutes).toEqual([0.5, 1, 2, 4, 8, 16, 32, 60, 60]);
  });

  it('the wait varies at random by a fifth', () => {
    expect([calculateWait(3, 0), calculateWait(3, 1)]).toEqual([96_000, 144_000]);
  });

  it('a day has about thirty attempts', () => {
    let tried = 0;
    for (let at = 0; at < MAX_RETRY_MS; at += calculateWait(++tried, 0.5));
    expect(tried).toBeGreaterThanOrEqual(28);
    expect(tried).toBeLessThanOrEqual(34);
  });
});

it('only a status of 2xx means delivered', () => {
  expect([200, 204, 299].map(isDelivered)).toEqual([true, true, true]);
  expect([199, 301, 302, 307, 400, 410, 500].map(isDelivered)).toEqual(Array(7).fill(false));
});
