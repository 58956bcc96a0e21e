import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { connect } from '../db/connect.ts';
import { startFileMaker } from './file-maker.ts';

const SAMPLE_MS = 500;
/** Ratio of the server's time to the time of a garbage collection, which is slow on a busy machine. */
const PAUSE_FACTOR = 4;

/**
 * Runs a server process that measures its memory after a garbage collection (run with --expose-gc). It returns the
 * maximum in bytes since the last message.
 */
export async function serveWithMemorySamples(databaseUrl: string): Promise<void> {
  const db = connect({ databaseUrl, dbPool: 5 });
  const config = { ...readConfig({}), root: '/nowhere', logLevel: 'silent' as const, databaseUrl };
  const app = await createApp({ db, clock: () => new Date().toISOString(), config, startFileMaker });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const { gc } = globalThis;
  if (!gc) throw new Error('Memory can be measured only with --expose-gc');
  let maxBytes = 0;
  const takeSample = () => {
    gc();
    const { heapUsed, external } = process.memoryUsage();
    maxBytes = Math.max(maxBytes, heapUsed + external);
  };
  const sampleRegularly = () => {
    const began = performance.now();
    takeSample();
    setTimeout(sampleRegularly, Math.max(SAMPLE_MS, PAUSE_FACTOR * (performance.now() - began)));
  };
  sampleRegularly();
  process.on('message', () => {
    takeSample();
    process.send?.({ most: maxBytes });
    maxBytes = 0;
  });
  process.send?.({ address });
}
