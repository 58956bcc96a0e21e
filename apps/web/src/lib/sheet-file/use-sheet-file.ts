import { useCallback, useEffect, useRef, useState } from 'react';
import { MAX_FILE_BYTES, type FileError } from './limits.ts';

/** What a worker answers that reads a file: its sheets, or why it cannot be used at all. */
export type SheetFileAnswer<S> =
  | { readonly ok: true; readonly sheets: readonly S[] }
  | { readonly ok: false; readonly code: FileError };

type Opening<S> =
  | { readonly state: 'idle' }
  | { readonly state: 'busy'; readonly name: string }
  | { readonly state: 'opened'; readonly name: string; readonly answer: SheetFileAnswer<S> };

/** Reads a file in a worker that lives for that file; cancelling ends it in the middle of whatever it does. */
export function useSheetFile<S>(makeWorker: () => Worker) {
  const [opening, setOpening] = useState<Opening<S>>({ state: 'idle' });
  const worker = useRef<Worker | null>(null);
  const stop = useCallback(() => {
    worker.current?.terminate();
    worker.current = null;
  }, []);
  useEffect(() => stop, [stop]);

  const openFile = (file: File) => {
    stop();
    const done = (answer: SheetFileAnswer<S>) => {
      setOpening({ state: 'opened', name: file.name, answer });
      stop();
    };
    if (file.size > MAX_FILE_BYTES) return done({ ok: false, code: 'too_large' });
    setOpening({ state: 'busy', name: file.name });
    const fresh = makeWorker();
    worker.current = fresh;
    fresh.addEventListener('message', ({ data }: MessageEvent<SheetFileAnswer<S>>) => done(data));
    // Out of memory, a file taken away while it was read, or a release that took the script away.
    fresh.addEventListener('error', () => done({ ok: false, code: 'unreadable' }));
    return fresh.postMessage(file);
  };
  const reset = () => {
    stop();
    setOpening({ state: 'idle' });
  };
  return { opening, openFile, reset };
}
