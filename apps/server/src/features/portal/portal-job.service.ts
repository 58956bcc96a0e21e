import type { OutputOf } from '@darkroom/contract/endpoint';
import type { endpoints } from '@darkroom/contract/endpoints';
import { jobFigures } from '@darkroom/domain/job/figures';
import { jobStatus, simpleStatus } from '@darkroom/domain/job/status';
import { groupBy } from '@darkroom/domain/list/group-by';
import { amountOf } from '@darkroom/domain/money/money';
import { sql } from 'kysely';
import { listAnswer, readPage, type Listing } from '../../db/list/page.ts';
import type { Ctx } from '../../http/context.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { jobListing } from '../job/job.service.ts';
import { isOwn, ownCustomers2 } from './own.service.ts';
import { offered } from './portal-request.service.ts';
import { findOwnDetails, findOwnJobs, findRequestsAbout, type OwnDetailRow } from './portal.queries.ts';

/** A job as its customer reads it. */
export type OwnJob = OutputOf<typeof endpoints.portal.job>['results'][number];

const MOST_REQUESTS = 20;
/** No customer has this id. */
const NO_CUSTOMER = 0;

/** The caller's jobs in three states (domain §3), a page at a time: counted, ordered and read as the bureau's list is. */
export async function listOwnJobs(ctx: Ctx, input: InputFor<'portal.job'>): Promise<AnswerOf<'portal.job'>> {
  const { page, page_size, ...shown } = input;
  const { ids, total } = await readPage(ctx.db, await ownJobListing(ctx, shown), { page, page_size });
  return listAnswer(ids.length === 0 ? [] : await readOwnJobs(ctx, ids), total, page_size);
}

/** The caller's jobs of a filter, in an order. */
export async function ownJobListing(
  ctx: Ctx,
  { cus_id1, customer2_id, ...filter }: Omit<InputFor<'portal.job'>, 'page' | 'page_size'>,
): Promise<Listing> {
  const own = await ownCustomers2(ctx, { cus_id1, customer2_id });
  // No customer in a filter of the list means every customer there is.
  return jobListing(ctx, { ...filter, customer2_id: own.length > 0 ? own : [NO_CUSTOMER] });
}

/** Jobs as their customer reads them, in the order of the ids. */
export async function readOwnJobs(ctx: Ctx, ids: readonly number[]): Promise<OwnJob[]> {
  const jobs = await findOwnJobs(ctx.db, ids);
  const details = groupBy(await findOwnDetails(ctx.db, ids), ({ job_id }) => job_id);
  const about = await findRequestsAbout(ctx.db, ids, isOwn(ctx.actor, sql`r.cus_id1`), MOST_REQUESTS);
  const requests = groupBy(about, ({ job_id }) => job_id);
  return jobs.map((job) => {
    const own = details.get(job.job_id) ?? [];
    const figures = jobFigures({ job_details: own.map((detail) => ({ ...detail, done_quantity: detail.done })) });
    return {
      ...job,
      strip: own.flatMap(({ statuses }) => statuses.map(simpleStatus)),
      job_details: own.map(detailOf),
      ordered: figures.ordered,
      // Of each part no more than was ordered of it: what is missing of another stays missing.
      done: own.reduce((sum, { done, quantity }) => sum + Math.min(done, quantity), 0),
      beyond: own.reduce((sum, { done, quantity }) => sum + Math.max(0, done - quantity), 0),
      redoing: own.reduce((sum, { redoing }) => sum + redoing, 0),
      amount: figures.unpriced > 0 ? null : figures.amount,
      requests: (requests.get(job.job_id) ?? []).map(({ job_id: _job, quote, ...request }) => ({
        ...request,
        quote: offered(ctx, quote),
      })),
    };
  });
}

const detailOf = ({ statuses, job_id: _job, ...detail }: OwnDetailRow): OwnJob['job_details'][number] => ({
  ...detail,
  amount: detail.unit_price === null ? null : amountOf(detail.quantity, detail.unit_price),
  status: jobStatus(statuses),
});
