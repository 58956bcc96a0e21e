import type { CountedBy } from '@darkroom/domain/price/period';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { DELIVERED_PIECES, REWORK_PIECES, HAS_DELIVERED_PIECES } from '../task/counts/delivered.ts';

/** Delivered pieces of a customer 1 in a category at one price, with both names. */
export interface DeliveredLine {
  cus_id1: number;
  customer: string;
  service_cat2_id: number;
  category: string;
  unit_price: number | null;
  wholesale_price: number | null;
  estimate_minutes: number | null;
  quantity: number;
  /** Pieces in rework. They are in no quantity and no amount until they are completed again (decision 057). */
  pieces_in_rework: number;
}

/** Period and customers of a report. Null if all customers count. */
export interface DeliveryQuery {
  readonly from: string;
  readonly to: string;
  readonly counted_by: CountedBy;
  readonly customers2: readonly number[] | null;
}

/** Returns the condition for tasks `t` of a period, by their job's day or the day of first completion. */
export const isInPeriod = (
  counted_by: CountedBy,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): RawBuilder<unknown>[] =>
  counted_by === 'job_date'
    ? [...(from ? [sql`t.job_date >= ${from}`] : []), ...(to ? [sql`t.job_date <= ${to}`] : [])]
    : [
        ...(from ? [sql`t.delivered_at >= (${from}::date)::timestamp at time zone 'Asia/Bangkok'`] : []),
        ...(to ? [sql`t.delivered_at < (${to}::date + 1)::timestamp at time zone 'Asia/Bangkok'`] : []),
      ];

/**
 * Selects completed tasks, including those in rework, with their details. They are the basis of report and chart, for
 * the bureau and for customers.
 */
const deliveredTasks = ({ from, to, counted_by, customers2 }: DeliveryQuery): RawBuilder<unknown> => sql`
  task t join job_detail d on d.job_detail_id = t.job_detail_id
  where ${HAS_DELIVERED_PIECES} and ${sql.join(isInPeriod(counted_by, { from, to }), sql` and `)}
    ${customers2 === null ? sql`` : sql`and t.customer2_id = any(${customers2}::int[])`}`;

/**
 * Sums delivered pieces in a period at the prices of the details. Reads one range of an index, and joins names to the
 * groups at the end.
 */
export async function sumDelivered(db: Database, delivery: DeliveryQuery): Promise<DeliveredLine[]> {
  const { rows } = await sql<DeliveredLine>`
    with delivered as (
      select t.customer2_id, d.service_cat2_id, d.unit_price, d.wholesale_price, d.estimate_minutes,
             sum(${DELIVERED_PIECES}) as quantity, sum(${REWORK_PIECES}) as pieces_in_rework
        from ${deliveredTasks(delivery)}
       group by 1, 2, 3, 4, 5 having sum(${DELIVERED_PIECES}) > 0 or sum(${REWORK_PIECES}) > 0
    )
    select c1.id as cus_id1, c0.name || ' › ' || c1.name as customer, delivered.service_cat2_id, k1.name || ' / ' || k2.name as category,
           delivered.unit_price, delivered.wholesale_price, delivered.estimate_minutes, sum(delivered.quantity)::int8 as quantity, sum(delivered.pieces_in_rework)::int8 as pieces_in_rework
      from delivered
      join cus2 c2 on c2.id = delivered.customer2_id
      join cus1 c1 on c1.id = c2.cus_id1
      join cus0 c0 on c0.id = c1.cus_id0
      join service_cat2 k2 on k2.id = delivered.service_cat2_id
      join service_cat1 k1 on k1.id = k2.cat1_id
     group by c1.id, c0.name, c1.name, delivered.service_cat2_id, k1.id, k1.name, k2.name, k2.level, delivered.unit_price, delivered.wholesale_price,
              delivered.estimate_minutes
     order by c0.name, c1.name, c1.id, k1.name, k2.level, k2.name, delivered.service_cat2_id, delivered.unit_price nulls first,
              delivered.wholesale_price, delivered.estimate_minutes`.execute(db);
  return rows;
}

/** Delivered pieces of a category in a month, at one price. */
export interface MonthlyLine {
  month: string;
  service_cat2_id: number;
  category: string;
  unit_price: number | null;
  quantity: number;
}

const selectMonth = (counted_by: CountedBy): RawBuilder<string> =>
  counted_by === 'job_date'
    ? sql`to_char(t.job_date, 'YYYY-MM')`
    : sql`to_char(t.delivered_at at time zone 'Asia/Bangkok', 'YYYY-MM')`;

/** Sums the delivered pieces by month and category. */
export async function sumDeliveredByMonth(db: Database, delivery: DeliveryQuery): Promise<MonthlyLine[]> {
  const { rows } = await sql<MonthlyLine>`
    with delivered as (
      select ${selectMonth(delivery.counted_by)} as month, d.service_cat2_id, d.unit_price, sum(${DELIVERED_PIECES}) as quantity
        from ${deliveredTasks(delivery)}
       group by 1, 2, 3 having sum(${DELIVERED_PIECES}) > 0
    )
    select delivered.month, delivered.service_cat2_id, k1.name || ' / ' || k2.name as category, delivered.unit_price, delivered.quantity::int8 as quantity
      from delivered join service_cat2 k2 on k2.id = delivered.service_cat2_id join service_cat1 k1 on k1.id = k2.cat1_id
     order by delivered.month, k1.name, k2.level, k2.name, delivered.service_cat2_id`.execute(db);
  return rows;
}
