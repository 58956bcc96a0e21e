import { randomBytes } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Webhook, WebhookDelivery, WebhookEvent } from '../../db/types.ts';
import { takeRunningNumber } from './running-number.ts';

/** Adds a webhook, by default for accepted quotes. */
export const buildWebhook = (db: Database, fields: Partial<Insertable<Webhook>> = {}): Promise<Selectable<Webhook>> =>
  db
    .insertInto('webhook')
    .values({
      name: `Webhook ${takeRunningNumber()}`,
      url: 'https://hooks.example.com/darkroom',
      events: ['quote.accepted'],
      secret: randomBytes(32),
      created_at: '2026-11-18T03:00:00.000Z',
      ...fields,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

interface DeliveryFields extends Partial<Insertable<WebhookDelivery>> {
  event?: Partial<Insertable<WebhookEvent>>;
}

/** Adds a delivery of a new event, to a new webhook unless one is given. It is waiting by default. */
export async function buildDelivery(
  db: Database,
  { event, webhook_id, ...fields }: DeliveryFields = {},
): Promise<Selectable<WebhookDelivery>> {
  const insertedEvent = await db
    .insertInto('webhook_event')
    .values({ type: 'quote.accepted', at: '2026-11-18T03:00:00.000Z', data: JSON.stringify({ quote_id: 1 }), ...event })
    .returning('id')
    .executeTakeFirstOrThrow();
  return db
    .insertInto('webhook_delivery')
    .values({
      webhook_id: webhook_id ?? (await buildWebhook(db)).id,
      event_id: insertedEvent.id,
      order_key: `job ${insertedEvent.id}`,
      ...fields,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
