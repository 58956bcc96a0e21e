import type { SheetFileResult } from './use-sheet-file.ts';

/** Starts a worker that reads files while the page stays usable. It responds to each file with its sheets or an error. */
export function serveFiles<S>(open: (file: File, options: unknown) => Promise<SheetFileResult<S>>): void {
  addEventListener('message', ({ data }: MessageEvent<{ file: File; options: unknown }>) => {
    void open(data.file, data.options)
      // An error in a promise here does not reach the page automatically.
      .catch((): SheetFileResult<S> => ({ ok: false, code: 'unreadable' }))
      .then((response) => postMessage(response));
  });
}
