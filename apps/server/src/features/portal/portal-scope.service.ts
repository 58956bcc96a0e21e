import { sql, type RawBuilder } from 'kysely';
import type { Condition } from '../../db/list/condition.ts';
import type { Ctx, SessionActor } from '../../http/context.ts';
import { findPortalCustomers } from './portal.queries.ts';

/** Returns an SQL condition: this customer 1 belongs to the caller or their customer 0 (domain §1), never to staff. */
export function isOwnCustomer({ customer }: Pick<SessionActor, 'customer'>, cus_id1: RawBuilder<unknown>): Condition {
  if (!customer) return sql`false`;
  if (customer.cus_id1 !== null) return sql`${cus_id1} = ${customer.cus_id1}`;
  return sql`${cus_id1} in (select own.id from cus1 own where own.cus_id0 = ${customer.cus_id0})`;
}

/**
 * Selects the customer whose login acted, if it is another than the caller's. Logins of a customer 0 and its customers
 * 1 share requests.
 */
export function selectOtherCustomer(
  { customer }: Pick<SessionActor, 'customer'>,
  user_id: RawBuilder<unknown>,
): RawBuilder<string | null> {
  if (!customer) return sql`null::text`;
  return sql`(select coalesce(w1.name, w0.name) from customer_account w left join cus1 w1 on w1.id = w.cus_id1
                left join cus0 w0 on w0.id = w.cus_id0 where w.user_id = ${user_id} and w.cus_id1 is distinct from ${customer.cus_id1}::int)`;
}

/** Optional limits of a request within the caller's own records. */
export interface CustomerFilter {
  readonly cus_id1?: number | undefined;
  readonly customer2_id?: number | undefined;
}

/**
 * Finds the caller's own customers 2, limited to one customer 1 or one customer 2 on request. An id of another customer
 * finds nothing.
 */
export async function findOwnCustomers2(ctx: Ctx, filter: CustomerFilter = {}): Promise<number[]> {
  const { cus_id1, customer2_id } = filter;
  const customers = await findPortalCustomers(ctx.db, isOwnCustomer(ctx.actor, sql`c1.id`));
  return customers
    .filter((c) => cus_id1 === undefined || c.cus_id1 === cus_id1)
    .flatMap(({ cus2_list }) => cus2_list.map(({ id }) => id))
    .filter((id) => customer2_id === undefined || id === customer2_id);
}

/** Returns the part of the filter that the heading of a file can name: only the caller's own customers. */
export async function keepOwnCustomers<N extends CustomerFilter>(ctx: Ctx, filter: N): Promise<N> {
  const customers = await findPortalCustomers(ctx.db, isOwnCustomer(ctx.actor, sql`c1.id`));
  const keepIfOwn = (id: number | undefined, ids: readonly number[]) =>
    id !== undefined && ids.includes(id) ? id : undefined;
  return {
    ...filter,
    cus_id1: keepIfOwn(
      filter.cus_id1,
      customers.map((customer) => customer.cus_id1),
    ),
    customer2_id: keepIfOwn(
      filter.customer2_id,
      customers.flatMap(({ cus2_list }) => cus2_list.map(({ id }) => id)),
    ),
  };
}
