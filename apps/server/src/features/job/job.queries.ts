import type { Job, JobDetail } from '@darkroom/contract/job/job';
import type { JobStatus } from '@darkroom/domain/job/status';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { insertRows } from '../../db/insert-rows.ts';
import type { DB } from '../../db/types.ts';
import { detailColumns, JOB_DEPENDENTS, jobColumns } from './job.columns.ts';

export type JobRow = Omit<Job, 'job_details'>;
/** A detail without its tasks. */
export type DetailRow = Omit<JobDetail, 'tasks' | 'done_quantity'>;

/** Finds the jobs without their details, in the order of the ids. */
export async function findJobRows(db: Database, ids: readonly number[]): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    select ${jobColumns} from unnest(${ids}::int[]) with ordinality as page (job_id, position)
      join job j on j.job_id = page.job_id order by page.position`.execute(db);
  return rows;
}

/** Finds the details of jobs, by number. */
export async function findDetailsOfJobs(db: Database, job_ids: readonly number[]): Promise<DetailRow[]> {
  const { rows } = await sql<DetailRow>`
    select ${detailColumns} from job_detail d where d.job_id = any(${job_ids}::int[]) order by d.job_id, d.sub_number`.execute(
    db,
  );
  return rows;
}

export async function findDetailRows(db: Database, ids: readonly number[]): Promise<DetailRow[]> {
  const { rows } = await sql<DetailRow>`
    select ${detailColumns} from job_detail d where d.job_detail_id = any(${ids}::int[]) order by d.job_detail_id`.execute(
    db,
  );
  return rows;
}

/** Locks jobs in id order: the first lock of every change to work (see lockTasks). Returns the existing ids. */
export async function lockJobs(db: Database, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ job_id: number }>`
    select job_id from job where job_id = any(${ids}::int[]) order by job_id for update`.execute(db);
  return rows.map((r) => r.job_id);
}

/** Finds the job of each detail. */
export async function findJobsOfDetails(db: Database, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ job_detail_id: number; job_id: number }>`
    select job_detail_id, job_id from job_detail where job_detail_id = any(${ids}::int[])`.execute(db);
  return new Map(rows.map((r) => [r.job_detail_id, r.job_id]));
}

/** Takes the next `count` numbers of a day. The row lock reserves them. */
export async function reserveNumbers(db: Database, job_date: string, count: number): Promise<number> {
  const { rows } = await sql<{ last_number: number }>`
    insert into job_day (job_date, last_number) values (${job_date}, ${count})
    on conflict (job_date) do update set last_number = job_day.last_number + ${count}
    returning last_number`.execute(db);
  return (rows[0]?.last_number ?? count) - count;
}

/** Finds which of these production IDs (`prodIdKey`) jobs already have. */
export async function findTakenProdIds(db: Database, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select lower(prod_id) as key from job where lower(prod_id) = any(${keys}::text[]) and not prod_id_twin`.execute(db);
  return new Set(rows.map((r) => r.key));
}

type NewJobRow = Pick<DB['job'], 'prod_id'> & { readonly [Column in keyof DB['job']]?: unknown };

/** Inserts jobs. Returns ids by prod_id. */
export async function insertJobs(db: Database, jobs: readonly NewJobRow[]): Promise<Map<string, number>> {
  const columns = [...new Set(jobs.flatMap(Object.keys))] as (keyof DB['job'])[];
  const rows = await insertRows<'job', { prod_id: string; job_id: number }>(db, 'job', columns, jobs, {
    // All callers use one order, with 1000 after 999, so ids follow the numbers of a day.
    order: sql`length(prod_id), lower(prod_id)`,
    returning: ['prod_id', 'job_id'],
  });
  return new Map(rows.map((r) => [r.prod_id, r.job_id]));
}

export interface NewDetailRow {
  job_id: number;
  service_cat1_id: number;
  service_cat2_id: number;
  quantity: number;
  note: string;
  /** Agreed price instead of the customer's price. Null if no price was agreed. */
  agreed?: AgreedPrice | undefined;
}

/** A quoted and accepted price (decision 105). */
export interface AgreedPrice {
  readonly unit_price: number;
  readonly estimate_minutes: number | null;
}

