import type { PriceRow } from '@darkroom/contract/price/price';
import type { PricePeriod } from '@darkroom/domain/price/period';
import type { PartialTerms, PriceTerms } from '@darkroom/domain/price/price';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

export interface PriceOwner {
  readonly cus_id1: number;
  readonly cus0_name: string;
  readonly cus1_name: string;
}

export async function findOwner(db: Database, cus_id1: number): Promise<PriceOwner | undefined> {
  const { rows } = await sql<PriceOwner>`
    select c1.id as cus_id1, c0.name as cus0_name, c1.name as cus1_name
      from cus1 c1 join cus0 c0 on c0.id = c1.cus_id0 where c1.id = ${cus_id1}`.execute(db);
  return rows[0];
}

/** Finds a customer 1 by the names of its levels, in any case. */
export async function findOwnerByName(db: Database, cus0_name: string, cus1_name: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select c1.id from cus1 c1 join cus0 c0 on c0.id = c1.cus_id0
     where lower(c0.name) = lower(${cus0_name}) and lower(c1.name) = lower(${cus1_name})`.execute(db);
  return rows[0]?.id;
}

/** Finds the customer and the version of a price. */
export const findPriceKey = (db: Database, id: number) =>
  db.selectFrom('customer_price').select(['cus_id1', 'version']).where('id', '=', id).forUpdate().executeTakeFirst();

/** Deletes a price of which no job detail of its customer has a copy. Returns false if there is one. */
export async function deleteUnusedPrice(db: Database, id: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from customer_price p where p.id = ${id} and not exists (
      select from cus2 c join job j on j.customer2_id = c.id join job_detail d on d.job_id = j.job_id
       where c.cus_id1 = p.cus_id1 and d.service_cat2_id = p.service_cat2_id and d.unit_price is not null)`.execute(db);
  return numAffectedRows > 0n;
}

/** Locks a customer 1, so that changes of its prices run one after the other. Rows that only refer to it do not wait. */
export async function lockOwner(db: Database, cus_id1: number): Promise<boolean> {
  const { rows } = await sql`select 1 from cus1 where id = ${cus_id1} for no key update`.execute(db);
  return rows.length > 0;
}

/** Lists each category 2 with the customer's price, if there is one, and the number of details in a period. */
export async function listPrices(
  db: Database,
  cus_id1: number,
  period: PricePeriod,
): Promise<Omit<PriceRow, 'warnings'>[]> {
  const { rows } = await sql<Omit<PriceRow, 'warnings'>>`
    with details_sold as (
      select d.service_cat2_id, count(*)::int as details
        from cus2 c join job j on j.customer2_id = c.id and j.job_date between ${period.from} and ${period.to}
        join job_detail d on d.job_id = j.job_id
       where c.cus_id1 = ${cus_id1} group by 1
    )
    select st.id as service_type_id, st.name as service_type, c1.id as service_cat1_id, c1.name as cat1,
           c2.id as service_cat2_id, c2.name as cat2, c2.level, c2.enabled as cat2_enabled, c2.estimate_minutes as default_minutes,
           p.id, p.version, p.retail_price, p.wholesale_price, p.estimate_minutes, p.visible, p.enabled,
           coalesce(details_sold.details, 0) as sold_last_month
      from service_cat2 c2
      join service_cat1 c1 on c1.id = c2.cat1_id
      join service_type st on st.id = c1.service_type_id
      left join customer_price p on p.cus_id1 = ${cus_id1} and p.service_cat2_id = c2.id
      left join details_sold on details_sold.service_cat2_id = c2.id
     order by st.name, c1.name, c2.level, c2.name, c2.id`.execute(db);
  return rows;
}

/** A price before it is written. */
export interface PriceToSet extends PriceTerms {
  readonly service_cat2_id: number;
}

/** Writes a customer's new and changed prices. Returns their ids. */
export async function savePrices(
  db: Database,
  cus_id1: number,
  prices: readonly PriceToSet[],
): Promise<Map<number, { id: number; version: number }>> {
  const { rows } = await sql<{ id: number; version: number; service_cat2_id: number }>`
    insert into customer_price as p (cus_id1, service_cat2_id, retail_price, wholesale_price, estimate_minutes, visible, enabled)
    select ${cus_id1}, r.service_cat2_id, r.retail_price, r.wholesale_price, r.estimate_minutes, r.visible, r.enabled
      from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb)
           as r (service_cat2_id int, retail_price numeric, wholesale_price numeric, estimate_minutes int, visible boolean, enabled boolean)
    on conflict on constraint customer_price_key do update
       set retail_price = excluded.retail_price, wholesale_price = excluded.wholesale_price,
           estimate_minutes = excluded.estimate_minutes, visible = excluded.visible, enabled = excluded.enabled,
           version = p.version + 1
    returning p.id, p.version, p.service_cat2_id`.execute(db);
  return new Map(rows.map((row) => [row.service_cat2_id, row]));
}

/** Picks the terms of a price, for its history. */
export const pickTerms = ({
  retail_price,
  wholesale_price,
  estimate_minutes,
  visible,
  enabled,
}: PartialTerms): PartialTerms => ({
  retail_price,
  wholesale_price,
  estimate_minutes,
  visible,
  enabled,
});
