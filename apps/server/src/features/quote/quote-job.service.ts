import { writeAudit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import { notifyCustomer } from '../../live/customers.ts';
import { emit } from '../../live/emit.ts';
import { findQuote, findQuotesOfJobs, lockQuote, updateQuote } from './quote.queries.ts';

/** Removes deleted jobs from quotes, which stay accepted (decision 105). Called under the locks, before the jobs are deleted. */
export async function unlinkQuotes(ctx: Ctx, job_ids: readonly number[]): Promise<void> {
  for (const { id, cus_id1 } of await findQuotesOfJobs(ctx.db, job_ids)) {
    const before = await lockQuote(ctx.db, id);
    if (!before) continue;
    await updateQuote(ctx.db, id, { job_id: null });
    const after = await findQuote(ctx.db, id);
    await writeAudit(ctx, { action: 'job.delete', entity: 'quote', entity_id: id, before, after });
    await emit(ctx, 'request', [before.request_id]);
    await notifyCustomer(ctx, 'portal_request', [before.request_id], cus_id1);
  }
}
