import type { SheetFileResult } from './use-sheet-file.ts';

/** Starts a worker that reads files while the page stays usable. It responds to each message with the sheets of its file or an error. */
export function serveFiles<S, M = File>(open: (message: M) => Promise<SheetFileResult<S>>): void {
  addEventListener('message', ({ data }: MessageEvent<M>) => {
    void open(data)
      // An error in a promise here does not reach the page automatically.
      .catch((): SheetFileResult<S> => ({ ok: false, code: 'unreadable' }))
      .then((response) => postMessage(response));
  });
}
