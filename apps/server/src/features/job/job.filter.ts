import { sql } from 'kysely';
import { toLikePattern, rejectUnknownFilters, type Condition } from '../../db/list/condition.ts';
import type { PageQuery } from '../../db/list/page.ts';
import type { Ctx } from '../../http/context.ts';
import type { InputFor } from '../../http/handlers.ts';
import { findCategories2Below } from '../category/category.service.ts';
import { findCustomers2Below } from '../customer/customer.service.ts';
import type { Facet } from '../counters/counter.service.ts';
import { dueCondition, matchesDetailText } from './job-conditions.service.ts';

export type JobFilter = Omit<InputFor<'job.list'>, 'page' | 'page_size' | 'sort'>;

const STATE_NUMBER = { TO_DO: 1, PENDING: 2, COMPLETED: 3 } as const;

/** Conditions of a list, and the facet of the counters that counts the list, if there is one. */
interface ListConditions {
  readonly where: Condition[];
  readonly facet: Facet | null;
}

const isAmong = (column: string, list: readonly number[]): Condition =>
  list.length === 1 ? sql`${sql.ref(column)} = ${list[0]}` : sql`${sql.ref(column)} = any(${list}::int[])`;

/** Context of a list: database and time. */
type QueryContext = Pick<Ctx, 'db' | 'now'>;

/** Filter without the fields that jobs and details treat differently. */
type Shared = Omit<
  JobFilter,
  | 'task_status'
  | 'unpriced'
  | 'text'
  | 'job_id'
  | 'import_id'
  | 'service_type_id'
  | 'service_cat1_id'
  | 'service_cat2_id'
>;

/**
 * Collects the filters that jobs and details share: both rows have these columns. Conditions that the counters lack go
 * through `other`.
 */
async function collectSharedConditions({ db, now }: QueryContext, filter: Shared, row: 'j' | 'd') {
  const { job_date_from, job_date_to, customer0_id, customer1_id, customer2_id, ...rest } = filter;
  const { job_priority, job_status: states, due, ...unhandled } = rest;
  rejectUnknownFilters(unhandled);
  const where: Condition[] = [];
  const facets: Omit<Facet, 'list'>[] = [];
  let isCountable = true;
  const column = (name: string) => sql.ref(`${row}.${name}`);
  const customers = await findCustomers2Below(db, { customer0_id, customer1_id, customer2_id });

  if (job_date_from) where.push(sql`${column('job_date')} >= ${job_date_from}::date`);
  if (job_date_to) where.push(sql`${column('job_date')} <= ${job_date_to}::date`);
  if (job_date_from || job_date_to) {
    facets.push({ facet: 'day', from: job_date_from, to: job_date_to });
  }
  if (customers) {
    where.push(isAmong(`${row}.customer2_id`, customers));
    facets.push({ facet: 'customer2', values: customers.map(String) });
  }
  if (job_priority) {
    where.push(sql`${column('job_priority')} = ${job_priority}`);
    facets.push({ facet: 'priority', values: [job_priority] });
  }
  if (states?.length) {
    where.push(
      states.length === 1
        ? sql`${column('job_status')} = ${states[0]}`
        : sql`${column('job_status')} = any(${states}::text[])`,
    );
  }
  const addUncounted = (condition: Condition) => {
    where.push(condition);
    isCountable = false;
  };
  if (due) addUncounted(dueCondition(row, due, now));
  return {
    where,
    facets,
    other: addUncounted,
    toListConditions: (list: 'job' | 'detail', statuses: readonly number[] | undefined): ListConditions => {
      const facet = facets.length === 0 ? { facet: 'all' } : facets.length === 1 ? facets[0] : undefined;
      return { where, facet: isCountable && facet ? { list, statuses, ...facet } : null };
    },
  };
}

export async function jobConditions(queryContext: QueryContext, filter: JobFilter): Promise<ListConditions> {
  const { task_status, unpriced, text, job_id, import_id, ...fields } = filter;
  const { service_type_id, service_cat1_id, service_cat2_id, ...shared } = fields;
  const { other: addUncounted, toListConditions } = await collectSharedConditions(queryContext, shared, 'j');
  const categories = await findCategories2Below(queryContext.db, { service_type_id, service_cat1_id, service_cat2_id });
  if (task_status?.length) {
    addUncounted(
      sql`exists (select 1 from task t where t.job_id = j.job_id and t.status = any(${task_status}::smallint[]))`,
    );
  }
  if (categories) {
    addUncounted(
      sql`exists (select 1 from job_detail d where d.job_id = j.job_id and d.service_cat2_id = any(${categories}::int[]))`,
    );
  }
  if (unpriced !== undefined) {
    const hasUnpriced = sql`exists (select 1 from job_detail d where d.job_id = j.job_id and d.unit_price is null)`;
    addUncounted(unpriced ? (hasUnpriced as Condition) : sql`not ${hasUnpriced}`);
  }
  if (text) addUncounted(sql`j.search_text like ${toLikePattern(text)}`);
  if (job_id) addUncounted(sql`j.job_id = ${job_id}`);
  if (import_id) addUncounted(sql`j.import_id = ${import_id}`);
  return toListConditions(
    'job',
    shared.job_status?.map((state) => STATE_NUMBER[state]),
  );
}

