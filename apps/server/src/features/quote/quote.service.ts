import type { QuoteRow } from '@darkroom/contract/request/quote';
import type { RequestRow } from '@darkroom/contract/request/request';
import { dayOf } from '@darkroom/domain/calendar/day';
import { calculateAmount } from '@darkroom/domain/money/money';
import { decideQuote, findQuoteRefusal, getEffectiveStatus, type QuoteDecision } from '@darkroom/domain/quote/decide';
import { findQuoteDrift } from '@darkroom/domain/quote/drift';
import { sumQuoteLines, findQuoteWarnings, type PriceGuard } from '@darkroom/domain/quote/guard';
import type { QuoteAction } from '@darkroom/domain/quote/transitions';
import { writeAudit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/response/fail.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { notifyCustomer } from '../../live/customers.ts';
import { emit } from '../../live/emit.ts';
import { lockVisibleRequest, readVisibleRequest, startForQuote } from '../request/request.service.ts';
import { readCurrency, readPriceGuard } from '../setting/setting.service.ts';
import {
  findCustomers2,
  findListPrices,
  findCurrentDetails,
  findQuote,
  findQuotesOfRequest,
  findTerms,
  hasOpenQuote,
  insertQuote,
  isCustomer2Of,
  lockQuote,
  replaceLines,
  updateQuote,
  type NewLine,
  type StoredQuote,
} from './quote.queries.ts';

/**
 * Returns a quote in the form for staff, with current status, amounts, warnings of the price guard, and differences of
 * its job.
 */
const toQuoteRow = (
  quote: StoredQuote,
  guard: PriceGuard,
  today: string,
  currentDetails: Parameters<typeof findQuoteDrift>[1] | null = null,
): QuoteRow => ({
  ...quote,
  drift: currentDetails && findQuoteDrift(quote.lines, currentDetails),
  ...sumQuoteLines(quote.lines),
  status: getEffectiveStatus(quote, today),
  lines: quote.lines.map((line) => ({
    ...line,
    amount: calculateAmount(line.quantity, line.unit_price),
    warnings: findQuoteWarnings(line, guard),
  })),
});

/** Lists the quotes of a visible request, newest first. */
export async function listQuotes(ctx: Ctx, { request_id }: InputFor<'quote.list'>): Promise<ResponseOf<'quote.list'>> {
  await readVisibleRequest(ctx, request_id, 'request_id');
  const guard = await readPriceGuard(ctx.db);
  const quotes = await findQuotesOfRequest(ctx.db, request_id);
  const jobs = quotes.flatMap(({ job_id }) => job_id ?? []);
  const currentDetails = jobs.length ? await findCurrentDetails(ctx.db, jobs) : null;
  const toRow = (quote: StoredQuote) =>
    toQuoteRow(quote, guard, dayOf(ctx.now), quote.job_id === null ? null : (currentDetails?.get(quote.job_id) ?? []));
  return { results: quotes.map(toRow), currency: await readCurrency(ctx.db) };
}

/** Reads the choices for a new quote of a request. */
export async function readQuoteChoices(
  ctx: Ctx,
  { request_id }: InputFor<'quote.choices'>,
): Promise<ResponseOf<'quote.choices'>> {
  const { cus_id1 } = await readVisibleRequest(ctx, request_id, 'request_id');
  return {
    prices: await findListPrices(ctx.db, cus_id1),
    customers2: await findCustomers2(ctx.db, cus_id1),
    guard: await readPriceGuard(ctx.db),
    currency: await readCurrency(ctx.db),
  };
}

/** Creates or changes the draft of a quote. Empty prices come from the customer's price list (decision 105). */
export async function saveQuote(ctx: Ctx, input: InputFor<'quote.save'>): Promise<QuoteRow> {
  const { request_id, id, version, lines, ...draft } = input;
  const request = await lockVisibleRequest(ctx, request_id, 'request_id');
  const before = id === undefined ? undefined : await lockQuote(ctx.db, id);
  if (id !== undefined && before?.request_id !== request_id) throw fail('not_found', { field: 'id' });
  await checkAction(ctx, before, version, 'save', { valid_until: draft.valid_until });
  validateQuotable(request);
  if (await hasOpenQuote(ctx.db, request_id, dayOf(ctx.now), id ?? 0)) throw fail('quote_open');
  const errors =
    draft.customer2_id !== null && !(await isCustomer2Of(ctx.db, draft.customer2_id, request.cus_id1))
      ? [{ field: 'customer2_id', code: 'unknown' }]
      : [];
  const priced = await priceLines(ctx, request.cus_id1, lines);
  errors.push(...priced.errors);
  if (errors.length > 0) throw fail('validation', { errors });
  const quote_id = id ?? (await insertQuote(ctx.db, request_id, draft, ctx.actor.user_id, ctx.now));
  if (before) await updateQuote(ctx.db, quote_id, draft);
  await replaceLines(ctx.db, quote_id, priced.lines);
  return recordQuoteChange(ctx, 'quote.save', quote_id, before, request);
}

type DraftLine = InputFor<'quote.save'>['lines'][number];

async function priceLines(ctx: Ctx, cus_id1: number, draftLines: readonly DraftLine[]) {
  const terms = await findTerms(
    ctx.db,
    cus_id1,
    draftLines.map((line) => line.service_cat2_id),
  );
  const errors: { field: string; code: string }[] = [];
  const lines = draftLines.map(({ unit_price, estimate_minutes, ...line }, index): NewLine => {
    const lineTerms = terms.get(line.service_cat2_id);
    const price = unit_price ?? lineTerms?.list_price;
    if (!lineTerms) errors.push({ field: `lines.${index}.service_cat2_id`, code: 'unknown' });
    else if (price === undefined || price === null)
      errors.push({ field: `lines.${index}.unit_price`, code: 'required' });
    return {
      ...line,
      unit_price: price ?? 0,
      list_price: lineTerms?.list_price ?? null,
      estimate_minutes: estimate_minutes === undefined ? (lineTerms?.estimate_minutes ?? null) : estimate_minutes,
    };
  });
  return { lines, errors };
}

/** Sends a draft to the customer. The user confirms the warnings of the price guard once, by today's prices. */
export async function sendQuote(
  ctx: Ctx,
  { id, version, low_price_confirmed }: InputFor<'quote.send'>,
): Promise<QuoteRow> {
  const { request, quote } = await lockQuoteWithRequest(ctx, id);
  await checkAction(ctx, quote, version, 'send');
  validateQuotable(request);
  if (await hasOpenQuote(ctx.db, request.id, dayOf(ctx.now), id)) throw fail('quote_open');
  const guard = await readPriceGuard(ctx.db);
  const terms = await findTerms(
    ctx.db,
    request.cus_id1,
    quote.lines.map((line) => line.service_cat2_id),
  );
  // Categories that were disabled since the draft cannot be offered: they have no price for a comparison.
  const unavailable = quote.lines.flatMap(({ service_cat2_id }, index) =>
    terms.has(service_cat2_id) ? [] : [{ field: `lines.${index}.service_cat2_id`, code: 'unknown' }],
  );
  if (unavailable.length > 0) throw fail('validation', { errors: unavailable });
  const lines = quote.lines.map(({ service_cat1_id: _cat1, ...line }): NewLine => ({
    ...line,
    list_price: terms.get(line.service_cat2_id)?.list_price ?? null,
  }));
  const warningErrors = lines.flatMap((line, index) =>
    findQuoteWarnings(line, guard).map((code) => ({ field: `lines.${index}.unit_price`, code })),
  );
  if (warningErrors.length > 0 && !low_price_confirmed) throw fail('quote_below_list_price', { errors: warningErrors });
  await replaceLines(ctx.db, id, lines);
  const sentFields = {
    status: 'SENT' as const,
    sent_by: ctx.actor.user_id,
    sent_at: ctx.now,
    low_price_confirmed: warningErrors.length > 0,
  };
  await updateQuote(ctx.db, id, sentFields);
  await startForQuote(ctx, 'quote.send', request);
  return recordQuoteChange(ctx, 'quote.send', id, quote, request);
}

/** Withdraws a quote. The customer sees the reason. */
export async function withdrawQuote(ctx: Ctx, input: InputFor<'quote.withdraw'>): Promise<QuoteRow> {
  const { id, version, reason } = input;
  const { request, quote } = await lockQuoteWithRequest(ctx, id);
  await checkAction(ctx, quote, version, 'withdraw', { reason });
  const decided = { decided_by: ctx.actor.user_id, decided_at: ctx.now, reason: reason?.trim() || null };
  await updateQuote(ctx.db, id, { status: 'WITHDRAWN', ...decided });
  return recordQuoteChange(ctx, 'quote.withdraw', id, quote, request);
}

/** Locks a quote and its request in the order of ARCHITECTURE.md: the request first. */
async function lockQuoteWithRequest(ctx: Ctx, id: number): Promise<{ request: RequestRow; quote: StoredQuote }> {
  const found = await findQuote(ctx.db, id);
  if (!found) throw fail('not_found', { field: 'id' });
  const request = await lockVisibleRequest(ctx, found.request_id, 'id');
  const quote = await lockQuote(ctx.db, id);
  if (!quote) throw fail('not_found', { field: 'id' });
  return { request, quote };
}

/** Checks the action with the rules of the domain, by today's date. A new quote is checked as a draft. */
async function checkAction(
  ctx: Ctx,
  quote: StoredQuote | undefined,
  version: number | undefined,
  action: QuoteAction,
  input: { valid_until?: string; reason?: string | undefined } = {},
): Promise<void> {
  const today = dayOf(ctx.now);
  const state = quote ?? { status: 'DRAFT' as const, valid_until: today };
  const decision: QuoteDecision = decideQuote(state, action, ctx.actor, today, input);
  if (!decision.ok && decision.code === 'not_allowed') throw fail('forbidden');
  const current = quote && toQuoteRow(quote, await readPriceGuard(ctx.db), today);
  if (quote && quote.version !== version) throw fail('stale', { current });
  if (!decision.ok)
    throw fail(decision.code, {
      ...(decision.field ? { field: decision.field } : {}),
      ...(current ? { current } : {}),
    });
}

function validateQuotable(request: RequestRow): void {
  const refusal = findQuoteRefusal(request);
  if (refusal) throw fail(refusal, { current: request });
}

/**
 * Records a change of a quote: writes the audit, and sends the event with its request to the screens. Customers receive
 * no drafts.
 */
export async function recordQuoteChange(
  ctx: Ctx,
  action: string,
  id: number,
  before: StoredQuote | undefined,
  request: Pick<RequestRow, 'id' | 'cus_id1'>,
): Promise<QuoteRow> {
  const after = (await findQuote(ctx.db, id)) as StoredQuote;
  await writeAudit(ctx, { action, entity: 'quote', entity_id: id, before, after });
  await emit(ctx, 'request', [request.id]);
  if (after.sent_at !== null) await notifyCustomer(ctx, 'portal_request', [request.id], request.cus_id1);
  return toQuoteRow(after, await readPriceGuard(ctx.db), dayOf(ctx.now));
}
