import { addDays, dayOf } from '@darkroom/domain/calendar/day';
import { sql } from 'kysely';
import type { Database } from '../db/connect.ts';

/** What lists are narrowed by that every bureau has: of each kind the one with most jobs or tasks, so that pages are full; the people are of that category. */
export interface Busiest {
  readonly customer0: number;
  readonly customer1: number;
  readonly customer2: number;
  readonly service: number;
  readonly category1: number;
  readonly category2: number;
  readonly editor: number;
  readonly qc: number;
}

/** What lists are narrowed by, and what is a bureau's own. */
export interface Known extends Busiest {
  /** The newest job that is completed. */
  readonly job: number;
  /** The newest completed task among those the person sees; 0 for whoever sees none. */
  readonly task: number;
  readonly month: { readonly from: string; readonly to: string };
}

/** What is busiest in a bureau. */
export async function findBusiest(db: Database): Promise<Busiest> {
  const { rows } = await sql<Busiest>`
    with customer as (select customer2_id from job group by 1 order by count(*) desc, 1 limit 1),
    category as (select service_cat2_id from task group by 1 order by count(*) desc, 1 limit 1)
    select c2.id as customer2, c1.id as customer1, c1.cus_id0 as customer0,
           s2.id as category2, s1.id as category1, s1.service_type_id as service,
           (select editor from task join category using (service_cat2_id) where editor is not null group by 1 order by count(*) desc, 1 limit 1) as editor,
           (select first_qc from task join category using (service_cat2_id) where first_qc is not null group by 1 order by count(*) desc, 1 limit 1) as qc
      from customer join cus2 c2 on c2.id = customer.customer2_id join cus1 c1 on c1.id = c2.cus_id1,
           category join service_cat2 s2 on s2.id = category.service_cat2_id join service_cat1 s1 on s1.id = s2.cat1_id`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new Error('The bureau has no work.');
  return found;
}

/** What is newest in a bureau. */
export async function findNewest(db: Database): Promise<Pick<Known, 'job' | 'month'>> {
  const { job_id } = await db
    .selectFrom('job')
    .select('job_id')
    .where('job_status', '=', 'COMPLETED')
    .orderBy('job_date', 'desc')
    .orderBy('job_id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const to = dayOf(new Date().toISOString());
  return { job: job_id, month: { from: addDays(to, -30), to } };
}
