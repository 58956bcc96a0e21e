import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { connect } from '../db/connect.ts';

const SAMPLE_MS = 20;

/** A server process whose memory is watched: says where it listens, and answers each message with the most it has held since the last one. */
export async function serveWatched(databaseUrl: string): Promise<void> {
  const db = connect({ databaseUrl, dbPool: 5 });
  const config = { ...readConfig({}), root: '/nowhere', logLevel: 'silent' as const, databaseUrl };
  const app = await createApp({ db, clock: () => new Date().toISOString(), config });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  let most = 0;
  const sample = () => {
    most = Math.max(most, process.memoryUsage.rss());
  };
  setInterval(sample, SAMPLE_MS);
  process.on('message', () => {
    sample();
    process.send?.({ most });
    most = 0;
  });
  process.send?.({ address });
}
