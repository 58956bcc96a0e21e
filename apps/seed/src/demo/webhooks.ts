import { createHash } from 'node:crypto';
import type { Instant } from '@darkroom/domain/calendar/day';
import { sql } from 'kysely';
import type { Database } from '@darkroom/server/db/connect';
import { addMs } from '@darkroom/server/http/session/session';
import type { BuiltStaff } from '@darkroom/server/testing/factories/people';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Creates a hash instead of a secret, equal in every run. It opens nothing, because the secret is unknown. */
const createDemoSecret = (name: string): Buffer => createHash('sha256').update(`demo: ${name}`).digest();

/**
 * Adds a token, and two webhooks with some weeks of deliveries about jobs that were really completed. Both webhooks are off, so that the
 * demo bureau sends nothing.
 */
export async function seedWebhooks(
  db: Database,
  {
    now,
    admins,
    customerService,
  }: { now: Instant; admins: readonly BuiltStaff[]; customerService: readonly BuiltStaff[] },
): Promise<void> {
  const created_by = admins[0]?.user_id ?? null;
  const common = { enabled: false, created_by, created_at: addMs(now, -40 * DAY) };
  const bookkeeping = await db
    .insertInto('webhook')
    .values({
      ...common,
      name: 'Bookkeeping',
      url: 'https://books.example/hooks/darkroom',
      events: ['job.completed', 'quote.accepted'],
      secret: createDemoSecret('books'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('webhook')
    .values({
      ...common,
      name: 'Chat of the night shift',
      url: 'https://chat.example/in/night-shift',
      events: ['request.created'],
      secret: createDemoSecret('chat'),
      failing_since: addMs(now, -9 * DAY),
      stopped_at: addMs(now, -6 * DAY),
    })
    .execute();
  // The newest two deliveries failed while the receiver was not available. All earlier ones arrived.
  await sql`
    with job as (
      select row_number() over (order by t.at, t.job_id) as n, count(*) over () as all_of_them, t.at, webhook_job(j) as data, t.job_id
        from (select job_id, max(end_time) as at from task group by job_id) t
        join job j on j.job_id = t.job_id and j.job_status = 'COMPLETED'
       where t.at between ${addMs(now, -5 * DAY)} and ${addMs(now, -2 * DAY)} order by t.at desc limit 24),
    event as (
      insert into webhook_event (uid, type, at, data)
      select md5('demo ' || job_id)::uuid, 'job.completed', at, data from job order by n returning id, at, data)
    insert into webhook_delivery (webhook_id, event_id, order_key, state, attempts, tried_at, status, duration_ms, response, ended_at)
    select ${bookkeeping.id}::int, e.id, 'job ' || j.job_id, case when late then 'dead' else 'delivered' end, case when late then 31 else 1 end,
           e.at + case when late then interval '24 hours' else interval '1 second' end, case when late then 503 else 200 end,
           60 + j.job_id % 90, case when late then 'Service unavailable: maintenance' else 'ok' end,
           e.at + case when late then interval '24 hours' else interval '1 second' end
      from (select *, n > all_of_them - 2 as late from job) j join event e on (e.data ->> 'job_id')::int = j.job_id
     order by j.n`.execute(db);
  const owner = customerService[0];
  if (!owner) return;
  await db
    .insertInto('api_token')
    .values({
      user_id: owner.user_id,
      name: 'Orders from the shop',
      token_hash: createDemoSecret('shop'),
      hint: 'x7Qk',
      scope: ['npn_view_job', 'npn_add_job'],
      can_write: true,
      created_at: addMs(now, -20 * DAY),
      expires_at: addMs(now, 160 * DAY),
      last_used_at: addMs(now, -2 * HOUR),
      last_address: '192.0.2.14',
    })
    .execute();
}
