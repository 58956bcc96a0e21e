import { dayOf } from '@darkroom/domain/calendar/day';
import type { RequestRow } from '@darkroom/contract/request/request';
import { getEffectiveStatus, type QuoteState } from '@darkroom/domain/quote/decide';
import { defaultBoard, FIRST_STATUS } from '@darkroom/domain/request/status';
import { sql } from 'kysely';
import { writeAudit } from '../../audit/audit.ts';
import type { Condition } from '../../db/list/condition.ts';
import { toListResponse, readPage, type Listing } from '../../db/list/page.ts';
import type { Ctx } from '../../http/context.ts';
import { fail, type FailureDetails } from '../../http/response/fail.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { consumeOrFail } from '../../http/limits/stored-limits.ts';
import { notifyCustomer } from '../../live/customers.ts';
import { emit } from '../../live/emit.ts';
import { readRequests, readReworkStates } from '../request/request.service.ts';
import { readPlainThread, markReadUpTo, sendMessage } from '../request/thread.service.ts';
import { isOwnCustomer, selectOtherCustomer } from './portal-scope.service.ts';
import {
  countOpenRequests,
  countPortalRequests,
  findDetailsOfJob,
  findPortalJob,
  findPortalRequests,
  insertRequest,
  isPortalRequest,
  lockPortalCustomer,
  lockPortalRequest,
  portalRequestPage,
} from './portal-request.queries.ts';

/** A request in the customer's form. */
export type PortalRequest = ResponseOf<'portal.addRequest'>;

/** Request limit of a customer 1 (decision 102). */
const MAX_REQUESTS_PER_HOUR = 20;
const HOUR_SECONDS = 3600;
const MAX_OPEN_REQUESTS = 200;

const createOwnRequestsCondition = (ctx: Ctx): Condition => isOwnCustomer(ctx.actor, sql`r.cus_id1`);

/** Lists the caller's requests with their replies (spec §7). */
export async function listPortalRequests(
  ctx: Ctx,
  { page, page_size, ...filter }: InputFor<'portal.listRequests'>,
): Promise<ResponseOf<'portal.listRequests'>> {
  const { ids, total } = await readPage(ctx.db, portalRequestListing(ctx, filter), { page, page_size });
  return toListResponse(ids.length === 0 ? [] : await readPortalRequests(ctx, ids), total, page_size);
}

/** Returns the list of the caller's requests of a filter, in an order. */
export function portalRequestListing(
  ctx: Ctx,
  filter: Omit<InputFor<'portal.listRequests'>, 'page' | 'page_size'>,
): Listing {
  const query = portalRequestPage(filter, createOwnRequestsCondition(ctx));
  return { query, total: [{ rows: query }] };
}

/** Reads the caller's requests in the order of the ids, with the status of rework and of the newest quote. */
export async function readPortalRequests(ctx: Ctx, ids: readonly number[]): Promise<PortalRequest[]> {
  const reworks = await readReworkStates(ctx.db, ids);
  return (await findPortalRequests(ctx.db, ids, selectOtherCustomer(ctx.actor, sql.ref('r.created_by')))).map(
    (portalRequest) => ({
      ...portalRequest,
      rework: reworks.get(portalRequest.id) ?? null,
      quote: getQuoteStatus(ctx, portalRequest.quote),
    }),
  );
}

/** Returns the current status of a sent quote. */
export const getQuoteStatus = (ctx: Ctx, quote: QuoteState | null): PortalRequest['quote'] =>
  quote && (getEffectiveStatus(quote, dayOf(ctx.now)) as PortalRequest['quote']);

/** Counts the open requests, and the requests with an unread reply. */
export const countMyRequests = (ctx: Ctx): Promise<ResponseOf<'portal.requestCounts'>> =>
  countPortalRequests(ctx.db, createOwnRequestsCondition(ctx));

/** Reads the thread of one of the caller's requests. */
export async function readPortalThread(
  ctx: Ctx,
  { id }: InputFor<'portal.messages'>,
): Promise<ResponseOf<'portal.messages'>> {
  if (!(await isPortalRequest(ctx.db, id, createOwnRequestsCondition(ctx)))) throw fail('not_found', { field: 'id' });
  return { results: await readPlainThread(ctx, id) };
}

async function lockMyRequest(ctx: Ctx, id: number) {
  const request = await lockPortalRequest(ctx.db, id, createOwnRequestsCondition(ctx));
  if (!request) throw fail('not_found', { field: 'id' });
  return request;
}

/** Writes a message to the bureau in the thread of the caller's request. */
export const replyToBureau = async (
  ctx: Ctx,
  { id, text }: InputFor<'portal.reply'>,
): Promise<ResponseOf<'portal.reply'>> => sendMessage(ctx, 'customer', await lockMyRequest(ctx, id), text);

