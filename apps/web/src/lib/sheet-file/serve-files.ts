import type { SheetFileAnswer } from './use-sheet-file.ts';

/** A worker that reads files, beside the page, which goes on meanwhile: answers each with its sheets, or why it cannot be used. */
export function serveFiles<S>(open: (file: File) => Promise<SheetFileAnswer<S>>): void {
  addEventListener('message', ({ data }: MessageEvent<File>) => {
    void open(data)
      // What is thrown in a promise here is not told to the page by itself.
      .catch((): SheetFileAnswer<S> => ({ ok: false, code: 'unreadable' }))
      .then((answer) => postMessage(answer));
  });
}
