import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { connect } from '../db/connect.ts';

const SAMPLE_MS = 500;

/**
 * A server process whose memory is watched: says where it listens, and answers each message with the most it has held
 * since the last one, in bytes. Held is what is left after a collection (run it with --expose-gc): how long garbage lies
 * about is the engine's choice and differs from one version of Node to the next.
 */
export async function serveWatched(databaseUrl: string): Promise<void> {
  const db = connect({ databaseUrl, dbPool: 5 });
  const config = { ...readConfig({}), root: '/nowhere', logLevel: 'silent' as const, databaseUrl };
  const app = await createApp({ db, clock: () => new Date().toISOString(), config });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const { gc } = globalThis;
  if (!gc) throw new Error('What is held can only be told with --expose-gc');
  let most = 0;
  const sample = () => {
    gc();
    const { heapUsed, external } = process.memoryUsage();
    most = Math.max(most, heapUsed + external);
  };
  setInterval(sample, SAMPLE_MS);
  process.on('message', () => {
    sample();
    process.send?.({ most });
    most = 0;
  });
  process.send?.({ address });
}
