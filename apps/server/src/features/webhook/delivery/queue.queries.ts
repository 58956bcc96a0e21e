import type { Instant } from '@darkroom/domain/calendar/day';
import { MAIL_TARGET } from '@darkroom/domain/mail/mail';
import { sql } from 'kysely';
import type { Database } from '../../../db/connect.ts';
import type { PostOutcome } from './post.ts';

/** A taken delivery, with all data for sending it. */
export interface TakenDelivery {
  id: number;
  webhook_id: number;
  order_key: string;
  attempts: number;
  /** Null for a mail. */
  url: string | null;
  secret: Buffer | null;
  earlier_secret: Buffer | null;
  earlier_until: Instant | null;
  uid: string;
  type: string;
  at: Instant;
  data: unknown;
}

interface TakeOptions {
  readonly now: Instant;
  /** Time limits of the delivery of an event and of a mail. A killed process loses it then. */
  readonly until: Instant;
  readonly mailUntil: Instant;
  readonly by: string;
  readonly skippedWebhooks: readonly number[];
  readonly maxPerWebhook: number;
}

/** Takes due messages and skips those of other processes. Messages of one job or request wait for the earlier ones. */
export async function takeDue(
  db: Database,
  { now, until, mailUntil, by, skippedWebhooks, maxPerWebhook }: TakeOptions,
): Promise<TakenDelivery[]> {
  const { rows } = await sql<TakenDelivery>`
    with due as (
      select first.id from webhook h cross join lateral (
        select d.id from webhook_delivery d
         where d.webhook_id = h.id and d.state = 'waiting' and d.next_at <= ${now}
           and (d.taken_until is null or d.taken_until <= ${now})
           and not exists (select from webhook_delivery e
                            where e.webhook_id = d.webhook_id and e.order_key = d.order_key and e.state = 'waiting' and e.id < d.id)
         order by d.next_at, d.id limit ${maxPerWebhook}
           for update skip locked) first
       where h.enabled and h.id <> all(${skippedWebhooks}::int[])),
    taken as (
      update webhook_delivery d set taken_by = ${by}::uuid, attempts = d.attempts + 1,
             taken_until = case d.webhook_id when ${MAIL_TARGET} then ${mailUntil}::timestamptz else ${until}::timestamptz end
        from due where d.id = due.id
      returning d.id, d.webhook_id, d.event_id, d.order_key, d.attempts)
    select t.id, t.webhook_id, t.order_key, t.attempts, h.url, h.secret, h.earlier_secret, h.earlier_until, e.uid, e.type, e.at, e.data
      from taken t join webhook h on h.id = t.webhook_id join webhook_event e on e.id = t.event_id order by t.id`.execute(
    db,
  );
  return rows;
}

interface AttemptResult extends PostOutcome {
  readonly id: number;
  readonly by: string;
  readonly now: Instant;
  readonly duration_ms: number;
}

const setOutcome = ({ now, status, response, error, duration_ms }: AttemptResult) => sql`
  taken_by = null, taken_until = null, tried_at = ${now}, status = ${status}, response = ${response}, error = ${error},
  duration_ms = ${duration_ms}`;

/** Marks a delivery as delivered. Returns false if another process took it after its time limit. */
export async function markDelivered(db: Database, result: AttemptResult): Promise<boolean> {
  const { rows } = await sql`
    update webhook_delivery set ${setOutcome(result)}, state = 'delivered', ended_at = ${result.now}
     where id = ${result.id} and taken_by = ${result.by}::uuid and state = 'waiting' returning id`.execute(db);
  return rows.length > 0;
}

/** Schedules the next attempt, or marks the delivery as failed after the time limit. Messages that wait behind it wait as long. */
export async function markFailedAttempt(
  db: Database,
  result: AttemptResult,
  { next, give_up, permanent }: { next: Instant; give_up: Instant; permanent: boolean },
): Promise<{ dead: boolean } | null> {
  const isOver = sql`(${permanent} or coalesce(give_up_at <= ${result.now}, false))`;
  const { rows } = await sql<{ state: string }>`
    with failed as (
      update webhook_delivery d set ${setOutcome(result)},
             give_up_at = coalesce(give_up_at, ${give_up}),
             state = case when ${isOver} then 'dead' else 'waiting' end,
             ended_at = case when ${isOver} then ${result.now}::timestamptz end,
             next_at = least(${next}::timestamptz, coalesce(give_up_at, ${give_up}))
       where d.id = ${result.id} and d.taken_by = ${result.by}::uuid and d.state = 'waiting'
      returning d.webhook_id, d.order_key, d.id, d.state, d.next_at, d.give_up_at),
    delayed as (
      update webhook_delivery d set next_at = greatest(d.next_at, f.next_at), give_up_at = coalesce(d.give_up_at, f.give_up_at)
        from failed f
       where f.state = 'waiting' and d.webhook_id = f.webhook_id and d.order_key = f.order_key and d.state = 'waiting' and d.id > f.id)
    select state from failed`.execute(db);
  return rows[0] ? { dead: rows[0].state === 'dead' } : null;
}

/** Removes a mail that has nothing to report any more. The cleanup deletes its event. */
export const removeDelivery = (db: Database, id: number) =>
  db.deleteFrom('webhook_delivery').where('id', '=', id).execute();

/** Releases unfinished deliveries to all processes. */
export const releaseDeliveries = (db: Database, ids: readonly number[], by: string) =>
  sql`update webhook_delivery set taken_by = null, taken_until = null
       where id = any(${ids}::bigint[]) and taken_by = ${by}::uuid`.execute(db);

/** Ends the failing state of a webhook after a success. */
export const clearFailing = (db: Database, webhook_id: number) =>
  sql`update webhook set failing_since = null where id = ${webhook_id} and failing_since is not null`.execute(db);

/** Stores the start of the failing state, and switches the webhook off after the limit. Returns its name if that happened now. */
export async function markWebhookFailing(
  db: Database,
  webhook_id: number,
  now: Instant,
  stop_before: Instant,
): Promise<string | null> {
  const { rows } = await sql<{ name: string; stopped: boolean }>`
    update webhook set failing_since = coalesce(failing_since, ${now}),
           enabled = enabled and coalesce(failing_since > ${stop_before}, true),
           stopped_at = case when enabled and failing_since <= ${stop_before} then ${now}::timestamptz else stopped_at end,
           version = version + case when enabled and failing_since <= ${stop_before} then 1 else 0 end
     where id = ${webhook_id} and enabled and (failing_since is null or failing_since <= ${stop_before})
    returning name, not enabled as stopped`.execute(db);
  return rows[0]?.stopped ? rows[0].name : null;
}
