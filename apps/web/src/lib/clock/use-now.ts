import { useSyncExternalStore } from 'react';
import { clockNow, onClockChange } from './clock.ts';

const SAME_MOMENT_MS = 1000;

/** Creates one shared clock per interval, because each row of a list shows a time. The clock stops while the page is hidden. */
function createClock(everyMs: number) {
  const listeners = new Set<() => void>();
  let now = clockNow();
  let stop = () => {};
  const tick = () => {
    if (document.visibilityState !== 'visible') return;
    now = clockNow();
    for (const listener of listeners) listener();
  };
  return {
    subscribe: (listener: () => void) => {
      if (listeners.size === 0) {
        const timer = setInterval(tick, everyMs);
        const unsubscribe = onClockChange(tick);
        document.addEventListener('visibilitychange', tick);
        stop = () => {
          clearInterval(timer);
          unsubscribe();
          document.removeEventListener('visibilitychange', tick);
        };
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    now: () => {
      // Without listeners the clock can be hours old. Two reads at the same moment return the same time.
      if (listeners.size === 0 && Math.abs(clockNow() - now) >= SAME_MOMENT_MS) now = clockNow();
      return now;
    },
  };
}

const clocks = new Map<number, ReturnType<typeof createClock>>();

/** Returns the current time in ms, updated every `everyMs` while the tab is visible: for running times. */
export function useNow(everyMs = 1000): number {
  const clock = clocks.get(everyMs) ?? createClock(everyMs);
  clocks.set(everyMs, clock);
  return useSyncExternalStore(clock.subscribe, clock.now);
}
