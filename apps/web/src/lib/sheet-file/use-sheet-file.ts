import { useCallback, useEffect, useRef, useState } from 'react';
import { MAX_FILE_BYTES, type FileError } from './limits.ts';

/** The response of a worker that reads a file: its sheets or an error. */
export type SheetFileResult<S> =
  | { readonly ok: true; readonly sheets: readonly S[] }
  | { readonly ok: false; readonly code: FileError };

type Opening<S> =
  | { readonly state: 'idle' }
  | { readonly state: 'busy'; readonly name: string }
  | { readonly state: 'opened'; readonly name: string; readonly result: SheetFileResult<S> };

interface SheetFileOptions<S> {
  /** Data for the worker, with each file. */
  data?: unknown;
  /** Called once with the result of each file. */
  onOpened?: (name: string, result: SheetFileResult<S>) => void;
}

/** Reads a file or pasted text in its own worker. Cancelling ends the worker at any moment. A paste is a file without a name. */
export function useSheetFile<S>(createWorker: () => Worker, { data, onOpened }: SheetFileOptions<S> = {}) {
  const [opening, setOpening] = useState<Opening<S>>({ state: 'idle' });
  const worker = useRef<Worker | null>(null);
  const stop = useCallback(() => {
    worker.current?.terminate();
    worker.current = null;
  }, []);
  useEffect(() => stop, [stop]);

  const openFile = (file: File) => {
    stop();
    const finish = (response: SheetFileResult<S>) => {
      setOpening({ state: 'opened', name: file.name, result: response });
      stop();
      onOpened?.(file.name, response);
    };
    if (file.size > MAX_FILE_BYTES) return finish({ ok: false, code: 'too_large' });
    setOpening({ state: 'busy', name: file.name });
    const newWorker = createWorker();
    worker.current = newWorker;
    newWorker.addEventListener('message', (event: MessageEvent<SheetFileResult<S>>) => finish(event.data));
    // Out of memory, a file removed during reading, or a script missing after a release.
    newWorker.addEventListener('error', () => finish({ ok: false, code: 'unreadable' }));
    return newWorker.postMessage({ file, options: data });
  };
  const openText = (text: string) => openFile(new File([text], ''));
  const reset = () => {
    stop();
    setOpening({ state: 'idle' });
  };
  return { opening, openFile, openText, reset };
}
