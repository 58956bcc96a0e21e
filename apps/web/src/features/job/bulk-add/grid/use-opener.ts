import { useCallback, useEffect, useRef, useState } from 'react';
import { MAX_FILE_BYTES } from '../../../../lib/sheet-file/limits.ts';
import type { FileRequest, WorkerAnswer, WorkerRequest } from '../sheet/order-worker.ts';
import type { Step } from '../../../../lib/sheet-file/open-grids.ts';
import type { Opened } from '../sheet/read-orders.ts';

/** Current file, progress and result. */
export type Opening =
  | { readonly state: 'idle' }
  | { readonly state: 'busy'; readonly name: string; readonly step: Step | 'read' }
  | { readonly state: 'opened'; readonly name: string; readonly opened: Opened };

const IDLE: Opening = { state: 'idle' };

/** Vite bundles the worker as a module of this site, so no inline script or eval is needed. */
const startWorker = () => new Worker(new URL('../sheet/order-worker.ts', import.meta.url), { type: 'module' });

/** Reads a file or pasted text in its own worker, which can be cancelled at any moment. `onOpened` receives the result once. */
export function useOpener(onOpened: (name: string, opened: Opened) => void) {
  const tell = useRef(onOpened);
  useEffect(() => {
    tell.current = onOpened;
  });
  const [opening, setOpening] = useState<Opening>(IDLE);
  const worker = useRef<Worker | null>(null);
  const stop = useCallback(() => {
    worker.current?.terminate();
    worker.current = null;
  }, []);
  useEffect(() => stop, [stop]);

  const read = useCallback(
    (name: string, request: WorkerRequest) => {
      stop();
      setOpening({ state: 'busy', name, step: 'read' });
      const fresh = startWorker();
      worker.current = fresh;
      const finish = (opened: Opened) => {
        setOpening({ state: 'opened', name, opened });
        stop();
        tell.current(name, opened);
      };
      fresh.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
        if (data.kind === 'step') setOpening({ state: 'busy', name, step: data.step });
        if (data.kind === 'opened') finish(data.opened);
      });
      // Causes: out of memory, a file removed during the read, or a script removed by a new release.
      fresh.addEventListener('error', () => finish({ ok: false, code: 'unreadable' }));
      fresh.postMessage(request);
    },
    [stop],
  );

  const openFile = useCallback(
    (file: File) => {
      if (file.size <= MAX_FILE_BYTES) return read(file.name, { kind: 'file', file });
      stop();
      setOpening({ state: 'opened', name: file.name, opened: { ok: false, code: 'too_large' } });
    },
    [read, stop],
  );
  const openText = useCallback((name: string, text: string) => read(name, { kind: 'text', text }), [read]);
  const reset = useCallback(() => {
    stop();
    setOpening(IDLE);
  }, [stop]);
  return { opening, openFile, openText, reset };
}

/** Builds a workbook in the worker, so that the page does not load the writer. */
export function makeFile(request: FileRequest): Promise<Blob> {
  const worker = startWorker();
  return new Promise<Blob>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
      if (data.kind === 'made') {
        resolve(new Blob([data.bytes], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }));
      }
    });
    worker.addEventListener('error', () => reject(new Error(request.kind)));
    worker.postMessage(request satisfies WorkerRequest);
  }).finally(() => worker.terminate());
}
