// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let arrive: () => void;

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(heard: () => void) {
        arrive = heard;
      }
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A part that waits for the rows, and whether it has been fetched. */
async function waiting() {
  const load = vi.fn(() => Promise.resolve());
  const { afterRows, rowsAreShown } = await import('./after-rows.ts');
  void afterRows(load)();
  return { load, rowsAreShown };
}

it('what stands around a list comes once the rows are there, not while their files still arrive', async () => {
  const { load, rowsAreShown } = await waiting();
  for (let second = 0; second < 6; second++) {
    await vi.advanceTimersByTimeAsync(1000);
    arrive();
  }
  expect(load).not.toHaveBeenCalled();
  rowsAreShown();
  await vi.advanceTimersByTimeAsync(200);
  expect(load).toHaveBeenCalledOnce();
});

it('without rows it comes when the line has been quiet for a while, or by the longest wait', async () => {
  const { load } = await waiting();
  await vi.advanceTimersByTimeAsync(1900);
  arrive();
  await vi.advanceTimersByTimeAsync(1900);
  expect(load).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(load).toHaveBeenCalledOnce();

  const { load: onSlowLine } = await waiting();
  for (let second = 0; second < 10; second++) {
    expect(onSlowLine).not.toHaveBeenCalled();
    arrive();
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(onSlowLine).toHaveBeenCalledOnce();
});

it('whoever is at work already does not wait', async () => {
  const { load } = await waiting();
  dispatchEvent(new Event('keydown'));
  await vi.advanceTimersByTimeAsync(0);
  expect(load).toHaveBeenCalledOnce();
});
