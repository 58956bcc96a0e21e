import { seedBuiltIn } from '../../db/built-in-data.ts';
import { createDeliverer, type Deliverer } from '../../features/webhook/delivery/deliver.service.ts';
import { addMs, MAX_SESSION_MS } from '../../http/session/session.ts';
import { createTestApp, type TestAppOptions } from '../app.ts';
import { buildCus1 } from '../factories/customers.ts';
import { buildCustomerAccount } from '../factories/people.ts';
import { readConfig } from '../../config.ts';
import { startMailServer } from './mail-server.ts';

export const MAIL_CONFIG = {
  mailFrom: 'Darkroom <jobs@bureau.example>',
  publicUrl: 'https://darkroom.example',
} as const;

/** Creates a bureau with a real mail server, an administrator and a customer's login with an address. */
export async function createMailFixture(config: TestAppOptions['config'] = {}) {
  const server = await startMailServer();
  const settings = { ...MAIL_CONFIG, smtpUrl: server.url, ...config };
  const bureau = await createTestApp({ config: settings });
  await seedBuiltIn(bureau.db);
  const admin = await bureau.as({ permissions: ['npn_admin'] });
  const { db, clock } = bureau;
  const createWorker = (more: TestAppOptions['config'] = {}): Deliverer =>
    createDeliverer({
      db,
      clock,
      config: { ...readConfig({}), ...settings, ...more, databaseUrl: bureau.databaseUrl },
      log: (message) => {
        throw new Error(message);
      },
      random: () => 0.5,
    });
  const deliverer = createWorker();
  return {
    bureau,
    admin,
    server,
    createWorker,
    /** Adds a customer 1 with a login that has an address. */
    addCustomer: async (email: string | null, login: object = {}) => {
      const cus1 = await buildCus1(db);
      const account = await buildCustomerAccount(db, { cus_id1: cus1.id, ...login });
      await db.updateTable('customer_account').set({ email }).where('user_id', '=', account.user_id).execute();
      return { cus1, account };
    },
    /** Sends everything that is due. */
    deliver: async (worker = deliverer): Promise<void> => {
      while ((await worker.poll()) > 0) await worker.idle();
      await worker.idle();
    },
    /** Moves the time without ending sessions. */
    pass: async (ms: number): Promise<void> => {
      clock.advance(ms);
      const now = clock();
      await db
        .updateTable('session')
        .set({ last_used_at: now, expires_at: addMs(now, MAX_SESSION_MS) })
        .execute();
    },
    /** Removes the received mails and the queue. */
    clear: async (): Promise<void> => {
      server.received.length = 0;
      server.answer = () => null;
      await db.deleteFrom('webhook_event').execute();
    },
    close: async (): Promise<void> => {
      await deliverer.stop();
      await bureau.close();
      await server.close();
    },
  };
}
export type MailFixture = Awaited<ReturnType<typeof createMailFixture>>;
