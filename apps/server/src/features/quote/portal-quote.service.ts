import type { PortalQuote } from '@darkroom/contract/portal/portal';
import type { RequestRow } from '@darkroom/contract/request/request';
import { dayOf } from '@darkroom/domain/calendar/day';
import { calculateAmount } from '@darkroom/domain/money/money';
import { decideQuote, getEffectiveStatus } from '@darkroom/domain/quote/decide';
import { sumQuoteLines } from '@darkroom/domain/quote/guard';
import type { QuoteAction } from '@darkroom/domain/quote/transitions';
import { sql } from 'kysely';
import type { Condition } from '../../db/list/condition.ts';
import { toListResponse, readPage } from '../../db/list/page.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/response/fail.ts';
import { createLockedFailure } from '../../http/gates.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { addAgreedJob } from '../job/job-add.service.ts';
import { emit } from '../../live/emit.ts';
import { notifyOfQuote } from '../notification/notification.service.ts';
import { isOwnCustomer, selectOtherCustomer } from '../portal/portal-scope.service.ts';
import { finishForQuote, lockCheckedRequest } from '../request/request.service.ts';
import { readCurrency } from '../setting/setting.service.ts';
import {
  findPortalQuotes,
  findRequestOfPortalQuote,
  portalQuotePage,
  isCustomer2Of,
  lockQuote,
  updateQuote,
  type StoredQuote,
} from './quote.queries.ts';
import { recordQuoteChange } from './quote.service.ts';

const createOwnRequestsCondition = (ctx: Ctx): Condition => isOwnCustomer(ctx.actor, sql`r.cus_id1`);

/** Reads the quotes in the customer's form, with the status of today. */
async function readPortalQuotes(ctx: Ctx, ids: readonly number[]): Promise<PortalQuote[]> {
  const currency = await readCurrency(ctx.db);
  return (await findPortalQuotes(ctx.db, ids, selectOtherCustomer(ctx.actor, sql.ref('q.decided_by')))).map(
    (quote) => ({
      ...quote,
      ...sumQuoteLines(quote.lines),
      status: getEffectiveStatus(quote, dayOf(ctx.now)) as PortalQuote['status'],
      lines: quote.lines.map((line) => ({ ...line, amount: calculateAmount(line.quantity, line.unit_price) })),
      currency,
    }),
  );
}

/** Lists the quotes that were sent to the caller. */
export async function listPortalQuotes(
  ctx: Ctx,
  input: InputFor<'portal.quotes'>,
): Promise<ResponseOf<'portal.quotes'>> {
  const { page, page_size, ...filter } = input;
  const query = portalQuotePage(createOwnRequestsCondition(ctx), dayOf(ctx.now), filter);
  const { ids, total } = await readPage(ctx.db, { query, total: [{ rows: query }] }, { page, page_size });
  return toListResponse(await readPortalQuotes(ctx, ids), total, page_size);
}

/**
 * Accepts a quote: adds today's job from its lines and closes the request (decision 105). A request that comes too late
 * gets the quote's status.
 */
export async function acceptQuote(ctx: Ctx, input: InputFor<'portal.acceptQuote'>): Promise<PortalQuote> {
  const { request, quote } = await lockPortalQuote(ctx, input.id, 'accept');
  // The lock of jobs also stops this request.
  if (ctx.locks.job !== undefined) throw createLockedFailure(ctx.actor, '');
  const customer2_id = quote.customer2_id ?? input.customer2_id ?? null;
  // An order for another customer 2 than the quote's is refused.
  const isOtherCustomer =
    quote.customer2_id !== null && input.customer2_id != null && input.customer2_id !== quote.customer2_id;
  if (isOtherCustomer) throw fail('validation', { errors: [{ field: 'customer2_id', code: 'unknown' }] });
  if (customer2_id === null) throw fail('validation', { errors: [{ field: 'customer2_id', code: 'required' }] });
  if (!(await isCustomer2Of(ctx.db, customer2_id, request.cus_id1))) {
    throw fail('validation', { errors: [{ field: 'customer2_id', code: 'unknown' }] });
  }
  const { job_id } = await addAgreedJob(ctx, 'quote.accept', {
    job_date: dayOf(ctx.now),
    customer2_id,
    job_name: request.job_name || request.subject,
    job_link: request.shared_link,
    job_priority: null,
    job_notes: request.description,
    job_details: quote.lines.map(
      ({ service_cat1_id, service_cat2_id, quantity, note, unit_price, estimate_minutes }) => ({
        service_cat1_id,
        service_cat2_id,
        quantity,
        note,
        agreed: { unit_price, estimate_minutes },
      }),
    ),
  });
  // An acceptance refreshes all open pages of jobs at once. No page shows the new job yet, so its id alone would not.
  await emit(ctx, 'job', []);
  await saveDecision(ctx, quote, { status: 'ACCEPTED', customer2_id, job_id });
  await finishForQuote(ctx, 'quote.accept', request, job_id);
  return closePortalQuote(ctx, 'quote.accept', request, quote, null);
}

/** Declines a quote. Its author receives the reason. */
export async function declineQuote(ctx: Ctx, { id, reason }: InputFor<'portal.declineQuote'>): Promise<PortalQuote> {
  const { request, quote } = await lockPortalQuote(ctx, id, 'decline', reason);
  await saveDecision(ctx, quote, { status: 'DECLINED', reason });
  return closePortalQuote(ctx, 'quote.decline', request, quote, reason);
}

const saveDecision = (ctx: Ctx, { id }: StoredQuote, decided: Parameters<typeof updateQuote>[2]) =>
  updateQuote(ctx.db, id, { ...decided, decided_by: ctx.actor.user_id, decided_at: ctx.now });

async function closePortalQuote(
  ctx: Ctx,
  action: 'quote.accept' | 'quote.decline',
  request: RequestRow,
  before: StoredQuote,
  note: string | null,
): Promise<PortalQuote> {
  await recordQuoteChange(ctx, action, before.id, before, request);
  const event = action === 'quote.accept' ? 'quote_accepted' : 'quote_declined';
  await notifyOfQuote(ctx, request, event, [before.sent_by, request.processing_by], note);
  const [answered] = (await readPortalQuotes(ctx, [before.id])) as [PortalQuote];
  return answered;
}

/** Locks the request, then one of the caller's quotes. Another customer's quote gives the error of a missing one. */
async function lockPortalQuote(
  ctx: Ctx,
  id: number,
  action: QuoteAction,
  reason?: string,
): Promise<{ request: RequestRow; quote: StoredQuote }> {
  const request_id = await findRequestOfPortalQuote(ctx.db, createOwnRequestsCondition(ctx), id);
  const request = request_id === undefined ? undefined : await lockCheckedRequest(ctx, request_id);
  const quote = request && (await lockQuote(ctx.db, id));
  if (!request || !quote) throw fail('not_found', { field: 'id' });
  const decision = decideQuote(quote, action, ctx.actor, dayOf(ctx.now), { reason });
  if (decision.ok) return { request, quote };
  if (decision.code === 'not_allowed') throw fail('forbidden');
  const [current] = await readPortalQuotes(ctx, [id]);
  throw fail(decision.code, { current, ...(decision.field ? { field: decision.field } : {}) });
}
