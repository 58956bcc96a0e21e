import { readConfig } from '../../config.ts';
import { connect } from '../../db/connect.ts';
import { createDeliverer } from '../../features/webhook/delivery/deliver.service.ts';

/** Runs a process for tests that kill it during a delivery: it sends what is due at a fixed time. */
export async function deliverAndStay(databaseUrl: string, now: string): Promise<void> {
  const config = { ...readConfig({}), webhookPrivate: ['127.0.0.1'], databaseUrl };
  await createDeliverer({ db: connect({ databaseUrl }), clock: () => now, config, log: console.log }).poll();
  setInterval(() => undefined, 1000);
}
