/**
 * Returns the browser's locks, which choose the tab that does the work of all tabs. Undefined on a page without HTTPS. Each tab then does
 * the work.
 */
const getLockManager = (): LockManager | undefined => ('locks' in navigator ? navigator.locks : undefined);

/** Runs the work in the first tab that requests it, and in no other while that tab is open. */
export function runInOneTab(name: string, work: () => void): void {
  const manager = getLockManager();
  if (!manager) return work();
  void manager.request(name, { ifAvailable: true }, (lock) => {
    if (!lock) return undefined;
    work();
    // Held until the tab is closed, so that later tabs see that the work was done.
    return new Promise<void>(() => undefined);
  });
}

/** Waits for a role that only one tab has at a time. `begin` returns its end function. Returns a function that ends the role. */
export function holdTabRole(name: string, begin: () => () => void): () => void {
  const controller = new AbortController();
  void getLockManager()
    ?.request(name, { signal: controller.signal }, () => {
      const end = begin();
      return new Promise<void>((resolve) => {
        const stop = () => {
          end();
          resolve();
        };
        if (controller.signal.aborted) stop();
        else controller.signal.addEventListener('abort', stop);
      });
    })
    // Given up while waiting.
    .catch(() => undefined);
  return () => controller.abort();
}
