import type { CountedBy } from '@darkroom/domain/price/period';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { DELIVERED_PIECES, HAS_DELIVERED_PIECES } from '../task/counts/delivered.ts';
import { isInPeriod } from './price-report.queries.ts';

export interface UnpricedFilter {
  readonly cus_id1: number;
  readonly service_cat2_id?: number | undefined;
  readonly date_from?: string | undefined;
  readonly date_to?: string | undefined;
  readonly counted_by: CountedBy;
}

/** Details of a category without a price, and the customer's current price. The price is null if none is enabled. */
export interface UnpricedCategory {
  service_cat2_id: number;
  category: string;
  unit_price: number | null;
  details: number;
  job_ids: number[];
  quantity: number;
  done_quantity: number;
}

interface DayRange {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

const inJobDays = ({ from, to }: DayRange): RawBuilder<unknown>[] => [
  ...(from === undefined ? [] : [sql`d.job_date >= ${from}`]),
  ...(to === undefined ? [] : [sql`d.job_date <= ${to}`]),
];

/** Returns the condition that a detail was delivered in these days. A delivery of any of its tasks counts. */
const isDeliveredIn = (days: DayRange): RawBuilder<unknown> => sql`exists (
  select from task t where t.job_detail_id = d.job_detail_id and ${HAS_DELIVERED_PIECES}
     and ${sql.join(isInPeriod('delivered', days), sql` and `)})`;

/** Returns the condition for details `d` without a price, in jobs of the customers 2 `c2` of a customer 1. */
const isUnpricedDetail = ({
  cus_id1,
  service_cat2_id,
  date_from: from,
  date_to: to,
  counted_by,
}: UnpricedFilter): RawBuilder<unknown> =>
  sql.join(
    [
      sql`c2.cus_id1 = ${cus_id1} and d.unit_price is null`,
      ...(service_cat2_id === undefined ? [] : [sql`d.service_cat2_id = ${service_cat2_id}`]),
      ...(counted_by === 'job_date' ? inJobDays({ from, to }) : []),
      ...(counted_by === 'delivered' && (from ?? to) !== undefined ? [isDeliveredIn({ from, to })] : []),
    ],
    sql` and `,
  );

/** Finds the details without a price, by category. */
export async function findUnpriced(db: Database, filter: UnpricedFilter): Promise<UnpricedCategory[]> {
  const { rows } = await sql<UnpricedCategory>`
    with unpriced as (
      select d.service_cat2_id, d.job_id, d.quantity,
             (select coalesce(sum(${DELIVERED_PIECES}), 0) from task t where t.job_detail_id = d.job_detail_id) as done_quantity
        from cus2 c2 join job_detail d on d.customer2_id = c2.id
       where ${isUnpricedDetail(filter)}
    )
    select unpriced.service_cat2_id, k1.name || ' / ' || k2.name as category, p.retail_price as unit_price, count(*)::int as details,
           array_agg(distinct unpriced.job_id) as job_ids, sum(unpriced.quantity)::int8 as quantity, sum(unpriced.done_quantity)::int8 as done_quantity
      from unpriced
      join service_cat2 k2 on k2.id = unpriced.service_cat2_id
      join service_cat1 k1 on k1.id = k2.cat1_id
      left join customer_price p on p.cus_id1 = ${filter.cus_id1} and p.service_cat2_id = unpriced.service_cat2_id and p.enabled
     group by unpriced.service_cat2_id, k1.id, k1.name, k2.name, k2.level, p.retail_price
     order by k1.name, k2.level, k2.name, unpriced.service_cat2_id`.execute(db);
  return rows;
}

/** A detail that received its price. */
export interface FilledDetail {
  job_detail_id: number;
  job_id: number;
  before: object;
  after: object;
}

/** Gives details without a price the customer's current price (domain §2). Other details are unchanged. */
export async function fillInPrices(
  db: Database,
  filter: UnpricedFilter,
  job_ids: readonly number[],
): Promise<FilledDetail[]> {
  const { rows } = await sql<FilledDetail>`
    update job_detail d
       set unit_price = p.retail_price, wholesale_price = p.wholesale_price, estimate_minutes = p.estimate_minutes, version = d.version + 1
      from cus2 c2, customer_price p
     where c2.id = d.customer2_id and p.cus_id1 = c2.cus_id1 and p.service_cat2_id = d.service_cat2_id and p.enabled
       and d.job_id = any(${job_ids}::int[]) and ${isUnpricedDetail(filter)}
    returning d.job_detail_id, d.job_id,
              jsonb_build_object('unit_price', null, 'wholesale_price', null, 'estimate_minutes', null) as before,
              jsonb_build_object('unit_price', d.unit_price, 'wholesale_price', d.wholesale_price, 'estimate_minutes', d.estimate_minutes) as after`.execute(
    db,
  );
  return rows;
}
