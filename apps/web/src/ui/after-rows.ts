/** A page without rows: nothing has come over the line for so long, and what stands around it has it for itself. */
const QUIET_MS = 2000;
/** However slow the line is, what stands around the list is not waited for longer. */
const LONGEST_MS = 10_000;
/** For a browser that does not tell when it is idle. */
const SOON_MS = 100;

let show: () => void = () => undefined;
const shown = new Promise<void>((resolve) => (show = resolve));

/** A list has drawn its first rows, or has said why there are none. */
export function rowsAreShown(): void {
  if ('requestIdleCallback' in window) requestIdleCallback(show, { timeout: QUIET_MS });
  else setTimeout(show, SOON_MS);
}

/** Somebody is at work already. */
const touched = () =>
  new Promise<void>((resolve) => {
    for (const kind of ['pointerdown', 'keydown'])
      addEventListener(kind, () => resolve(), { once: true, capture: true });
  });

/** The line is quiet: on a slow one, or a slow device, what the rows are made of is still on its way after any fixed time. */
const quiet = () =>
  new Promise<void>((resolve) => {
    let wait = setTimeout(end, QUIET_MS);
    const last = setTimeout(end, LONGEST_MS);
    const line = new PerformanceObserver(() => {
      clearTimeout(wait);
      wait = setTimeout(end, QUIET_MS);
    });
    line.observe({ type: 'resource' });
    function end() {
      line.disconnect();
      clearTimeout(wait);
      clearTimeout(last);
      resolve();
    }
  });

/** Fetches code that a list is read without after the first rows of a visit, so that they do not share the line (quality 15). */
export const afterRows =
  <T>(load: () => Promise<T>) =>
  (): Promise<T> =>
    Promise.race([shown, touched(), quiet()]).then(load);
