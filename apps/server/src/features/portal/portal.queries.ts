import type { OutputOf } from '@darkroom/contract/endpoint';
import type { endpoints } from '@darkroom/contract/endpoints';
import type { JobStatus } from '@darkroom/domain/job/status';
import type { QuoteState } from '@darkroom/domain/quote/decide';
import type { RequestStatus, RequestType } from '@darkroom/domain/request/status';
import type { TaskStatus } from '@darkroom/domain/task/status';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { joinConditions, toLikePattern, type Condition } from '../../db/list/condition.ts';
import { DELIVERED_PIECES, REWORK_PIECES } from '../task/counts/delivered.ts';

type RowOf<E extends keyof typeof endpoints.portal & ('detail' | 'price')> = OutputOf<
  (typeof endpoints.portal)[E]
>['results'][number];

/** Finds the customers 1 with the customers above and below, by name. */
export async function findPortalCustomers(db: Database, ownCondition: Condition): Promise<RowOf<'detail'>[]> {
  const { rows } = await sql<RowOf<'detail'>>`
    select c1.id as cus_id1, c0.name as cus0_name, c1.name as cus1_name,
      coalesce((select json_agg(json_build_object('id', c2.id, 'name', c2.name) order by c2.name, c2.id)
                  from cus2 c2 where c2.cus_id1 = c1.id), '[]') as cus2_list,
      json_build_object('company_name', c1.company_name, 'street_name', c1.street_name, 'city', c1.city,
        'state', c1.state, 'post_code', c1.post_code, 'country', c1.country, 'payment_plan', c1.payment_plan,
        'join_date', c1.join_date, 'contract_status', c1.contract_status, 'tier', c1.tier,
        'billing_email', c1.billing_email, 'pay_to', c1.pay_to) as details
      from cus1 c1 join cus0 c0 on c0.id = c1.cus_id0 where ${ownCondition} order by c1.name, c1.id`.execute(db);
  return rows;
}

/** Finds visible and enabled prices of all the caller's customers 1, or of one of them. */
export async function findPortalPrices(db: Database, ownCondition: Condition): Promise<Required<RowOf<'price'>>[]> {
  const { rows } = await sql<Required<RowOf<'price'>>>`
    select p.cus_id1, st.name as service_type, k1.name as service_cat1, k2.name as service_cat2, p.service_cat2_id,
           p.retail_price, p.estimate_minutes, p.wholesale_price
      from customer_price p
      join cus1 c1 on c1.id = p.cus_id1
      join service_cat2 k2 on k2.id = p.service_cat2_id
      join service_cat1 k1 on k1.id = k2.cat1_id
      join service_type st on st.id = k1.service_type_id
     where p.visible and p.enabled and ${ownCondition}
     order by st.name, st.id, k1.name, k1.id, k2.level, k2.name, k2.id, c1.name, c1.id`.execute(db);
  return rows;
}

/** Finds categories that some customers 2 have ordered, or have a visible price for. */
export async function findPortalCategories(db: Database, ownCondition: Condition, customers2: readonly number[]) {
  const { rows } = await sql<{
    service_cat2_id: number;
    service_type: string;
    service_cat1: string;
    service_cat2: string;
  }>`
    select k2.id as service_cat2_id, st.name as service_type, k1.name as service_cat1, k2.name as service_cat2
      from service_cat2 k2
      join service_cat1 k1 on k1.id = k2.cat1_id
      join service_type st on st.id = k1.service_type_id
     where exists (select from customer_price p where p.service_cat2_id = k2.id and p.visible and p.enabled and ${ownCondition})
        or exists (select from unnest(${customers2}::int[]) as mine (id)
                    where exists (select from job_detail d where d.customer2_id = mine.id and d.service_cat2_id = k2.id))
     order by st.name, st.id, k1.name, k1.id, k2.level, k2.name, k2.id`.execute(db);
  return rows;
}

/** Finds the services that can be ordered. */
export async function findServices(db: Database) {
  const { rows } = await sql<{ id: number; name: string }>`
    select st.id, st.name from service_type st
     where exists (select from service_cat1 k1 join service_cat2 k2 on k2.cat1_id = k1.id
                    where k1.service_type_id = st.id and k2.enabled)
     order by st.name, st.id`.execute(db);
  return rows;
}

/** A job without its details: only the customer's columns. */
export interface PortalJobRow {
  job_id: number;
  prod_id: string;
  job_date: string;
  due_date: string | null;
  job_name: string;
  job_link: string | null;
  customer2_id: number;
  job_status: JobStatus;
}

