import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** The server's thread for large bodies, from its source: through Vite's runner, because this Node cannot read TypeScript by itself. */
export function startBodyWorker(): Worker {
  const file = join(import.meta.dirname, '../http/body/worker.ts');
  return new Worker(`import('vite').then(({ runnerImport }) => runnerImport(${JSON.stringify(file)}))`, { eval: true });
}