/** Inserts numbered details with the agreed price or the customer's current one (domain §2). Wholesale never exceeds retail. */
export async function insertDetails(db: Database, details: readonly NewDetailRow[], now: string): Promise<number[]> {
  const { rows } = await sql<{ job_detail_id: number }>`
    insert into job_detail (job_id, sub_number, sub_prod_id, service_cat1_id, service_cat2_id, quantity, note, unit_price, wholesale_price, estimate_minutes, quoted, created_at)
    select n.job_id, n.number, j.prod_id || '-' || lpad(n.number::text, greatest(2, length(n.number::text)), '0'), n.service_cat1_id, n.service_cat2_id,
           n.quantity, n.note, coalesce(a.unit_price, p.retail_price),
           case when p.wholesale_price is not null then least(p.wholesale_price, a.unit_price) end,
           case when a.unit_price is null then p.estimate_minutes else a.estimate_minutes end, a.unit_price is not null, ${now}
      from (select r.*, greatest((select last_sub_number from job j where j.job_id = r.job_id),
                                 coalesce((select max(d.sub_number) from job_detail d where d.job_id = r.job_id), 0))
                   + row_number() over (partition by r.job_id order by r.position) as number
              from jsonb_to_recordset(${JSON.stringify(details.map((d, position) => ({ ...d, position })))}::jsonb)
                   as r (job_id int, service_cat1_id int, service_cat2_id int, quantity int, note text, agreed jsonb, position int)) n
      cross join lateral jsonb_to_record(coalesce(n.agreed, '{}')) as a (unit_price numeric, estimate_minutes int)
      join job j on j.job_id = n.job_id
      join cus2 c2 on c2.id = j.customer2_id
      left join customer_price p on p.cus_id1 = c2.cus_id1 and p.service_cat2_id = n.service_cat2_id and p.enabled
     order by n.position
    returning job_detail_id`.execute(db);
  return rows.map((r) => r.job_detail_id);
}

/** Finds the current prices for pairs of customer 2 and category 2. */
export async function findPrices(db: Database, lines: readonly { customer2_id: number; service_cat2_id: number }[]) {
  const { rows } = await sql<{
    customer2_id: number;
    service_cat2_id: number;
    unit_price: number | null;
    estimate_minutes: number | null;
  }>`
    select l.customer2_id, l.service_cat2_id, p.retail_price as unit_price, p.estimate_minutes
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (customer2_id int, service_cat2_id int)
      left join cus2 c2 on c2.id = l.customer2_id
      left join customer_price p on p.cus_id1 = c2.cus_id1 and p.service_cat2_id = l.service_cat2_id and p.enabled`.execute(
    db,
  );
  return rows;
}

/** Sets the price of a detail by its new category: the quoted price if its line of the quote has that category, else the current one. */
export const resetPrice = (db: Database, job_detail_id: number) =>
  sql`
    update job_detail d set unit_price = s.unit_price, wholesale_price = s.wholesale_price, estimate_minutes = s.estimate_minutes, quoted = s.quoted
      from (select d.job_detail_id, coalesce(l.unit_price, p.retail_price) as unit_price,
                   case when p.wholesale_price is not null then least(p.wholesale_price, l.unit_price) end as wholesale_price,
                   case when l.quote_id is null then p.estimate_minutes else l.estimate_minutes end as estimate_minutes,
                   l.quote_id is not null as quoted
              from job_detail d join job j on j.job_id = d.job_id join cus2 c2 on c2.id = j.customer2_id
              left join customer_price p on p.cus_id1 = c2.cus_id1 and p.service_cat2_id = d.service_cat2_id and p.enabled
              left join quote q on q.job_id = d.job_id
              left join quote_line l on l.quote_id = q.id and l.position = d.sub_number - 1 and l.service_cat2_id = d.service_cat2_id
             where d.job_detail_id = ${job_detail_id}) s
     where s.job_detail_id = d.job_detail_id`.execute(db);

export interface DetailPrice {
  job_detail_id: number;
  unit_price: number | null;
  wholesale_price: number | null;
  estimate_minutes: number | null;
}

/**
 * Finds the prices of a customer 2 at the time when each detail received its price (decision 149), otherwise the
 * current ones (decision 009). Quoted details are left out (decision 105).
 */
export async function findPricesAtCreation(
  db: Database,
  customer2_id: number,
  job_detail_ids: readonly number[],
): Promise<DetailPrice[]> {
  const { rows } = await sql<DetailPrice>`
    select m.job_detail_id, r.retail_price as unit_price, r.wholesale_price, r.estimate_minutes
      from (select d.job_detail_id, d.service_cat2_id, c2.cus_id1,
                   coalesce((select max(a.at) from audit a
                              where a.entity = 'job_detail' and a.entity_id = d.job_detail_id::text
                                and (a.action = 'price.fillIn' or a.action = 'job.updateDetail'
                                     and a.before -> 'service_cat2_id' <> a.after -> 'service_cat2_id')), d.created_at) as priced_at
              from job_detail d join cus2 c2 on c2.id = ${customer2_id}
             where d.job_detail_id = any(${job_detail_ids}::int[]) and not d.quoted) m
      left join customer_price p on p.cus_id1 = m.cus_id1 and p.service_cat2_id = m.service_cat2_id
      left join lateral (select a.before from audit a
                          where a.entity = 'customer_price' and a.entity_id = p.id::text and a.at > m.priced_at
                          order by a.id limit 1) c on true
      left join lateral (select * from jsonb_to_record(
                 case when (c.before ->> 'enabled')::boolean then c.before when p.enabled then to_jsonb(p) end)
                   as r (retail_price numeric, wholesale_price numeric, estimate_minutes int)) r on true
     order by m.job_detail_id`.execute(db);
  return rows;
}

