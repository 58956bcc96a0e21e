import type { OutputOf } from '@darkroom/contract/endpoint';
import type { endpoints } from '@darkroom/contract/endpoints';
import type { QuoteState } from '@darkroom/domain/quote/decide';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { joinConditions, toLikePattern, rejectUnknownFilters, type Condition } from '../../db/list/condition.ts';
import type { PageQuery } from '../../db/list/page.ts';
import type { InputFor } from '../../http/handlers.ts';
import { sentQuote } from './portal.queries.ts';

type PortalRequest = OutputOf<typeof endpoints.portal.addRequest>;
/** The columns without values that come from tasks and the clock. */
type StoredPortalRequest = Omit<PortalRequest, 'rework' | 'quote'> & { quote: QuoteState | null };

/**
 * Finds a customer's requests in the order of the ids, with only the customer's columns. `by` is read from
 * `r.created_by`.
 */
export async function findPortalRequests(
  db: Database,
  ids: readonly number[],
  by: RawBuilder<string | null>,
): Promise<StoredPortalRequest[]> {
  const { rows } = await sql<StoredPortalRequest>`
    select r.id, r.type, r.channel, r.status, r.status_since, r.cus_id1, r.subject, r.full_name, j.job_id, j.prod_id, r.job_name,
           coalesce((select json_agg(json_build_object('job_detail_id', rd.job_detail_id, 'sub_prod_id', rd.sub_prod_id,
                                                       'service_cat2_id', d.service_cat2_id) order by rd.sub_prod_id)
                       from request_detail rd
                       left join job_detail d on d.job_detail_id = rd.job_detail_id and d.job_id = j.job_id
                      where rd.request_id = r.id), '[]') as job_details,
           r.service_type_id, r.shared_link, r.image_link, r.description, r.reply, r.created_at, ${by} as by,
           r.last_message_at, r.changed_at,
           ${sentQuote} as quote,
           r.customer_unread as unread
      from unnest(${ids}::int[]) with ordinality as page (id, position)
      join customer_request r on r.id = page.id left join (job j join cus2 c2 on c2.id = j.customer2_id)
        -- Leave the job out if it was moved to another customer.
        on j.job_id = r.job_id and c2.cus_id1 = r.cus_id1
     order by page.position`.execute(db);
  return rows;
}

type Filter = Omit<InputFor<'portal.listRequests'>, 'page' | 'page_size'>;

/** Returns the page query of the customer's own requests. */
export function portalRequestPage({ sort, ...filter }: Filter, ownCondition: Condition): PageQuery {
  const where: Condition[] = [ownCondition];
  const { id, status, type, cus_id1, job_id, unread, text, ...unhandled } = filter;
  rejectUnknownFilters(unhandled);
  if (id) where.push(sql`r.id = ${id}`);
  if (status?.length) where.push(sql`r.status = any(${status}::text[])`);
  if (type?.length) where.push(sql`r.type = any(${type}::text[])`);
  if (cus_id1) where.push(sql`r.cus_id1 = ${cus_id1}`);
  if (job_id) where.push(sql`r.job_id = ${job_id}`);
  if (unread !== undefined) where.push(unread ? sql`r.customer_unread > 0` : sql`r.customer_unread = 0`);
  if (text) where.push(sql`r.search_text like ${toLikePattern(text)}`);
  const isDescending = sort.startsWith('-');
  const column = sql.ref(`r.${isDescending ? sort.slice(1) : sort}`);
  return {
    from: sql`customer_request r`,
    key: sql.ref('r.id'),
    where,
    order: [
      [column, isDescending],
      [sql.ref('r.id'), isDescending],
    ],
  };
}

/** Counts the open requests, and the requests with unread messages. */
export async function countPortalRequests(
  db: Database,
  ownCondition: Condition,
): Promise<{ open: number; unread: number }> {
  const { rows } = await sql<{ open: number; unread: number }>`
    select count(*) filter (where r.status <> 'DONE') as open, count(*) filter (where r.customer_unread > 0) as unread
      from customer_request r ${joinConditions([ownCondition])}`.execute(db);
  return rows[0] ?? { open: 0, unread: 0 };
}

/** Locks and reads one of the customer's requests. Returns undefined for a request of another customer. */
export async function lockPortalRequest(
  db: Database,
  id: number,
  ownCondition: Condition,
): Promise<{ id: number; cus_id1: number; unread: number } | undefined> {
  const { rows } = await sql<{ id: number; cus_id1: number; unread: number }>`
    select r.id, r.cus_id1, r.customer_unread as unread from customer_request r where r.id = ${id} and ${ownCondition} for update`.execute(
    db,
  );
  return rows[0];
}

/** Returns true for a request of the customer. */
export async function isPortalRequest(db: Database, id: number, ownCondition: Condition): Promise<boolean> {
  const { rows } = await sql`select from customer_request r where r.id = ${id} and ${ownCondition}`.execute(db);
  return rows.length > 0;
}

/** Locks a customer 1, so that its requests are added one after the other. Returns nothing for other customers. */
export async function lockPortalCustomer(db: Database, ownCondition: Condition): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select c1.id from cus1 c1 where ${ownCondition} order by c1.id limit 2 for no key update`.execute(db);
  return rows.map(({ id }) => id);
}

/** Finds a job of the caller with its names. */
export async function findPortalJob(db: Database, job_id: number, ownCondition: Condition) {
  const { rows } = await sql<{ cus_id1: number; job_name: string }>`
    select c2.cus_id1, j.job_name from job j join cus2 c2 on c2.id = j.customer2_id where j.job_id = ${job_id} and ${ownCondition}`.execute(
    db,
  );
  return rows[0];
}

/** Finds which of these ids are details of the job. */
export async function findDetailsOfJob(db: Database, job_id: number, ids: readonly number[]) {
  const { rows } = await sql<{ job_detail_id: number; sub_prod_id: string }>`
    select job_detail_id, sub_prod_id from job_detail where job_id = ${job_id} and job_detail_id = any(${ids}::int[])`.execute(
    db,
  );
  return rows;
}

export async function countOpenRequests(db: Database, cus_id1: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from customer_request where cus_id1 = ${cus_id1} and status <> 'DONE'`.execute(db);
  return rows[0]?.n ?? 0;
}

/** A request before it is inserted. */
export interface NewRequest {
  cus_id1: number;
  created_by: number;
  type: string;
  board: string;
  status: string;
  subject: string;
  full_name: string;
  job_id: number | null;
  job_name: string;
  channel: PortalRequest['channel'];
  service_type_id: number | null;
  shared_link: string | null;
  image_link: string | null;
  description: string;
  created_at: string;
  status_since: string;
}

export async function insertRequest(
  db: Database,
  request: NewRequest,
  details: readonly { job_detail_id: number; sub_prod_id: string }[],
): Promise<number> {
  const { id } = await db.insertInto('customer_request').values(request).returning('id').executeTakeFirstOrThrow();
  if (details.length > 0) {
    await db
      .insertInto('request_detail')
      .values(details.map((detail) => ({ request_id: id, ...detail })))
      .execute();
  }
  return id;
}
