import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { connect } from '../db/connect.ts';
import { startFileMaker } from './file-maker.ts';

const SAMPLE_MS = 500;
/** On a busy machine a collection takes long: between two of them it is the server's turn for so many times as long. */
const SERVERS_TURN = 4;

/**
 * A server process whose memory is watched: says where it listens, and answers each message with the most it has held
 * since the last one, in bytes. Held is what is left after a collection (run it with --expose-gc): how long garbage lies
 * about is the engine's choice and differs from one version of Node to the next.
 */
export async function serveWatched(databaseUrl: string): Promise<void> {
  const db = connect({ databaseUrl, dbPool: 5 });
  const config = { ...readConfig({}), root: '/nowhere', logLevel: 'silent' as const, databaseUrl };
  const app = await createApp({ db, clock: () => new Date().toISOString(), config, startFileMaker });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const { gc } = globalThis;
  if (!gc) throw new Error('What is held can only be told with --expose-gc');
  let most = 0;
  const sample = () => {
    gc();
    const { heapUsed, external } = process.memoryUsage();
    most = Math.max(most, heapUsed + external);
  };
  const watch = () => {
    const began = performance.now();
    sample();
    setTimeout(watch, Math.max(SAMPLE_MS, SERVERS_TURN * (performance.now() - began)));
  };
  watch();
  process.on('message', () => {
    sample();
    process.send?.({ most });
    most = 0;
  });
  process.send?.({ address });
}
