import type { Webhook } from '@darkroom/contract/webhook/webhook';
import type { Instant } from '@darkroom/domain/calendar/day';
import type { DeliveryState } from '@darkroom/domain/webhook/events';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { LIMIT_COUNTED } from '../../db/list/total.ts';
import type { PageQuery } from '../../db/list/page.ts';

/**
 * True for a test delivery. It belongs to no job or request, is tried once, and never counts as a failure of the
 * webhook.
 */
const isTest = sql<boolean>`d.order_key like 'test %'`;

const countDeliveries = (state: DeliveryState) => sql`
  (select count(*) from (select from webhook_delivery d where d.webhook_id = h.id and d.state = ${sql.lit(state)} and not ${isTest}
                         ${LIMIT_COUNTED}) counted)`;

const selectWebhook = sql`
  select h.id, h.version, h.name, h.url, h.events, h.cus_id1, h.enabled, h.earlier_until, h.failing_since, h.stopped_at, h.created_at,
         h.created_by, ${countDeliveries('waiting')} as waiting, ${countDeliveries('dead')} as dead,
         (select d.ended_at from webhook_delivery d where d.webhook_id = h.id and d.state = 'delivered' order by d.id desc limit 1)
           as delivered_at
    from webhook h`;

/** Lists all webhooks by name. There are some dozens at most. */
export async function listWebhooks(db: Database): Promise<Webhook[]> {
  const { rows } = await sql<Webhook>`${selectWebhook} where h.kind = 'webhook' order by lower(h.name), h.id`.execute(
    db,
  );
  return rows;
}

export async function findWebhook(db: Database, id: number): Promise<Webhook | undefined> {
  const { rows } = await sql<Webhook>`${selectWebhook} where h.id = ${id}`.execute(db);
  return rows[0];
}

export async function lockWebhook(db: Database, id: number): Promise<Webhook | undefined> {
  await sql`select 1 from webhook where id = ${id} for update`.execute(db);
  return findWebhook(db, id);
}

/** Counts the webhooks, with a lock against additions. */
export async function countWebhooksLocked(db: Database): Promise<number> {
  await sql`lock table webhook in share row exclusive mode`.execute(db);
  const { rows } = await sql<{ n: number }>`select count(*) as n from webhook where kind = 'webhook'`.execute(db);
  return rows[0]?.n ?? 0;
}

export interface WebhookFields {
  name: string;
  url: string;
  events: string[];
  cus_id1: number | null;
  enabled: boolean;
}

export async function insertWebhook(
  db: Database,
  webhook: WebhookFields & { secret: Buffer; created_at: Instant; created_by: number },
): Promise<number> {
  const { id } = await db.insertInto('webhook').values(webhook).returning('id').executeTakeFirstOrThrow();
  return id;
}

interface Change extends Partial<{ [K in keyof WebhookFields]: WebhookFields[K] | undefined }> {
  failing_since?: null;
  stopped_at?: null;
}

export const updateWebhookRow = (db: Database, id: number, change: Change) =>
  db
    .updateTable('webhook')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** Stores a new key. The current key also signs until an instant. */
export const rotateSecret = (db: Database, id: number, secret: Buffer, earlier_until: Instant) =>
  sql`update webhook set earlier_secret = secret, earlier_until = ${earlier_until}, secret = ${secret}, version = version + 1
       where id = ${id}`.execute(db);

export const deleteWebhookRow = (db: Database, id: number) => db.deleteFrom('webhook').where('id', '=', id).execute();