/** Marks a thread as read, for all logins of this customer. */
export const markPortalThreadRead = async (
  ctx: Ctx,
  { id, message_id }: InputFor<'portal.seen'>,
): Promise<ResponseOf<'portal.seen'>> => markReadUpTo(ctx, 'customer', await lockMyRequest(ctx, id), message_id);

/** Adds a request of the portal. A superuser names the customer 1. */
export async function addRequest(ctx: Ctx, input: InputFor<'portal.addRequest'>): Promise<PortalRequest> {
  const { id } = await createRequest(ctx, 'portal.addRequest', input, null);
  const [portalRequest] = await readPortalRequests(ctx, [id]);
  if (!portalRequest) throw fail('internal');
  return portalRequest;
}

/** Adds a request in a customer's name, for a member of staff (decision 175). */
export const recordRequest = (
  ctx: Ctx,
  { channel, ...input }: InputFor<'request.record'>,
): Promise<ResponseOf<'request.record'>> => createRequest(ctx, 'request.record', input, channel);

/** Adds a request for review on its type's board (domain §3), with the customer locked for the limits. */
async function createRequest(
  ctx: Ctx,
  action: 'portal.addRequest' | 'request.record',
  input: InputFor<'portal.addRequest'>,
  channel: RequestRow['channel'],
): Promise<RequestRow> {
  const references = await findReferences(ctx, input);
  await consumeOrFail(
    ctx.db,
    { bucket: `portal.addRequest customer 1 ${references.cus_id1}`, max: MAX_REQUESTS_PER_HOUR, seconds: HOUR_SECONDS },
    ctx.now,
  );
  if ((await countOpenRequests(ctx.db, references.cus_id1)) >= MAX_OPEN_REQUESTS)
    throw fail('too_many_open', { retryAfter: HOUR_SECONDS });
  const { type, subject, full_name, service_type_id, shared_link, image_link, description, job_id } = input;
  const id = await insertRequest(
    ctx.db,
    {
      cus_id1: references.cus_id1,
      created_by: ctx.actor.user_id,
      type,
      board: defaultBoard(type),
      status: FIRST_STATUS,
      subject,
      full_name,
      job_id: job_id ?? null,
      job_name: references.job_name,
      channel,
      service_type_id,
      shared_link: shared_link || null,
      image_link: image_link || null,
      description,
      created_at: ctx.now,
      status_since: ctx.now,
    },
    references.details,
  );
  const [after] = await readRequests(ctx.db, [id]);
  if (!after) throw fail('internal');
  await writeAudit(ctx, { action, entity: 'customer_request', entity_id: id, after });
  await emit(ctx, 'request', [id]);
  if (job_id !== undefined) await emit(ctx, 'job', [job_id]);
  await notifyCustomer(ctx, 'portal_request', [id], references.cus_id1);
  return after;
}

/** Finds the customer, job and details of a request. Refuses all ids of other customers at once. */
async function findReferences(ctx: Ctx, input: InputFor<'portal.addRequest'>) {
  const { cus_id1, job_id, job_detail_ids: detailIds = [] } = input;
  const errors: NonNullable<FailureDetails['errors']> = [];
  const owner = { customer: ctx.actor.customer ?? (cus_id1 === undefined ? null : { cus_id0: null, cus_id1 }) };
  const ownCondition = isOwnCustomer(owner, sql`c1.id`);
  const job =
    job_id === undefined ? undefined : await findPortalJob(ctx.db, job_id, isOwnCustomer(owner, sql`c2.cus_id1`));
  const givenCustomer = cus_id1 ?? job?.cus_id1;
  const customers = await lockPortalCustomer(
    ctx.db,
    givenCustomer === undefined ? ownCondition : sql`${ownCondition} and c1.id = ${givenCustomer}`,
  );
  const [customer] = customers;
  if (customers.length !== 1)
    errors.push({ field: 'cus_id1', code: givenCustomer === undefined ? 'required' : 'unknown' });
  if (job_id !== undefined && (!job || (customer !== undefined && job.cus_id1 !== customer))) {
    errors.push({ field: 'job_id', code: 'unknown' });
  }
  const details = job_id === undefined || !job ? [] : await findDetailsOfJob(ctx.db, job_id, detailIds);
  for (const [index, id] of detailIds.entries()) {
    const isDuplicate = detailIds.indexOf(id) !== index;
    if (isDuplicate || !details.some(({ job_detail_id }) => job_detail_id === id)) {
      errors.push({ field: `job_detail_ids.${index}`, code: isDuplicate ? 'duplicate' : 'unknown' });
    }
  }
  if (errors.length > 0 || customer === undefined) throw fail('validation', { errors });
  return { cus_id1: customer, job_name: input.job_name || job?.job_name || '', details };
}
