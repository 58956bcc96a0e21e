import { readConfig, type RunningConfig } from '../../config.ts';
import { connect } from '../../db/connect.ts';
import { createDeliverer } from '../../features/webhook/delivery/deliver.service.ts';

/** Runs a process for tests that kill it while it sends mails at a fixed time. */
export async function sendAndStay(
  config: Pick<RunningConfig, 'databaseUrl' | 'smtpUrl' | 'mailFrom' | 'publicUrl'>,
  now: string,
) {
  const db = connect({ databaseUrl: config.databaseUrl });
  await createDeliverer({ db, clock: () => now, config: { ...readConfig({}), ...config }, log: console.log }).poll();
  setInterval(() => undefined, 1000);
}