/** Sets these prices with a new version each. Returns the ids of details whose price changed. */
export async function setPrices(db: Database, prices: readonly DetailPrice[]): Promise<number[]> {
  const { rows } = await sql<{ job_detail_id: number }>`
    update job_detail d
       set unit_price = n.unit_price, wholesale_price = n.wholesale_price, estimate_minutes = n.estimate_minutes,
           version = d.version + 1
      from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb)
           as n (job_detail_id int, unit_price numeric, wholesale_price numeric, estimate_minutes int)
     where d.job_detail_id = n.job_detail_id
       and (d.unit_price, d.wholesale_price, d.estimate_minutes)
           is distinct from (n.unit_price, n.wholesale_price, n.estimate_minutes)
    returning d.job_detail_id`.execute(db);
  return rows.map((r) => r.job_detail_id);
}

export const updateRow = (
  db: Database,
  table: 'job' | 'job_detail',
  id: number,
  patch: Record<string, string | number | null | undefined>,
) => {
  const sets = Object.entries(patch).flatMap(([column, value]) =>
    value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`],
  );
  return sql`update ${sql.table(table)} set ${sql.join([...sets, sql`version = version + 1`])}
              where ${sql.ref(`${table}_id`)} = ${id}`.execute(db);
};

export const deleteJobs = (db: Database, ids: readonly number[]) =>
  sql`delete from job where job_id = any(${ids}::int[])`.execute(db);
/** Deletes details. Their numbers are not used again in the job. */
export const deleteDetails = (db: Database, ids: readonly number[]) =>
  sql`
    with deleted as (delete from job_detail where job_detail_id = any(${ids}::int[]) returning job_id, sub_number)
    update job j set last_sub_number = greatest(j.last_sub_number, g.last)
      from (select job_id, max(sub_number) as last from deleted group by job_id) g where g.job_id = j.job_id`.execute(
    db,
  );

/**
 * Finds which of these customers 2 and categories 2 exist. Categories 2 have their category 1, and true if they are
 * enabled.
 */
export async function findExistingReferences(db: Database, customer2: readonly number[], cat2: readonly number[]) {
  const customers = await sql<{
    id: number;
    cus_id1: number;
  }>`select id, cus_id1 from cus2 where id = any(${customer2}::int[])`.execute(db);
  const categories = await sql<{ id: number; cat1_id: number; enabled: boolean }>`
    select id, cat1_id, enabled from service_cat2 where id = any(${cat2}::int[])`.execute(db);
  return {
    customers: new Map(customers.rows.map((r) => [r.id, r.cus_id1])),
    categories: new Map(categories.rows.map((r) => [r.id, r])),
  };
}

/** Finds the customer 1 of a customer 2. The prices of the customer 1 apply. */
export async function findCustomer1(db: Database, customer2_id: number): Promise<number | null> {
  const row = await db.selectFrom('cus2').select('cus_id1').where('id', '=', customer2_id).executeTakeFirst();
  return row?.cus_id1 ?? null;
}

/** Finds the customer 1 of each of these customers 2. */
export async function findCustomers1(db: Database, customer2_ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; cus_id1: number }>`
    select id, cus_id1 from cus2 where id = any(${[...new Set(customer2_ids)]}::int[])`.execute(db);
  return new Map(rows.map(({ id, cus_id1 }) => [id, cus_id1]));
}

/** Number for everything below a job `j`. Mirrors `calculateJobChecksum` (domain/job/job-checksum). */
const BELOW_JOB = sql<number>`(
  select coalesce(sum(d.job_detail_id::int8 + d.version
                      + (select coalesce(sum(t.task_id), 0) from task t where t.job_detail_id = d.job_detail_id)), 0)::int8
    from job_detail d where d.job_id = j.job_id)`;

/** Finds jobs in short form: their names and the fields that a change needs. */
export const findJobSummaries = (db: Database, ids: readonly number[]) =>
  db
    .selectFrom('job as j')
    .select(['j.job_id', 'j.version', 'j.prod_id', 'j.job_date', 'j.job_status'])
    .select([JOB_DEPENDENTS.quoted.as('quoted'), JOB_DEPENDENTS.requested.as('requested'), BELOW_JOB.as('checksum')])
    .$narrowType<{ job_status: JobStatus }>()
    .where('j.job_id', 'in', ids.length ? [...ids] : [0])
    .execute();
