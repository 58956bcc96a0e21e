import { readConfig } from '../../config.ts';
import { connect } from '../../db/connect.ts';
import { createDeliverer } from '../../features/webhook/delivery/deliver.service.ts';

/** A process to be killed in the middle: takes what is due to be delivered and sends it, at an instant that does not pass. */
export async function deliverAndStay(databaseUrl: string, now: string): Promise<void> {
  const config = { ...readConfig({}), webhookPrivate: ['127.0.0.1'], databaseUrl };
  await createDeliverer({ db: connect({ databaseUrl }), clock: () => now, config, log: console.log }).look();
  setInterval(() => undefined, 1000);
}
