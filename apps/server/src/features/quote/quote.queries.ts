import type { PortalQuote } from '@darkroom/contract/portal/portal';
import type { QuoteRow } from '@darkroom/contract/request/quote';
import { groupBy } from '@darkroom/domain/list/group-by';
import type { QuoteStatus } from '@darkroom/domain/quote/transitions';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { type Condition, rejectUnknownFilters } from '../../db/list/condition.ts';
import type { PageQuery } from '../../db/list/page.ts';
import type { InputFor } from '../../http/handlers.ts';

/** A stored line, with the current category 1 of its category. */
export type StoredLine = Omit<QuoteRow['lines'][number], 'amount' | 'warnings'>;
/** A stored quote, without values that come from its lines and the clock. */
export type StoredQuote = Omit<QuoteRow, 'status' | 'lines' | 'quantity' | 'amount' | 'drift'> & {
  status: QuoteStatus;
  lines: StoredLine[];
};

const quoteColumns = sql`
  q.id, q.version, q.request_id, q.status, q.customer2_id, q.valid_until, q.note, q.low_price_confirmed, q.sent_by, q.sent_at, q.decided_by,
  (select u.full_name from user_account u where u.id = q.decided_by) as decided_by_name, q.decided_at, q.reason, q.job_id,
  (select j.prod_id from job j where j.job_id = q.job_id) as prod_id, q.created_by, q.created_at,
  (select json_agg(json_build_object('service_cat1_id', c.cat1_id, 'service_cat2_id', l.service_cat2_id, 'quantity', l.quantity,
            'unit_price', l.unit_price, 'list_price', l.list_price, 'estimate_minutes', l.estimate_minutes, 'note', l.note) order by l.position)
     from quote_line l join service_cat2 c on c.id = l.service_cat2_id where l.quote_id = q.id) as lines`;

async function findQuotesWhere(db: Database, where: Condition): Promise<StoredQuote[]> {
  const { rows } = await sql<StoredQuote>`
    select ${quoteColumns} from quote q where ${where} order by q.id desc`.execute(db);
  return rows;
}

/** Finds the quotes of a request, newest first. */
export const findQuotesOfRequest = (db: Database, request_id: number) =>
  findQuotesWhere(db, sql`q.request_id = ${request_id}`);

export const findQuote = async (db: Database, id: number): Promise<StoredQuote | undefined> =>
  (await findQuotesWhere(db, sql`q.id = ${id}`))[0];

/** Locks and reads a quote. Its request must be locked before. */
export async function lockQuote(db: Database, id: number): Promise<StoredQuote | undefined> {
  await sql`select 1 from quote where id = ${id} for update`.execute(db);
  return findQuote(db, id);
}

/** Finds the accepted quotes of these jobs in lock order, with their customer. */
export async function findQuotesOfJobs(
  db: Database,
  job_ids: readonly number[],
): Promise<{ id: number; cus_id1: number }[]> {
  const { rows } = await sql<{ id: number; cus_id1: number }>`
    select q.id, r.cus_id1 from quote q join customer_request r on r.id = q.request_id
     where q.job_id = any(${job_ids}::int[]) order by q.id`.execute(db);
  return rows;
}

/** Finds the current details of quotes' jobs, by job and number. */
export async function findCurrentDetails(db: Database, job_ids: readonly number[]) {
  const { rows } = await sql<{
    job_id: number;
    sub_number: number;
    service_cat2_id: number;
    quantity: number;
    unit_price: number | null;
  }>`
    select job_id, sub_number, service_cat2_id, quantity, unit_price from job_detail
     where job_id = any(${job_ids}::int[]) order by job_id, sub_number`.execute(db);
  return groupBy(rows, ({ job_id }) => job_id);
}

