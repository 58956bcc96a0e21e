import type { CustomerRow } from '@darkroom/contract/customer/customer';
import { sql, type Selectable } from 'kysely';
import type { LockedKind } from '../../audit/change.ts';
import type { Database } from '../../db/connect.ts';
import { type Listing, toListResponse, readPage } from '../../db/list/page.ts';
import type { Cus1 } from '../../db/types.ts';
import type { Ctx } from '../../http/context.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { countersByValue } from '../counters/counter.service.ts';
import { lockCus1 } from './customer-write.queries.ts';
import { customerPage, findCustomerRows } from './customer.queries.ts';

/** Returns the list of customers 1 of a filter in an order. */
export function customerListing(
  _ctx: Ctx,
  filter: Omit<InputFor<'customer.detailList'>, 'page' | 'page_size'>,
): Listing {
  const query = customerPage(filter);
  return { query, total: [{ rows: query }] };
}

/** Reads the customers 1 with the levels above and below, in the order of the ids. */
export async function readCustomers(db: Database, ids: readonly number[]): Promise<CustomerRow[]> {
  const rows = await findCustomerRows(db, ids);
  const below = rows.flatMap(({ cus2_list }) => cus2_list.map(({ id }) => String(id)));
  const jobs = await countersByValue(db, 'job', 'customer2', below);
  return rows.map((row) => {
    const cus2_list = row.cus2_list.map((cus2) => ({ ...cus2, job_count: jobs.get(String(cus2.id)) ?? 0 }));
    return { ...row, cus2_list, job_count: cus2_list.reduce((sum, { job_count }) => sum + job_count, 0) };
  });
}

/** Lock of a customer 1 for a change. A caller with an old version gets the whole customer. */
export const CUS1: LockedKind<Selectable<Cus1>> = {
  lock: lockCus1,
  current: async ({ db }, { id }) => (await readCustomers(db, [id]))[0],
};

/** Lists a page of customers with their detail records (spec §7 customer/detail/list). */
export async function listCustomerDetails(
  ctx: Ctx,
  { page, page_size, ...filter }: InputFor<'customer.detailList'>,
): Promise<ResponseOf<'customer.detailList'>> {
  const { ids, total } = await readPage(ctx.db, customerListing(ctx, filter), { page, page_size });
  return toListResponse(await readCustomers(ctx.db, ids), total, page_size);
}

/** Finds the ids of customers 1 below any mix of levels. Returns null (no filter) if no level is given. */
export async function findCustomers1Below(
  db: Database,
  { customer0_id: c0 = [], customer1_id: c1 = [] }: { customer0_id?: number[]; customer1_id?: number[] },
): Promise<number[] | null> {
  if (!c0.length && !c1.length) return null;
  const { rows } = await sql<{ id: number }>`
    select id from cus1 where (${c0.length === 0} or cus_id0 = any(${c0}::int[])) and (${c1.length === 0} or id = any(${c1}::int[]))`.execute(
    db,
  );
  return rows.map((r) => r.id);
}

/** Finds the ids of customers 2 below any mix of levels. Returns null (no filter) if no level is given. */
export async function findCustomers2Below(
  db: Database,
  filter: { customer0_id?: number[]; customer1_id?: number[]; customer2_id?: number[] },
): Promise<number[] | null> {
  const { customer0_id: c0 = [], customer1_id: c1 = [], customer2_id: c2 = [] } = filter;
  if (!c0.length && !c1.length && !c2.length) return null;
  const { rows } = await sql<{ id: number }>`
    select c2.id from cus2 c2 join cus1 c1 on c1.id = c2.cus_id1
     where (${c0.length === 0} or c1.cus_id0 = any(${c0}::int[]))
       and (${c1.length === 0} or c1.id = any(${c1}::int[]))
       and (${c2.length === 0} or c2.id = any(${c2}::int[]))`.execute(db);
  return rows.map((r) => r.id);
}
