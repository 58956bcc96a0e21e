import { writeAudit } from '../../audit/audit.ts';
import { lockRowVersion } from '../../audit/change.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/response/fail.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { notifyCustomer } from '../../live/customers.ts';
import { emit } from '../../live/emit.ts';
import {
  countJobs,
  deleteCus0,
  deleteCus1,
  deleteCus2,
  findFirstCus1Below,
  lockCus0,
  lockCus2Below,
} from './customer-write.queries.ts';
import { CUS1, readCustomers } from './customer.service.ts';
import { retireLogin } from './login.service.ts';

const action = 'customer.delete';

/**
 * Deletes a customer 1 with customers 2, prices, requests and login (domain §3), and an empty customer 0 (decision 051). Jobs prevent it.
 */
export async function deleteCustomer(
  ctx: Ctx,
  { cus_id1, version }: InputFor<'customer.delete'>,
): Promise<ResponseOf<'customer.delete'>> {
  const cus1 = await lockRowVersion(ctx, CUS1, cus_id1, version, { field: 'cus_id1' });
  const [row] = await readCustomers(ctx.db, [cus_id1]);
  const customers2 = await lockCus2Below(ctx.db, cus_id1);
  const ids = customers2.map(({ id }) => id);
  const jobs = [...(await countJobs(ctx.db, ids)).values()].reduce((sum, n) => sum + n, 0);
  if (jobs > 0) {
    throw fail('in_use', { field: 'cus_id1', current: { cus_id1, job_count: jobs } });
  }
  const portal_login = await retireLogin(ctx, { cus_id1 });
  // Portal accounts are informed now, because afterwards the link to their customer is missing.
  await notifyCustomer(ctx, 'portal_detail', [cus_id1], cus_id1);
  if (row?.price_count) await notifyCustomer(ctx, 'portal_price', [cus_id1], cus_id1);
  if (row?.request_count) await notifyCustomer(ctx, 'portal_request', [], cus_id1);
  if (ids.length > 0) await deleteCus2(ctx.db, ids);
  await deleteCus1(ctx.db, cus_id1);
  const before = {
    cus_id0: cus1.cus_id0,
    cus1_name: cus1.name,
    ...row?.details,
    portal_login,
    price_count: row?.price_count,
    request_count: row?.request_count,
  };
  await writeAudit(ctx, [
    { action, entity: 'cus1', entity_id: cus_id1, before },
    ...customers2.map(({ id, name }) => ({
      action,
      entity: 'cus2' as const,
      entity_id: id,
      before: { cus_id1, cus2_name: name },
    })),
  ]);
  await deleteIfEmpty(ctx, cus1.cus_id0);
  await emit(ctx, 'customer', [cus_id1]);
  if (row?.price_count) await emit(ctx, 'price', [cus_id1]);
  if (row?.request_count) await emit(ctx, 'request', []);
  return {};
}

// An empty customer 0 would be invisible, because the list consists of customers 1.
async function deleteIfEmpty(ctx: Ctx, cus_id0: number): Promise<void> {
  const cus0 = await lockCus0(ctx.db, cus_id0);
  if (!cus0 || (await findFirstCus1Below(ctx.db, cus_id0))) return;
  const portal_login = await retireLogin(ctx, { cus_id0 });
  await deleteCus0(ctx.db, cus_id0);
  await writeAudit(ctx, { action, entity: 'cus0', entity_id: cus_id0, before: { cus0_name: cus0.name, portal_login } });
}
