import { endpoints } from '@darkroom/contract/endpoints';
import type { WebhookEvent } from '@darkroom/domain/webhook/events';
import { readConfig } from '../../config.ts';
import { createDeliverer, type Deliverer } from '../../features/webhook/delivery/deliver.service.ts';
import { addMs, MAX_SESSION_MS } from '../../http/session/session.ts';
import { seedBuiltIn } from '../../db/built-in-data.ts';
import { GROUPS } from '../groups.ts';
import { createTestApp } from '../app.ts';
import { buildTask } from '../factories/work.ts';
import { startReceiver, type Received } from './receiver.ts';

/** Private addresses that the tests of webhooks can send to. */
const ALLOWED: readonly string[] = ['127.0.0.1'];

let names = 0;

/** Creates a bureau with an administrator and an editor, and a receiver that replaces another program. */
export async function createWebhookFixture() {
  const bureau = await createTestApp({ config: { webhookPrivate: ALLOWED } });
  await seedBuiltIn(bureau.db);
  const admin = await bureau.as({ permissions: ['npn_admin'] });
  const editor = await bureau.as({ permissions: [...GROUPS['Editor PTE']] });
  const { db, clock } = bureau;

  const createWorker = (database = db, webhookPrivate = ALLOWED): Deliverer =>
    createDeliverer({
      db: database,
      clock,
      config: { ...readConfig({}), webhookPrivate, databaseUrl: bureau.databaseUrl },
      log: (message) => {
        throw new Error(message);
      },
      random: () => 0.5,
    });

  const open = { receiver: await startReceiver(), deliverer: createWorker() };
  return {
    bureau,
    admin,
    editor,
    get receiver() {
      return open.receiver;
    },
    get deliverer() {
      return open.deliverer;
    },
    createWorker,
    addHook: (events: WebhookEvent[] = ['task.status_changed'], url = open.receiver.url) =>
      admin.call(endpoints.webhook.add, { name: `Hook ${++names}`, url, events }),
    /** Delivers everything that is due. */
    deliver: async (worker = open.deliverer): Promise<void> => {
      while ((await worker.poll()) > 0) await worker.idle();
      await worker.idle();
    },
    /** Adds a task that an editor starts and submits: two moves of one job. */
    workOn: async (): Promise<number> => {
      const { task_id, job_id } = await buildTask(db, { workstream: 'PTE', status: 2, editor: editor.user_id });
      await editor.call(endpoints.task.act, { task_id, version: 1, action: 'start' });
      await editor.call(endpoints.task.act, { task_id, version: 2, action: 'done', x1: 3, over: true });
      return job_id;
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
    log: async (id: number) => (await admin.call(endpoints.webhook.deliveries, { id })).results,
    /** Deletes all webhooks and clears the receiver. */
    clear: async (): Promise<void> => {
      await open.deliverer.stop();
      await open.receiver.close();
      await db.deleteFrom('webhook').where('kind', '=', 'webhook').execute();
      await db.deleteFrom('webhook_event').execute();
      open.receiver = await startReceiver();
      open.deliverer = createWorker();
    },
    close: async (): Promise<void> => {
      await open.deliverer.stop();
      await open.receiver.close();
      await bureau.close();
    },
  };
}
export type WebhookFixture = Awaited<ReturnType<typeof createWebhookFixture>>;

/** Groups moves by job, as the receiver of these messages sees them. */
export function groupMoves(messages: readonly Received[]): Record<string, string[]> {
  const moves: Record<string, string[]> = {};
  for (const { data } of messages) (moves[String(data.job_id)] ??= []).push(`${data.previous_status} → ${data.status}`);
  return moves;
}