export async function findPortalJobs(db: Database, ids: readonly number[]): Promise<PortalJobRow[]> {
  const { rows } = await sql<PortalJobRow>`
    select j.job_id, j.prod_id, j.job_date, (j.due_at at time zone 'Asia/Bangkok')::date as due_date, j.job_name, j.job_link, j.customer2_id, j.job_status
      from unnest(${ids}::int[]) with ordinality as page (job_id, position) join job j on j.job_id = page.job_id
     order by page.position`.execute(db);
  return rows;
}

/** A detail with the statuses of its tasks, its completed pieces, and its pieces in rework. */
export interface PortalDetailRow {
  job_detail_id: number;
  job_id: number;
  sub_prod_id: string;
  service_cat2_id: number;
  quantity: number;
  unit_price: number | null;
  statuses: TaskStatus[];
  done: number;
  pieces_in_rework: number;
}

export async function findPortalDetails(db: Database, job_ids: readonly number[]): Promise<PortalDetailRow[]> {
  const { rows } = await sql<PortalDetailRow>`
    select d.job_detail_id, d.job_id, d.sub_prod_id, d.service_cat2_id, d.quantity, d.unit_price,
           coalesce(t.statuses, '{}') as statuses, coalesce(t.done, 0)::int8 as done, coalesce(t.pieces_in_rework, 0)::int8 as pieces_in_rework
      from job_detail d
      left join lateral (select array_agg(t.status order by t.task_id) as statuses, sum(${DELIVERED_PIECES}) as done, sum(${REWORK_PIECES}) as pieces_in_rework
                           from task t where t.job_detail_id = d.job_detail_id) t on true
     where d.job_id = any(${job_ids}::int[]) order by d.job_id, d.sub_number`.execute(db);
  return rows;
}

/** A request in short form, with its job. */
export interface RequestSummary {
  job_id: number;
  id: number;
  type: RequestType;
  status: RequestStatus;
  subject: string;
  unread: number;
  quote: QuoteState | null;
}

/** The newest sent quote of `r`, with the columns for its status. */
export const sentQuote = sql`
  (select json_build_object('status', q.status, 'valid_until', q.valid_until) from quote q
    where q.request_id = r.id and q.sent_at is not null order by q.id desc limit 1)`;

/** Finds the newest requests of the caller about each of some jobs. */
export async function findRequestsOfJobs(
  db: Database,
  job_ids: readonly number[],
  ownCondition: Condition,
  limit: number,
): Promise<RequestSummary[]> {
  const { rows } = await sql<RequestSummary>`
    select r.job_id, r.id, r.type, r.status, r.subject, r.customer_unread as unread, ${sentQuote} as quote
      from unnest(${job_ids}::int[]) as page (job_id)
      cross join lateral (select r.job_id, r.id, r.type, r.status, r.subject, r.customer_unread from customer_request r
                           where r.job_id = page.job_id and ${ownCondition} order by r.id desc limit ${limit}) r
     order by r.job_id, r.id desc`.execute(db);
  return rows;
}

interface ArticleRow {
  key: string;
  title: { vi: string; en: string };
  body: { vi: string; en: string };
  published_on: string;
  pinned: boolean;
}

/** Returns the condition for articles that are published on a day. Articles with a later date are left out. */
const isPublishedOn = (today: string): Condition =>
  sql`m.data_type = 'INFO_HUB' and (m.value -> 'published')::boolean and m.value ->> 'published_on' <= ${today}`;
const articleColumns = sql`m.key, m.value -> 'title' as title, m.value ->> 'published_on' as published_on, (m.value -> 'pinned')::boolean as pinned`;

/** Finds the published articles, pinned first, then by display order, then newest first. */
export async function findArticles(
  db: Database,
  today: string,
  text: string | undefined,
): Promise<Omit<ArticleRow, 'body'>[]> {
  const where = [isPublishedOn(today)];
  if (text) {
    where.push(sql`fold_text(concat_ws(E'\n', m.value #>> '{title,vi}', m.value #>> '{title,en}', m.value #>> '{body,vi}', m.value #>> '{body,en}'))
      like ${toLikePattern(text)}`);
  }
  const { rows } = await sql<Omit<ArticleRow, 'body'>>`
    select ${articleColumns} from metadata m ${joinConditions(where)}
     order by pinned desc, (m.value ->> 'display_order')::int nulls last, published_on desc, m.key`.execute(db);
  return rows;
}

export async function findArticle(db: Database, today: string, key: string): Promise<ArticleRow | undefined> {
  const { rows } = await sql<ArticleRow>`
    select ${articleColumns}, m.value -> 'body' as body from metadata m where ${isPublishedOn(today)} and m.key = ${key}`.execute(
    db,
  );
  return rows[0];
}
