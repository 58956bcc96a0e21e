import type { CustomerRow } from '@darkroom/contract/customer/customer';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { toLikePattern, rejectUnknownFilters, type Condition } from '../../db/list/condition.ts';
import type { PageQuery } from '../../db/list/page.ts';
import type { InputFor } from '../../http/handlers.ts';

/** Lists the records of the three levels by name. */
export const listCustomers = async (db: Database) => ({
  cus0_list: await db.selectFrom('cus0').select(['id', 'name']).orderBy('name').execute(),
  cus1_list: await db.selectFrom('cus1').select(['id', 'cus_id0', 'name']).orderBy('name').execute(),
  cus2_list: await db.selectFrom('cus2').select(['id', 'cus_id1', 'name']).orderBy('name').execute(),
});

type Filter = Omit<InputFor<'customer.detailList'>, 'page' | 'page_size'>;

const TIER_RANK = sql`array_position(array['Bronze', 'Silver', 'Gold', 'Platinum'], c1.tier)`;
const BY_NAME = [sql`c0.name`, sql`c0.id`, sql`c1.name`, sql`c1.id`] as const;

// Empty values come last in ascending order.
const ORDER: Record<string, readonly ReturnType<typeof sql>[]> = {
  name: [],
  company_name: [sql`(c1.company_name is null)`, sql`c1.company_name`],
  country: [sql`(c1.country is null)`, sql`c1.country`],
  tier: [TIER_RANK],
  contract_status: [sql`c1.contract_status`],
  join_date: [sql`(c1.join_date is null)`, sql`c1.join_date`],
};

/** Returns the page query of the list. */
export function customerPage({ sort, ...filter }: Filter): PageQuery {
  const isDescending = sort.startsWith('-');
  const sortColumns = ORDER[sort.replace('-', '')] ?? [];
  return {
    from: sql`cus1 c1 join cus0 c0 on c0.id = c1.cus_id0`,
    key: sql`c1.id`,
    where: toConditions(filter),
    order: [
      ...sortColumns.map((column) => [column, isDescending] as const),
      // Always ascending by name within the same company or tier.
      ...BY_NAME.map((column) => [column, isDescending && sortColumns.length === 0] as const),
    ],
  };
}

const ACTIVE_LOGIN = sql`exists (
  select from customer_account a join user_account u on u.id = a.user_id where a.cus_id1 = c1.id and u.active)`;

function toConditions(filter: Omit<Filter, 'sort'>): Condition[] {
  const { text, cus_id0, cus_id1, tier, contract_status, country, has_login, ...rest } = filter;
  rejectUnknownFilters(rest);
  const where: Condition[] = [];
  if (text) where.push(containsText(text));
  if (cus_id0?.length) where.push(sql`c1.cus_id0 = any(${cus_id0}::int[])`);
  if (cus_id1 !== undefined) where.push(sql`c1.id = ${cus_id1}`);
  if (tier?.length) where.push(sql`c1.tier = any(${tier}::text[])`);
  if (contract_status) where.push(sql`c1.contract_status = ${contract_status}`);
  if (country?.length) where.push(sql`lower(c1.country) = any(select lower(one) from unnest(${country}::text[]) one)`);
  if (has_login !== undefined) where.push(has_login ? sql`${ACTIVE_LOGIN}` : sql`not ${ACTIVE_LOGIN}`);
  return where;
}

const containsText = (text: string): Condition => sql`(
  c1.search_text like ${toLikePattern(text)} or c0.search_text like ${toLikePattern(text)}
  or c1.id in (select cus_id1 from cus2 where search_text like ${toLikePattern(text)})
  or c1.id in (select a.cus_id1 from customer_account a join user_account u on u.id = a.user_id
                where a.cus_id1 is not null and fold_text(u.username) like ${toLikePattern(text)})
  or c0.id in (select a.cus_id0 from customer_account a join user_account u on u.id = a.user_id
                where a.cus_id0 is not null and fold_text(u.username) like ${toLikePattern(text)}))`;

const loginJson = (level: 'cus_id0' | 'cus_id1', id: ReturnType<typeof sql>) => sql`(
  select json_build_object('user_id', u.id, 'username', u.username, 'email', a.email, 'active', u.active,
                           'must_change_password', u.must_change_password)
    from customer_account a join user_account u on u.id = a.user_id where a.${sql.ref(level)} = ${id})`;

export type CustomerWithoutCounts = Omit<CustomerRow, 'job_count' | 'cus2_list'> & {
  cus2_list: { id: number; name: string }[];
};

/** Finds the customers 1 in the order of the ids, without the number of their jobs. */
export async function findCustomerRows(db: Database, ids: readonly number[]): Promise<CustomerWithoutCounts[]> {
  const { rows } = await sql<CustomerWithoutCounts>`
    select c1.id as cus_id1, c1.id as cus_detail_id, c1.name as cus1_name, c1.version,
      json_build_object('id', c0.id, 'name', c0.name, 'version', c0.version,
        'cus1_count', (select count(*) from cus1 other where other.cus_id0 = c0.id),
        'login', ${loginJson('cus_id0', sql`c0.id`)}) as cus0,
      coalesce((select json_agg(json_build_object('id', c2.id, 'name', c2.name) order by c2.name, c2.id)
                  from cus2 c2 where c2.cus_id1 = c1.id), '[]') as cus2_list,
      json_build_object('company_name', c1.company_name, 'street_name', c1.street_name, 'city', c1.city,
        'state', c1.state, 'post_code', c1.post_code, 'country', c1.country, 'payment_plan', c1.payment_plan,
        'join_date', c1.join_date, 'contract_status', c1.contract_status, 'tier', c1.tier,
        'billing_email', c1.billing_email, 'pay_to', c1.pay_to) as details,
      ${loginJson('cus_id1', sql`c1.id`)} as login,
      (select count(*) from customer_price p where p.cus_id1 = c1.id) as price_count,
      (select count(*) from customer_request r where r.cus_id1 = c1.id) as request_count
    from unnest(${ids}::int[]) with ordinality as wanted (id, position)
    join cus1 c1 on c1.id = wanted.id
    join cus0 c0 on c0.id = c1.cus_id0
    order by wanted.position`.execute(db);
  return rows;
}

/** Finds the distinct countries, payment plans and payees of customers. */
export async function findDistinctValues(db: Database) {
  const selectDistinct = (column: 'country' | 'payment_plan' | 'pay_to') => sql`
    array(select distinct ${sql.ref(column)} from cus1 where ${sql.ref(column)} is not null order by 1)`;
  const { rows } = await sql<Record<'country' | 'payment_plan' | 'pay_to', string[]>>`
    select ${selectDistinct('country')} as country, ${selectDistinct('payment_plan')} as payment_plan, ${selectDistinct('pay_to')} as pay_to`.execute(
    db,
  );
  return rows[0]!;
}
