import { useCallback, useEffect, useRef, useState } from 'react';
import { MAX_FILE_BYTES, type FileError } from './limits.ts';

/** The answer of a worker that reads a file: its sheets or an error. */
export type SheetFileAnswer<S> =
  | { readonly ok: true; readonly sheets: readonly S[] }
  | { readonly ok: false; readonly code: FileError };

type Opening<S> =
  | { readonly state: 'idle' }
  | { readonly state: 'busy'; readonly name: string }
  | { readonly state: 'opened'; readonly name: string; readonly answer: SheetFileAnswer<S> };

/** Reads a file in its own worker. Cancelling ends the worker at any moment. */
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
    // Out of memory, a file removed during reading, or a script missing after a release.
    fresh.addEventListener('error', () => done({ ok: false, code: 'unreadable' }));
    return fresh.postMessage(file);
  };
  const reset = () => {
    stop();
    setOpening({ state: 'idle' });
  };
  return { opening, openFile, reset };
}
