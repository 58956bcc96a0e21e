import type { Topic } from '@darkroom/contract/endpoint';
import { sql } from 'kysely';
import type { Database } from '../db/connect.ts';
import type { CustomerBinding } from '../http/context.ts';
import { CHANNEL, emit, IDS_PER_MESSAGE, type LiveMessage } from './emit.ts';

/** Topics of the bureau that customers receive, with their name in the portal (decision 103). */
const PORTAL_TOPIC_OF = {
  job: 'portal_job',
  task: 'portal_job',
  customer: 'portal_detail',
} as const satisfies Partial<Record<Topic, Topic>>;
const isForwarded = (topic: Topic): topic is keyof typeof PORTAL_TOPIC_OF => topic in PORTAL_TOPIC_OF;

/** Topics for customers only. */
const PORTAL_TOPICS: readonly Topic[] = [
  'portal_job',
  'portal_request',
  'portal_price',
  'portal_detail',
  'portal_article',
];
export const isPortalTopic = (topic: Topic): boolean => PORTAL_TOPICS.includes(topic);

/** Owner of a record, with the id for the customer: the job of a task, else the record itself. */
interface OwnedRecord {
  readonly topic: keyof typeof PORTAL_TOPIC_OF;
  readonly id: number;
  readonly portal_id: number;
  readonly cus_id0: number;
  readonly cus_id1: number;
}

/** Owners of the records in messages, read once for all connected customers. */
export async function findOwners(db: Database, messages: readonly LiveMessage[]): Promise<Map<string, OwnedRecord>> {
  const ids = (...topics: Topic[]) => [
    ...new Set(messages.flatMap((message) => (topics.includes(message.topic) ? message.ids : []))),
  ];
  const [jobs, tasks, customers] = [ids('job'), ids('task'), ids('customer')];
  if (jobs.length + tasks.length + customers.length === 0) return new Map();
  const { rows } = await sql<OwnedRecord>`
    select o.topic, o.id, o.portal_id, c1.cus_id0, c1.id as cus_id1
      from (select 'job' as topic, j.job_id as id, j.job_id as portal_id, j.customer2_id from job j where j.job_id = any(${jobs}::int[])
            union all
            select 'task', t.task_id, t.job_id, t.customer2_id from task t where t.task_id = any(${tasks}::int[])) o
      join cus2 c2 on c2.id = o.customer2_id join cus1 c1 on c1.id = c2.cus_id1
    union all
    select 'customer', c1.id, c1.id, c1.cus_id0, c1.id from cus1 c1 where c1.id = any(${customers}::int[])`.execute(db);
  return new Map(rows.map((row) => [`${row.topic} ${row.id}`, row]));
}

/**
 * Returns the content of a message for a customer: a topic of the portal and the customer's own ids. Returns null if the
 * message is about others.
 */
export function createCustomerMessage(
  { user_id, customer }: { readonly user_id: number; readonly customer: CustomerBinding | null },
  message: LiveMessage,
  owners: ReadonlyMap<string, OwnedRecord>,
): Pick<LiveMessage, 'topic' | 'ids' | 'by'> | null {
  const { topic, people, by } = message;
  if (topic === 'session') return people?.includes(user_id) ? { topic, ids: [user_id] } : null;
  if (topic === 'portal_article') return { topic, ids: [] };
  // The id of the request is sent only to the person who acted.
  if (isPortalTopic(topic))
    return people?.includes(user_id) ? { topic, ids: message.ids, ...(people.length === 1 && by ? { by } : {}) } : null;
  if (!isForwarded(topic) || !customer) return null;
  const ownedIds = message.ids.flatMap((id) => {
    const owner = owners.get(`${topic} ${id}`);
    return owner && (owner.cus_id1 === customer.cus_id1 || owner.cus_id0 === customer.cus_id0) ? [owner.portal_id] : [];
  });
  return ownedIds.length > 0 ? { topic: PORTAL_TOPIC_OF[topic], ids: [...new Set(ownedIds)] } : null;
}

interface NotifyContext {
  readonly db: Database;
  readonly actor: { readonly user_id: number };
  readonly request?: { readonly id: string };
}

/** Notifies the logins of a customer 1, of the customer 0 above it, or only of a customer 0, about changed data. */
export async function notifyCustomer(
  ctx: NotifyContext,
  topic: Topic,
  ids: readonly number[],
  cus_id1: number,
  { above: isTopOnly = false } = {},
): Promise<void> {
  const { rows } = await sql<{ user_id: number }>`
    select a.user_id from customer_account a join cus1 c1 on ${isTopOnly ? sql`` : sql`c1.id = a.cus_id1 or`} c1.cus_id0 = a.cus_id0
     where c1.id = ${cus_id1}`.execute(ctx.db);
  const people = rows.map(({ user_id }) => user_id);
  const ownAccounts = people.filter((user_id) => user_id === ctx.actor.user_id);
  const others = people.filter((user_id) => user_id !== ctx.actor.user_id);
  if (ownAccounts.length > 0) await emit(ctx, topic, ids, ownAccounts);
  if (others.length > 0) await emit({ db: ctx.db }, topic, ids, others);
}

/** Notifies customers that their jobs are deleted or moved to another customer. Must run before the change. */
export async function notifyOwnersOfJobs({ db }: NotifyContext, ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += IDS_PER_MESSAGE) {
    await sql`
      select pg_notify(${CHANNEL}, json_build_object('topic', 'portal_job', 'ids', o.ids, 'people', o.people)::text)
        from (select array_agg(j.job_id) as ids,
                     array(select a.user_id from customer_account a where a.cus_id1 = c1.id or a.cus_id0 = c1.cus_id0) as people
                from job j join cus2 c2 on c2.id = j.customer2_id join cus1 c1 on c1.id = c2.cus_id1
               where j.job_id = any(${ids.slice(at, at + IDS_PER_MESSAGE)}::int[]) group by c1.id) o
       where cardinality(o.people) > 0`.execute(db);
  }
}
