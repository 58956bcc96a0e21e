import { useSyncExternalStore } from 'react';

const AT_ONCE_MS = 1000;

/** One clock for everything that goes on alike: a list has a time in each of its rows. It stands still while nobody looks. */
function clockOf(everyMs: number) {
  const listeners = new Set<() => void>();
  let now = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = () => {
    if (document.visibilityState !== 'visible') return;
    now = Date.now();
    for (const listener of listeners) listener();
  };
  return {
    subscribe: (listener: () => void) => {
      if (listeners.size === 0) {
        timer = setInterval(tick, everyMs);
        document.addEventListener('visibilitychange', tick);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        document.removeEventListener('visibilitychange', tick);
      };
    },
    now: () => {
      // Nobody listened: it may have stood for hours. Asked twice at once it says the same.
      if (listeners.size === 0 && Math.abs(Date.now() - now) >= AT_ONCE_MS) now = Date.now();
      return now;
    },
  };
}

const clocks = new Map<number, ReturnType<typeof clockOf>>();

/** The current time in ms, updated every `everyMs` while the tab is visible: for running times. */
export function useNow(everyMs = 1000): number {
  const clock = clocks.get(everyMs) ?? clockOf(everyMs);
  clocks.set(everyMs, clock);
  return useSyncExternalStore(clock.subscribe, clock.now);
}
