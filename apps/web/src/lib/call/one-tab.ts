/**
 * What one tab of a browser does for all of them. The browser's own locks decide which one it is; where there are none (a
 * page that is not served securely), each tab does it.
 */
const locks = (): LockManager | undefined => ('locks' in navigator ? navigator.locks : undefined);

/** Does something in the first of this browser's tabs that asks, and in no other while that tab is open. */
export function onceInBrowser(name: string, work: () => void): void {
  const manager = locks();
  if (!manager) return work();
  void manager.request(name, { ifAvailable: true }, (lock) => {
    if (!lock) return undefined;
    work();
    // Kept until the tab is closed: who asks later learns that it was done.
    return new Promise<void>(() => undefined);
  });
}

/** Waits for a role that only one tab has at a time; `begin` returns how to end it. Returns a function that gives it up. */
export function takeTurn(name: string, begin: () => () => void): () => void {
  const given = new AbortController();
  void locks()
    ?.request(name, { signal: given.signal }, () => {
      const end = begin();
      return new Promise<void>((resolve) => {
        const stop = () => {
          end();
          resolve();
        };
        if (given.signal.aborted) stop();
        else given.signal.addEventListener('abort', stop);
      });
    })
    // Given up while waiting.
    .catch(() => undefined);
  return () => given.abort();
}
