import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { containing, type Condition, type PageQuery } from '../../db/page.ts';
import type { InputFor } from '../../http/handlers.ts';
import { categories2Below } from '../category/category.service.ts';
import { customers2Below } from '../customer/customer.service.ts';
import type { Facet } from '../tally/tally.service.ts';

export type JobFilter = Omit<InputFor<'job.list'>, 'page' | 'page_size' | 'sort'>;

const STATE_NUMBER = { TO_DO: 1, PENDING: 2, COMPLETED: 3 } as const;

/** Everything the job list is narrowed by, as conditions; and the one facet of the tally that counts it, where there is one. */
export async function jobConditions(
  db: Database,
  filter: JobFilter,
): Promise<{ where: Condition[]; facet: Facet | null }> {
  const where: Condition[] = [];
  const facets: Omit<Facet, 'list'>[] = [];
  let countable = true;
  const other = (condition: Condition) => {
    where.push(condition);
    countable = false;
  };
  const customers = await customers2Below(db, filter);
  const categories = await categories2Below(db, filter);

  if (filter.job_date_from) where.push(sql`j.job_date >= ${filter.job_date_from}::date`);
  if (filter.job_date_to) where.push(sql`j.job_date <= ${filter.job_date_to}::date`);
  if (filter.job_date_from || filter.job_date_to) {
    facets.push({ facet: 'day', from: filter.job_date_from, to: filter.job_date_to });
  }
  if (customers) {
    where.push(
      customers.length === 1 ? sql`j.customer2_id = ${customers[0]}` : sql`j.customer2_id = any(${customers}::int[])`,
    );
    facets.push({ facet: 'customer2', values: customers.map(String) });
  }
  if (filter.job_priority) {
    where.push(sql`j.job_priority = ${filter.job_priority}`);
    facets.push({ facet: 'priority', values: [filter.job_priority] });
  }
  const states = filter.job_status;
  if (states?.length) {
    where.push(states.length === 1 ? sql`j.job_status = ${states[0]}` : sql`j.job_status = any(${states}::text[])`);
  }
  if (filter.task_status?.length) {
    other(
      sql`exists (select 1 from task t where t.job_id = j.job_id and t.status = any(${filter.task_status}::smallint[]))`,
    );
  }
  if (categories) {
    other(
      sql`exists (select 1 from job_detail d where d.job_id = j.job_id and d.service_cat2_id = any(${categories}::int[]))`,
    );
  }
  if (filter.text) other(sql`j.search_text like ${containing(filter.text)}`);
  if (filter.job_id) other(sql`j.job_id = ${filter.job_id}`);

  const facet = facets.length === 0 ? { facet: 'all' } : facets.length === 1 ? facets[0] : undefined;
  return {
    where,
    facet: countable && facet ? { list: 'job', statuses: states?.map((s) => STATE_NUMBER[s]), ...facet } : null,
  };
}

const date = sql.ref('j.job_date');
const id = sql.ref('j.job_id');
/** The list's orders; each is one index read forwards or backwards. */
const ORDERS: Record<InputFor<'job.list'>['sort'], PageQuery['order']> = {
  job_date: [
    [date, false],
    [id, false],
  ],
  '-job_date': [
    [date, true],
    [id, true],
  ],
  prod_id: [[sql.ref('j.prod_id'), false]],
  '-prod_id': [[sql.ref('j.prod_id'), true]],
  job_name: [
    [sql.ref('j.job_name'), false],
    [id, false],
  ],
  '-job_name': [
    [sql.ref('j.job_name'), true],
    [id, true],
  ],
  job_status: [
    [sql.ref('j.job_status'), false],
    [date, true],
    [id, true],
  ],
  '-job_status': [
    [sql.ref('j.job_status'), true],
    [date, false],
    [id, false],
  ],
};

export const jobPage = (where: readonly Condition[], sort: InputFor<'job.list'>['sort']): PageQuery => ({
  from: sql`job j`,
  key: sql`j.job_id`,
  where,
  order: ORDERS[sort],
});
