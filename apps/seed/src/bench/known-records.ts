import type { Endpoint } from '@darkroom/contract/endpoint';
import { endpoints } from '@darkroom/contract/endpoints';
import type { Task } from '@darkroom/contract/task/task';
import { addDays, dayOf, type Instant } from '@darkroom/domain/calendar/day';
import { can, type Subject } from '@darkroom/domain/permission/access';
import { TaskStatus } from '@darkroom/domain/task/status';
import { sql } from 'kysely';
import type { Database } from '@darkroom/server/db/connect';

/**
 * Values for filters that every bureau has: the record of each kind with the most jobs or tasks, so that pages are
 * full. The people work in that category.
 */
export interface BusiestRecords {
  readonly customer0: number;
  readonly customer1: number;
  readonly customer2: number;
  readonly service: number;
  readonly category1: number;
  readonly category2: number;
  readonly editor: number;
  readonly qc: number;
}

/** Newest records that a person sees, or 0 if there are none. */
export interface CallerRecords {
  /** Newest completed task. */
  readonly task: number;
  /** Customers of the newest job in the person's portal, or the first customers there. */
  readonly own: { readonly customer1: number; readonly customer2: number };
}

/** Values for filters, including those that only some people have. */
export interface KnownRecords extends BusiestRecords, CallerRecords {
  /** Newest completed job. */
  readonly job: number;
  /** Newest job with a stored forecast. */
  readonly forecast_job: number;
  /** Newest task that was reworked and completed again. */
  readonly past_rework: {
    readonly task: number;
    readonly job: number;
    readonly editor: number;
    readonly category2: number;
  };
  /** Newest day with work of the customer 1 with most work. */
  readonly customer_day: string;
  readonly month: { readonly from: string; readonly to: string };
}

/** Finds the busiest record of each kind in a bureau. */
export async function findBusiestRecords(db: Database): Promise<BusiestRecords> {
  const { rows } = await sql<BusiestRecords>`
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
  const [records] = rows;
  if (!records) throw new Error('The bureau has no work.');
  return records;
}

/** Finds the newest records in a bureau at an instant. The day is of the customer 1 in `busiest`. */
export async function findNewestRecords(
  db: Database,
  customer1: number,
  now: Instant = new Date().toISOString(),
): Promise<Omit<KnownRecords, keyof BusiestRecords | keyof CallerRecords>> {
  const { rows } = await sql<Pick<KnownRecords, 'job' | 'forecast_job' | 'past_rework' | 'customer_day'>>`
    select (select job_id from job where job_status = 'COMPLETED' order by job_date desc, job_id desc limit 1) as job,
           (select max(f.job_id) from job_forecast f join job using (job_id) where job_status <> 'COMPLETED') as forecast_job,
           (select json_build_object('task', task_id, 'job', job_id, 'editor', editor, 'category2', service_cat2_id)
              from task where rework_at is not null and status = 9 order by rework_at desc, task_id desc limit 1) as past_rework,
           (select max(j.job_date)::text from job j join cus2 on cus2.id = j.customer2_id where cus2.cus_id1 = ${customer1}) as customer_day`.execute(
    db,
  );
  const [records] = rows;
  if (!records || Object.values(records).some((record) => record === null))
    throw new Error(`The bureau lacks work: ${JSON.stringify(records)}`);
  const to = dayOf(now);
  return { ...records, month: { from: addDays(to, -30), to } };
}

type CallApi = <T>(endpoint: Endpoint, input: object) => Promise<T>;
interface ResultRows<T> {
  readonly results: readonly T[];
}

/** Finds the newest records that a person sees, with requests of this person. */
export async function findCallerRecords(subject: Subject, callApi: CallApi): Promise<CallerRecords> {
  const first = async <T>(endpoint: Endpoint, input: object): Promise<T | undefined> =>
    can(subject, endpoint.access) ? (await callApi<ResultRows<T>>(endpoint, input)).results[0] : undefined;
  const task = await first<Task>(endpoints.task.list, { status: [TaskStatus.COMPLETED], page_size: 1 });
  const job = await first<{ customer2_id: number }>(endpoints.portal.job, { page_size: 1 });
  const { results: customers2 } = can(subject, endpoints.portal.customer2.access)
    ? await callApi<ResultRows<{ id: number; cus_id1: number }>>(endpoints.portal.customer2, {})
    : { results: [] };
  // Without jobs, the first customer is used.
  const portalCustomer = customers2.find(({ id }) => id === job?.customer2_id) ?? customers2[0];
  return {
    task: task?.task_id ?? 0,
    own: { customer1: portalCustomer?.cus_id1 ?? 0, customer2: portalCustomer?.id ?? 0 },
  };
}