export type DetailFilter = Omit<InputFor<'job.details'>, 'page' | 'page_size' | 'sort'>;

/** Returns the conditions of the list of details. A detail has its job's columns (migration 013). */
export async function detailConditions(queryContext: QueryContext, filter: DetailFilter): Promise<ListConditions> {
  const { status, task_status, unpriced, text, job_id, import_id, ...fields } = filter;
  const { service_type_id, service_cat1_id, service_cat2_id, ...shared } = fields;
  const {
    where,
    facets,
    other: addUncounted,
    toListConditions,
  } = await collectSharedConditions(queryContext, shared, 'd');
  const categories = await findCategories2Below(queryContext.db, { service_type_id, service_cat1_id, service_cat2_id });
  if (categories) {
    where.push(isAmong('d.service_cat2_id', categories));
    facets.push({ facet: 'cat2', values: categories.map(String) });
  }
  // The counters separate details by their own status. The job's status is one of the facets.
  if (shared.job_status?.length) facets.push({ facet: 'job_status', values: shared.job_status });
  if (status?.length) {
    where.push(status.length === 1 ? sql`d.status = ${status[0]}` : sql`d.status = any(${status}::smallint[])`);
  }
  if (task_status?.length) {
    addUncounted(
      sql`exists (select 1 from task t where t.job_detail_id = d.job_detail_id and t.status = any(${task_status}::smallint[]))`,
    );
  }
  if (unpriced !== undefined) {
    addUncounted(unpriced ? sql`d.unit_price is null` : sql`d.unit_price is not null`);
  }
  if (text) addUncounted(matchesDetailText(text));
  if (job_id) addUncounted(sql`d.job_id = ${job_id}`);
  if (import_id) addUncounted(sql`d.job_id in (select job_id from job where import_id = ${import_id})`);
  return toListConditions('detail', status);
}

const date = sql.ref('j.job_date');
const id = sql.ref('j.job_id');
/** Orders of the list. Each one is an index read forwards or backwards. */
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
  // Open jobs first, as in the index.
  due_at: [
    [sql`(j.job_status = 'COMPLETED')`, false],
    [sql.ref('j.due_at'), false],
    [id, false],
  ],
  '-due_at': [
    [sql`(j.job_status = 'COMPLETED')`, true],
    [sql.ref('j.due_at'), true],
    [id, true],
  ],
};

export const jobPage = (where: readonly Condition[], sort: InputFor<'job.list'>['sort']): PageQuery => ({
  from: sql`job j`,
  key: sql`j.job_id`,
  where,
  order: ORDERS[sort],
});

const detailDate = sql.ref('d.job_date');
const job = sql.ref('d.job_id');
const number = sql.ref('d.sub_number');
const status = sql.ref('d.status');
/** Orders of the list of details. The details of a job stay in number order when days descend. */
const DETAIL_ORDERS: Record<InputFor<'job.details'>['sort'], PageQuery['order']> = {
  '-job_date': [
    [detailDate, true],
    [job, true],
    [number, false],
  ],
  job_date: [
    [detailDate, false],
    [job, false],
    [number, true],
  ],
  sub_prod_id: [
    [sql.ref('d.sub_prod_id'), false],
    [sql.ref('d.job_detail_id'), false],
  ],
  '-sub_prod_id': [
    [sql.ref('d.sub_prod_id'), true],
    [sql.ref('d.job_detail_id'), true],
  ],
  status: [
    [status, false],
    [detailDate, true],
    [job, true],
    [number, false],
  ],
  '-status': [
    [status, true],
    [detailDate, false],
    [job, false],
    [number, true],
  ],
  due_at: [
    [sql`(d.status = 9)`, false],
    [sql.ref('d.due_at'), false],
    [job, false],
    [number, false],
  ],
  '-due_at': [
    [sql`(d.status = 9)`, true],
    [sql.ref('d.due_at'), true],
    [job, true],
    [number, true],
  ],
};

export const detailPage = (where: readonly Condition[], sort: InputFor<'job.details'>['sort']): PageQuery => ({
  from: sql`job_detail d`,
  key: sql`d.job_detail_id`,
  where,
  order: DETAIL_ORDERS[sort],
});