/** Returns true if a request has another quote that is a draft, or was sent and is valid on a day. */
export async function hasOpenQuote(
  db: Database,
  request_id: number,
  today: string,
  exceptId: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from quote where request_id = ${request_id} and id <> ${exceptId}
       and (status = 'DRAFT' or status = 'SENT' and valid_until >= ${today}) limit 1`.execute(db);
  return rows.length > 0;
}

export type NewLine = Omit<StoredLine, 'service_cat1_id'>;

export interface QuoteDraft {
  customer2_id: number | null;
  valid_until: string;
  note: string;
}

export async function insertQuote(
  db: Database,
  request_id: number,
  draft: QuoteDraft,
  created_by: number,
  created_at: string,
): Promise<number> {
  const { id } = await db
    .insertInto('quote')
    .values({ request_id, ...draft, created_by, created_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Writes a quote's columns and raises the version. */
export const updateQuote = (
  db: Database,
  id: number,
  patch: Partial<
    QuoteDraft &
      Pick<
        StoredQuote,
        'low_price_confirmed' | 'sent_by' | 'sent_at' | 'decided_by' | 'decided_at' | 'reason' | 'job_id'
      >
  > & {
    status?: QuoteStatus;
  },
) =>
  db
    .updateTable('quote')
    .set((eb) => ({ ...patch, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** Replaces the lines of a quote, in order. */
export async function replaceLines(db: Database, quote_id: number, lines: readonly NewLine[]): Promise<void> {
  await db.deleteFrom('quote_line').where('quote_id', '=', quote_id).execute();
  await db
    .insertInto('quote_line')
    .values(lines.map((line, position) => ({ ...line, quote_id, position })))
    .execute();
}

/** A customer 1's current price and minutes for a category 2. Undefined if the category cannot be ordered. */
export interface OrderTerms {
  service_cat2_id: number;
  list_price: number | null;
  estimate_minutes: number | null;
}

/** Finds the terms of enabled categories: the customer's enabled price, with its estimate or else the category's. */
export async function findTerms(
  db: Database,
  cus_id1: number,
  cat2: readonly number[],
): Promise<Map<number, OrderTerms>> {
  const { rows } = await sql<OrderTerms>`
    select c.id as service_cat2_id, p.retail_price as list_price, coalesce(p.estimate_minutes, nullif(c.estimate_minutes, 0)) as estimate_minutes
      from service_cat2 c
      left join customer_price p on p.cus_id1 = ${cus_id1} and p.service_cat2_id = c.id and p.enabled
     where c.id = any(${cat2}::int[]) and c.enabled`.execute(db);
  return new Map(rows.map((row) => [row.service_cat2_id, row]));
}

/** Finds the enabled prices of a customer 1. */
export async function findListPrices(db: Database, cus_id1: number) {
  const { rows } = await sql<{ service_cat2_id: number; unit_price: number; estimate_minutes: number | null }>`
    select p.service_cat2_id, p.retail_price as unit_price, p.estimate_minutes
      from customer_price p join service_cat2 c on c.id = p.service_cat2_id
     where p.cus_id1 = ${cus_id1} and p.enabled and c.enabled order by p.service_cat2_id`.execute(db);
  return rows;
}

/** Finds the customers 2 of a customer 1. */
export const findCustomers2 = (db: Database, cus_id1: number) =>
  db.selectFrom('cus2').select(['id', 'name']).where('cus_id1', '=', cus_id1).orderBy('name').execute();

/** Returns true for a customer 2 of a customer 1. */
export async function isCustomer2Of(db: Database, id: number, cus_id1: number): Promise<boolean> {
  const { rows } = await sql`select from cus2 where id = ${id} and cus_id1 = ${cus_id1}`.execute(db);
  return rows.length > 0;
}

/** The columns without values that come from lines and clock. */
export type StoredPortalQuote = Omit<PortalQuote, 'status' | 'lines' | 'quantity' | 'amount' | 'currency'> & {
  status: Exclude<PortalQuote['status'], 'EXPIRED'>;
  lines: Omit<PortalQuote['lines'][number], 'amount'>[];
};

/** Finds quotes in the order of the ids, with only the customer's columns. `by` is read from `q.decided_by`. */
export async function findPortalQuotes(
  db: Database,
  ids: readonly number[],
  by: RawBuilder<string | null>,
): Promise<StoredPortalQuote[]> {
  const { rows } = await sql<StoredPortalQuote>`
    select q.id, q.request_id, r.subject, r.cus_id1, q.status, q.valid_until, q.note, q.customer2_id, q.sent_at, q.decided_at,
           ${by} as answered_by, q.reason, j.job_id, j.prod_id,
           (select json_agg(json_build_object('service_cat1', k1.name, 'service_cat2', k2.name, 'service_cat2_id', l.service_cat2_id,
                     'quantity', l.quantity, 'unit_price', l.unit_price, 'note', l.note) order by l.position)
              from quote_line l join service_cat2 k2 on k2.id = l.service_cat2_id join service_cat1 k1 on k1.id = k2.cat1_id
             where l.quote_id = q.id) as lines
      from unnest(${ids}::int[]) with ordinality as page (id, position)
      join quote q on q.id = page.id join customer_request r on r.id = q.request_id
      left join (job j join cus2 c2 on c2.id = j.customer2_id) on j.job_id = q.job_id and c2.cus_id1 = r.cus_id1
     order by page.position`.execute(db);
  return rows;
}

/**
 * Returns the page query of the quotes sent to a customer, by their status of today. `own` is a condition on the
 * request's `r.cus_id1`.
 */
export function portalQuotePage(
  ownCondition: Condition,
  today: string,
  { id, request_id, status, ...unhandled }: Omit<InputFor<'portal.quotes'>, 'page' | 'page_size'>,
): PageQuery {
  rejectUnknownFilters(unhandled);
  const where: Condition[] = [sql`q.sent_at is not null`, ownCondition];
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

/** Finds the request of a quote that was sent to the customer. Returns undefined for every other quote. */
export async function findRequestOfPortalQuote(
  db: Database,
  ownCondition: Condition,
  id: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ request_id: number }>`
    select q.request_id from quote q join customer_request r on r.id = q.request_id
     where q.id = ${id} and q.sent_at is not null and ${ownCondition}`.execute(db);
  return rows[0]?.request_id;
}
