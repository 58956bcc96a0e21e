import { expect, it } from 'vitest';
import { createDatabaseWait } from './database-wait.ts';

const LOST = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

const RUNNING = new AbortController().signal;

/** Creates work that fails a number of times and then returns its number of runs. */
function createWork(failures: number, error: Error = LOST) {
  let runs = 0;
  return async () => {
    runs += 1;
    if (runs <= failures) throw error;
    return Promise.resolve(runs);
  };
}

it('work is repeated until the database is back', async () => {
  expect(await createDatabaseWait(RUNNING)(createWork(3))).toBe(4);
});

it('an error that is not of the connection is not repeated', async () => {
  await expect(createDatabaseWait(RUNNING)(createWork(1, new Error('division by zero')))).rejects.toThrow(
    'division by zero',
  );
});

it('calls of a long outage fail at once, and the time starts again after it', async () => {
  const wait = createDatabaseWait(RUNNING, 300);
  await expect(wait(createWork(100))).rejects.toBe(LOST);
  const startedAt = performance.now();
  await expect(wait(createWork(100))).rejects.toBe(LOST);
  expect(performance.now() - startedAt).toBeLessThan(100);
  expect(await wait(createWork(0))).toBe(1);
  expect(await wait(createWork(1))).toBe(2);
});

it('a stopping server does not wait', async () => {
  await expect(createDatabaseWait(AbortSignal.abort())(createWork(1))).rejects.toBe(LOST);
});
