/** However slow the list is, what stands around it is not waited for longer. */
const LONGEST_MS = 2000;
/** For a browser that does not tell when it is idle. */
const SOON_MS = 100;

let show: () => void = () => undefined;
const shown = new Promise<void>((resolve) => (show = resolve));

/** A list has drawn its first rows, or has said why there are none. */
export function rowsAreShown(): void {
  if ('requestIdleCallback' in window) requestIdleCallback(show, { timeout: LONGEST_MS });
  else setTimeout(show, SOON_MS);
}

/** Somebody is at work already. */
const touched = () =>
  new Promise<void>((resolve) => {
    for (const kind of ['pointerdown', 'keydown'])
      addEventListener(kind, () => resolve(), { once: true, capture: true });
  });

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, LONGEST_MS));

/** Fetches code that a list is read without after the first rows of a visit, so that they do not share the line (quality 15). */
export const afterRows =
  <T>(load: () => Promise<T>) =>
  (): Promise<T> =>
    Promise.race([shown, touched(), pause()]).then(load);
