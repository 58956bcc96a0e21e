import type { LikeDays } from '@darkroom/domain/allowance/figures';
import type { Month } from '@darkroom/domain/calendar/day';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { StandingMonth } from './month.queries.ts';

/** What somebody's earlier month came to when it was closed; or what it is made of while it is open. */
export interface EarlierMonth {
  staff_id: number;
  month: Month;
  /** In VND; null of a month that is open. */
  closed_total: number | null;
  parking: number;
  days: LikeDays[];
}

/** Earlier months of these people in one statement: the kept totals of closed months, the days of open ones counted by kind. */
export async function findEarlier(
  db: Database,
  months: readonly StandingMonth[],
  people: readonly number[],
): Promise<EarlierMonth[]> {
  const open = months.flatMap(({ month, closing }) => (closing ? [] : [month]));
  const closings = months.flatMap(({ closing }) => (closing ? [closing.id] : []));
  const { rows } = await sql<EarlierMonth>`
    with kinds as (
      select d.staff_id, m.month, d.parking_fee, d.meal_fee, d.online_fee, count(*)::int as times
        from unnest(${open}::text[]) as m (month)
        join daily_allowance d on d.date >= (m.month || '-01')::date and d.date < (m.month || '-01')::date + interval '1 month'
       where d.staff_id = any(${people}::int[])
       group by d.staff_id, m.month, d.parking_fee, d.meal_fee, d.online_fee
    ), days as (
      select staff_id, month, json_agg(json_build_object('parking_fee', parking_fee, 'meal_fee', meal_fee,
               'online_fee', online_fee, 'times', times)) as days
        from kinds group by staff_id, month
    ), monthly as (
      select staff_id, month, parking from monthly_allowance
       where month = any(${open}::text[]) and staff_id = any(${people}::int[])
    )
    select staff_id, month, null::numeric as closed_total, coalesce(parking, 0) as parking, coalesce(days, '[]') as days
      from days full join monthly using (staff_id, month)
    union all
    select p.staff_id, c.month, p.total_allowance, 0, '[]'
      from allowance_closed_person p join allowance_closing c on c.id = p.closing_id
     where p.closing_id = any(${closings}::int[]) and p.staff_id = any(${people}::int[])`.execute(db);
  return rows;
}
