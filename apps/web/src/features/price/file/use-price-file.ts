import { useCallback, useEffect, useRef, useState } from 'react';
import { MAX_FILE_BYTES } from '../../../lib/sheet-file/limits.ts';
import type { PriceFileAnswer } from './price-file-worker.ts';

type Opening =
  | { readonly state: 'idle' }
  | { readonly state: 'busy'; readonly name: string }
  | { readonly state: 'opened'; readonly name: string; readonly answer: PriceFileAnswer };

/** Reads a file in a worker that lives for that file; cancelling ends it in the middle of whatever it does. */
export function usePriceFile() {
  const [opening, setOpening] = useState<Opening>({ state: 'idle' });
  const worker = useRef<Worker | null>(null);
  const stop = useCallback(() => {
    worker.current?.terminate();
    worker.current = null;
  }, []);
  useEffect(() => stop, [stop]);

  const openFile = (file: File) => {
    stop();
    const done = (answer: PriceFileAnswer) => {
      setOpening({ state: 'opened', name: file.name, answer });
      stop();
    };
    if (file.size > MAX_FILE_BYTES) return done({ ok: false, code: 'too_large' });
    setOpening({ state: 'busy', name: file.name });
    const fresh = new Worker(new URL('./price-file-worker.ts', import.meta.url), { type: 'module' });
    worker.current = fresh;
    fresh.addEventListener('message', ({ data }: MessageEvent<PriceFileAnswer>) => done(data));
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
