import { useCallback, useEffect, useRef, useState } from 'react';
import { MAX_FILE_BYTES } from '../../../../lib/sheet-file/limits.ts';
import type { FileRequest, WorkerResponse, WorkerRequest } from '../sheet/order-worker.ts';
import type { OpeningStep } from '../../../../lib/sheet-file/open-grids.ts';
import type { OpenedFile } from '../sheet/read-orders.ts';

/** Current file, progress and result. */
export type OpeningState =
  | { readonly state: 'idle' }
  | { readonly state: 'busy'; readonly name: string; readonly step: OpeningStep | 'read' }
  | { readonly state: 'opened'; readonly name: string; readonly opened: OpenedFile };

const IDLE: OpeningState = { state: 'idle' };

/** Starts a worker. Vite bundles it as a module of this site, so no inline script or eval is needed. */
const startWorker = () => new Worker(new URL('../sheet/order-worker.ts', import.meta.url), { type: 'module' });

/** Reads a file or pasted text in its own worker, which can be cancelled at any moment. `onOpened` receives the result once. */
export function useSheetOpener(onOpened: (name: string, opened: OpenedFile) => void) {
  const latestOnOpened = useRef(onOpened);
  useEffect(() => {
    latestOnOpened.current = onOpened;
  });
  const [openingState, setOpeningState] = useState<OpeningState>(IDLE);
  const worker = useRef<Worker | null>(null);
  const stopWorker = useCallback(() => {
    worker.current?.terminate();
    worker.current = null;
  }, []);
  useEffect(() => stopWorker, [stopWorker]);

  const startReading = useCallback(
    (name: string, request: WorkerRequest) => {
      stopWorker();
      setOpeningState({ state: 'busy', name, step: 'read' });
      const newWorker = startWorker();
      worker.current = newWorker;
      const finish = (opened: OpenedFile) => {
        setOpeningState({ state: 'opened', name, opened });
        stopWorker();
        latestOnOpened.current(name, opened);
      };
      newWorker.addEventListener('message', ({ data }: MessageEvent<WorkerResponse>) => {
        if (data.kind === 'step') setOpeningState({ state: 'busy', name, step: data.step });
        if (data.kind === 'opened') finish(data.opened);
      });
      // Causes: out of memory, a file removed during the read, or a script removed by a new release.
      newWorker.addEventListener('error', () => finish({ ok: false, code: 'unreadable' }));
      newWorker.postMessage(request);
    },
    [stopWorker],
  );

  const openFile = useCallback(
    (file: File) => {
      if (file.size <= MAX_FILE_BYTES) return startReading(file.name, { kind: 'file', file });
      stopWorker();
      setOpeningState({ state: 'opened', name: file.name, opened: { ok: false, code: 'too_large' } });
    },
    [startReading, stopWorker],
  );
  const openText = useCallback(
    (name: string, text: string) => startReading(name, { kind: 'text', text }),
    [startReading],
  );
  const reset = useCallback(() => {
    stopWorker();
    setOpeningState(IDLE);
  }, [stopWorker]);
  return { openingState, openFile, openText, reset };
}

/** Builds a workbook in the worker, so that the page does not load the writer. */
export function buildWorkbook(request: FileRequest): Promise<Blob> {
  const worker = startWorker();
  return new Promise<Blob>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerResponse>) => {
      if (data.kind === 'made') {
        resolve(new Blob([data.bytes], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }));
      }
    });
    worker.addEventListener('error', () => reject(new Error(request.kind)));
    worker.postMessage(request satisfies WorkerRequest);
  }).finally(() => worker.terminate());
}