/** Inserts an event for one webhook alone, with one attempt. */
export async function insertTestDelivery(
  db: Database,
  webhook_id: number,
  { type, at, data }: { type: string; at: Instant; data: object },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with event as (
      insert into webhook_event (type, at, data) values (${type}, ${at}, ${JSON.stringify(data)}::jsonb) returning id)
    insert into webhook_delivery (webhook_id, event_id, order_key, give_up_at)
    select ${webhook_id}::int, id, 'test ' || id, ${at}::timestamptz from event returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

/** End of the attempts of repeated deliveries: a day after the next attempt. A test has one attempt. */
const REPEAT_GIVE_UP_AT = sql`case when ${isTest} then '-infinity'::timestamptz end`;

/** Sends again for another day: the named deliveries, or all failed ones except tests. Returns their number. */
export async function replayDeliveries(
  db: Database,
  webhook_id: number,
  ids: readonly number[] | null,
): Promise<number> {
  const isSelected = ids
    ? sql`d.id = any(${ids}::bigint[])`
    : sql`(d.state = 'dead' or (d.state = 'waiting' and d.attempts > 0)) and not ${isTest}`;
  const { rows } = await sql`
    update webhook_delivery d
       set state = 'waiting', ended_at = null, next_at = '-infinity', give_up_at = ${REPEAT_GIVE_UP_AT},
           attempts = case when d.state = 'waiting' then d.attempts else 0 end
     where d.webhook_id = ${webhook_id} and ${isSelected} returning d.id`.execute(db);
  return rows.length;
}

/** Makes deliveries due that waited while the webhook was off. */
export const releaseWaiting = (db: Database, webhook_id: number) =>
  sql`update webhook_delivery d set next_at = '-infinity', give_up_at = ${REPEAT_GIVE_UP_AT}
       where d.webhook_id = ${webhook_id} and d.state = 'waiting'`.execute(db);

/** Returns the page query of a webhook's log. */
export const deliveryPage = (webhook_id: number, state: DeliveryState | undefined): PageQuery => ({
  from: sql`webhook_delivery d`,
  key: sql`d.id`,
  where: [sql`d.webhook_id = ${webhook_id}`, ...(state ? [sql<boolean>`d.state = ${state}`] : [])],
  plan: 'kept',
  order: [[sql`d.id`, true]],
});

export interface DeliveryRow {
  id: number;
  uid: string;
  type: string;
  at: Instant;
  data: unknown;
  state: DeliveryState;
  attempts: number;
  next_at: Instant | null;
  tried_at: Instant | null;
  status: number | null;
  duration_ms: number | null;
  response: string | null;
  error: string | null;
  ended_at: Instant | null;
}

/** Finds deliveries in the order of their ids, newest first. */
export async function findDeliveries(db: Database, ids: readonly number[]): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select d.id, e.uid, e.type, e.at, e.data, d.state, d.attempts,
           case when d.state = 'waiting' and d.attempts > 0 and d.next_at <> '-infinity' then d.next_at end as next_at,
           d.tried_at, d.status, d.duration_ms, d.response, d.error, d.ended_at
      from webhook_delivery d join webhook_event e on e.id = d.event_id
     where d.id = any(${ids}::bigint[]) order by d.id desc`.execute(db);
  return rows;
}

/** Deletes old finished deliveries, old deliveries of disabled webhooks, and events without deliveries. */
export async function deleteDeliveriesBefore(db: Database, before: Instant): Promise<void> {
  await sql`delete from webhook_delivery where ended_at <= ${before}`.execute(db);
  await sql`
    delete from webhook_event e where e.at <= ${before}
       and not exists (select from webhook_delivery d join webhook h on h.id = d.webhook_id
                        where d.event_id = e.id and (d.state <> 'waiting' or h.enabled))`.execute(db);
}

/** Reads the number of waiting deliveries up to a limit, and the time of the oldest. */
export async function readQueue(db: Database): Promise<{ waiting: number; oldest: Instant | null }> {
  const { rows } = await sql<{ waiting: number; oldest: Instant | null }>`
    select count(*) as waiting, (array_agg(e.at order by first.id))[1] as oldest
      from (select d.id, d.event_id from webhook_delivery d join webhook h on h.id = d.webhook_id
             where d.state = 'waiting' and h.enabled order by d.id ${LIMIT_COUNTED}) first
      join webhook_event e on e.id = first.event_id`.execute(db);
  return rows[0] ?? { waiting: 0, oldest: null };
}
