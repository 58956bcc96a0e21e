import type { OwnQuote } from '@darkroom/contract/portal/portal';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { nothingLeft, type Condition } from '../../db/list/condition.ts';
import type { PageQuery } from '../../db/list/page.ts';
import type { InputFor } from '../../http/handlers.ts';

/** What only its lines and the clock tell is not among the columns. */
export type OwnColumns = Omit<OwnQuote, 'status' | 'lines' | 'quantity' | 'amount' | 'currency'> & {
  status: Exclude<OwnQuote['status'], 'EXPIRED'>;
  lines: Omit<OwnQuote['lines'][number], 'amount'>[];
};

/** Quotes in the order of the ids: the columns a customer sees, and no other; `by` is read of `q.decided_by`. */
export async function findOwnQuotes(
  db: Database,
  ids: readonly number[],
  by: RawBuilder<string | null>,
): Promise<OwnColumns[]> {
  const { rows } = await sql<OwnColumns>`
    select q.id, q.request_id, r.subject, r.cus_id1, q.status, q.valid_until, q.note, q.customer2_id, q.sent_at, q.decided_at,
           ${by} as answered_by, q.reason, j.job_id, j.prod_id,
           (select json_agg(json_build_object('service_cat1', k1.name, 'service_cat2', k2.name, 'service_cat2_id', l.service_cat2_id,
                     'quantity', l.quantity, 'unit_price', l.unit_price, 'note', l.note) order by l.place)
              from quote_line l join service_cat2 k2 on k2.id = l.service_cat2_id join service_cat1 k1 on k1.id = k2.cat1_id
             where l.quote_id = q.id) as lines
      from unnest(${ids}::int[]) with ordinality as page (id, place)
      join quote q on q.id = page.id join customer_request r on r.id = q.request_id
      left join (job j join cus2 c2 on c2.id = j.customer2_id) on j.job_id = q.job_id and c2.cus_id1 = r.cus_id1
     order by page.place`.execute(db);
  return rows;
}

/** How the quotes sent to a customer are read, by how they stand today; `own` is asked of the request's `r.cus_id1`. */
export function ownQuotePage(
  own: Condition,
  today: string,
  { id, request_id, status, ...left }: Omit<InputFor<'portal.quotes'>, 'page' | 'page_size'>,
): PageQuery {
  nothingLeft(left);
  const where: Condition[] = [sql`q.sent_at is not null`, own];
  if (id) where.push(sql`q.id = ${id}`);
  if (request_id) where.push(sql`q.request_id = ${request_id}`);
  if (status?.length)
    where.push(
      sql`case when q.status = 'SENT' and q.valid_until < ${today} then 'EXPIRED' else q.status end = any(${status}::text[])`,
    );
  return {
    from: sql`quote q join customer_request r on r.id = q.request_id`,
    key: sql`q.id`,
    where,
    order: [[sql`q.id`, true]],
  };
}

/** The request of a quote that was sent to a customer; undefined of any other, there or not. */
export async function findRequestOfOwn(db: Database, own: Condition, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ request_id: number }>`
    select q.request_id from quote q join customer_request r on r.id = q.request_id
     where q.id = ${id} and q.sent_at is not null and ${own}`.execute(db);
  return rows[0]?.request_id;
}
