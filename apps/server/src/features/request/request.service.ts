import type { RequestRow } from '@darkroom/contract/request/request';
import {
  decideMove,
  decideRequest,
  getRequestOffers,
  type RequestDecision,
  type RequestInput,
  type RequestPatch,
} from '@darkroom/domain/request/decide';
import { getVisibleBoards, getWorkableBoards, canReview } from '@darkroom/domain/request/access';
import { getReworkState, type ReworkState } from '@darkroom/domain/request/complaint';
import type { RequestAction } from '@darkroom/domain/request/transitions';
import { sql } from 'kysely';
import { writeAudit } from '../../audit/audit.ts';
import type { Database } from '../../db/connect.ts';
import { type Listing, toListResponse, readPage } from '../../db/list/page.ts';
import { exactTotal } from '../../db/list/total.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/response/fail.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { emit } from '../../live/emit.ts';
import { notifyCustomer } from '../../live/customers.ts';
import { notifyOfRequest } from '../notification/notification.service.ts';
import { columnConditions, requestConditions, requestPage, type FirstGroups } from './request.filter.ts';
import {
  countByColumn,
  countRequestsBlockingMove,
  findJobsOf,
  findRequestsOfJobs,
  findRequests,
  findReworkCounts,
  isJobOfCus1,
  removeOtherDetails,
  lockRequest,
  updateRequest,
} from './request.queries.ts';
import { insertMessage } from './thread.queries.ts';
import { findNewJobRefusal } from '@darkroom/domain/request/new-job';
import { createLockedFailure } from '../../http/gates.ts';
import { addJobs } from '../job/job-add.service.ts';
import { readJobs } from '../job/job-read.service.ts';

/** Reads the requests in the order of the ids. */
export const readRequests = (db: Database, ids: readonly number[]): Promise<RequestRow[]> => findRequests(db, ids);

/** Reads the state of rework of complaints for their customers, by request. Others are left out (decision 106). */
export async function readReworkStates(db: Database, ids: readonly number[]): Promise<Map<number, ReworkState | null>> {
  return new Map((await findReworkCounts(db, ids)).map((counts) => [counts.id, getReworkState(counts)]));
}

const MAX_JOBS = 20;

/** Returns the list of requests of a filter on the actor's boards, in an order. */
export function requestListing(
  ctx: Ctx,
  {
    sort,
    unread_first,
    faults_first,
    ...filter
  }: Omit<InputFor<'request.list'>, 'page' | 'page_size' | keyof FirstGroups> & FirstGroups,
): Listing {
  const where = [...requestConditions(filter, getVisibleBoards(ctx.actor)), ...columnConditions(filter)];
  const query = requestPage(where, { sort, unread_first, faults_first });
  return { query, total: [{ rows: query }] };
}

/** Lists requests of the actor's boards, and the totals of the columns under the same filter (spec §7). */
export async function listRequests(ctx: Ctx, input: InputFor<'request.list'>): Promise<ResponseOf<'request.list'>> {
  const { page, page_size, ...listInput } = input;
  const { sort: _sort, unread_first: _unread, faults_first: _faults, ...filter } = listInput;
  const totals = await countByColumn(ctx.db, requestConditions(filter, getVisibleBoards(ctx.actor)));
  const matchingColumns = totals.filter(
    ({ board, status }) =>
      (filter.board ?? board) === board && (!filter.status?.length || filter.status.includes(status)),
  );
  const knownTotal = exactTotal(matchingColumns.reduce((sum, { count }) => sum + count, 0));
  const { ids, total } = await readPage(ctx.db, requestListing(ctx, listInput), { page, page_size }, knownTotal);
  return { ...toListResponse(await findRequests(ctx.db, ids), total, page_size), totals };
}

/**
 * Counts the open work of the actor: reviews for reviewers, and open requests on their boards. Users without a board
 * count all that they see.
 */
export async function countRequests(ctx: Ctx): Promise<ResponseOf<'request.counts'>> {
  const visibleBoards = getVisibleBoards(ctx.actor);
  const workedBoards = getWorkableBoards(ctx.actor);
  const myBoards = workedBoards.length > 0 ? workedBoards : visibleBoards;
  const reviewedBoards = canReview(ctx.actor) ? visibleBoards : myBoards;
  // A thread can continue after its request is done.
  const columns = await countByColumn(ctx.db, [
    sql`(r.status <> 'DONE' or r.bureau_unread > 0)`,
    sql`r.board = any(${visibleBoards}::text[])`,
  ]);
  const sum = (
    boards: typeof visibleBoards,
    matches: (status: RequestRow['status']) => boolean,
    counter: 'count' | 'unread' = 'count',
  ) =>
    columns.reduce(
      (n, column) => n + (boards.includes(column.board) && matches(column.status) ? column[counter] : 0),
      0,
    );
  return {
    need_review: sum(reviewedBoards, (status) => status === 'NEED_REVIEW'),
    open: sum(myBoards, (status) => status !== 'NEED_REVIEW' && status !== 'DONE'),
    unread:
      sum(myBoards, (status) => status !== 'NEED_REVIEW', 'unread') +
      sum(reviewedBoards, (status) => status === 'NEED_REVIEW', 'unread'),
  };
}

/** Moves a request on its board. Reviews have their own endpoint. */
export const changeRequestStatus = (ctx: Ctx, input: InputFor<'request.changeStatus'>): Promise<RequestRow> =>
  changeRequest(ctx, input, 'request.changeStatus', (request) =>
    decideMove(request, input.status, ctx.actor, ctx.now, { reply: input.reply }),
  );

/** Accepts a request onto a board, or closes it with a reply (domain §3). */
export const reviewRequest = (ctx: Ctx, input: InputFor<'request.review'>): Promise<RequestRow> =>
  applyAction(ctx, input, 'request.review', input.accept ? 'accept' : 'send_back');

/** Moves an unstarted request to the other board. */
export const changeRequestBoard = (ctx: Ctx, input: InputFor<'request.changeBoard'>): Promise<RequestRow> =>
  applyAction(ctx, input, 'request.changeBoard', 'change_board');

/** Links a request to one of the customer's jobs, or removes the link. */
export const linkRequestJob = (ctx: Ctx, input: InputFor<'request.linkJob'>): Promise<RequestRow> =>
  applyAction(ctx, input, 'request.linkJob', 'link_job');

/** Lists the jobs that a request can be linked to: those of its own customer. */
export async function listRequestJobs(ctx: Ctx, input: InputFor<'request.jobs'>): Promise<ResponseOf<'request.jobs'>> {
  const request = await readVisibleRequest(ctx, input.id, 'id');
  if (!getRequestOffers(request, ctx.actor).some(({ action }) => action === 'link_job')) throw fail('forbidden');
  return { results: await findJobsOf(ctx.db, request.cus_id1, input.text, MAX_JOBS) };
}

/** Reads a request on one of the actor's boards, for users who reply to it. Throws `not_found` by `field` otherwise. */
export async function readVisibleRequest(ctx: Ctx, id: number, field: string): Promise<RequestRow> {
  const [request] = await findRequests(ctx.db, [id]);
  if (!request || !canView(ctx, request)) throw fail('not_found', { field });
  return request;
}

/** Locks and reads a request that the caller can see. */
export async function lockVisibleRequest(ctx: Ctx, id: number, field: string): Promise<RequestRow> {
  const request = await lockRequest(ctx.db, id);
  if (!request || !canView(ctx, request)) throw fail('not_found', { field });
  return request;
}

/** Locks and reads a request whose customer was checked before. */
export const lockCheckedRequest = (ctx: Ctx, id: number): Promise<RequestRow | undefined> => lockRequest(ctx.db, id);

/** Returns true for a job of a customer 1. */
export const isJobOfCustomer = (ctx: Ctx, job_id: number, cus_id1: number): Promise<boolean> =>
  isJobOfCus1(ctx.db, job_id, cus_id1);

/** Removes deleted jobs from requests, with a new version of each. Called under the jobs' locks, before they are deleted. */
export async function unlinkJobs(ctx: Ctx, job_ids: readonly number[]): Promise<void> {
  for (const id of await findRequestsOfJobs(ctx.db, job_ids)) {
    const before = await lockRequest(ctx.db, id);
    if (before) await writeRequest(ctx, 'job.delete', before, { job_id: null });
  }
}

/** Refuses another customer 1 for a job while requests are about it, or after rework for a complaint (decision 147). */
export async function rejectMoveFromRequests(ctx: Ctx, job_id: number, cus_id1: number): Promise<void> {
  const { named, redone } = await countRequestsBlockingMove(ctx.db, job_id, cus_id1);
  if (redone > 0) throw fail('job_has_rework', { field: 'customer2_id', current: { count: redone } });
  if (named > 0) throw fail('job_linked_to_request', { field: 'customer2_id', current: { count: named } });
}

/** Sets the request of an accepted quote to done and links its job (decision 105). */
export async function finishForQuote(ctx: Ctx, name: string, before: RequestRow, job_id: number): Promise<void> {
  await writeRequest(ctx, name, before, { status: 'DONE', job_id });
}

/** Starts an unstarted request when its quote is sent (decision 105). */
export async function startForQuote(ctx: Ctx, name: string, before: RequestRow): Promise<void> {
  const decision = decideRequest(before, 'start', ctx.actor, ctx.now);
  if (decision.ok) await writeRequest(ctx, name, before, decision.patch);
}

const canView = (ctx: Ctx, request: RequestRow): boolean => getVisibleBoards(ctx.actor).includes(request.board);

const applyAction = (
  ctx: Ctx,
  input: RequestInput & { id: number; version: number },
  name: string,
  action: RequestAction,
): Promise<RequestRow> =>
  changeRequest(ctx, input, name, (request) => decideRequest(request, action, ctx.actor, ctx.now, input));

/**
 * Changes one request: locks, decides, writes, audits and notifies. A user who comes too late gets the name of the user
 * who was first.
 */
async function changeRequest(
  ctx: Ctx,
  { id, version, job_id }: RequestInput & { id: number; version: number },
  name: string,
  decide: (request: RequestRow) => RequestDecision,
): Promise<RequestRow> {
  const before = await lockVisibleRequest(ctx, id, 'id');
  if (before.version !== version) throw fail('stale', { current: before });
  const decision = decide(before);
  if (!decision.ok) {
    if (decision.code === 'not_allowed') throw fail('forbidden');
    throw fail(decision.code, { ...(decision.field ? { field: decision.field } : {}), current: before });
  }
  if (job_id && !(await isJobOfCus1(ctx.db, job_id, before.cus_id1))) {
    throw fail('validation', { errors: [{ field: 'job_id', code: 'unknown' }] });
  }
  return writeRequest(ctx, name, before, decision.patch);
}

/** Writes a change of a request to the table and the audit, and sends it to people and screens. */
export async function writeRequest(
  ctx: Ctx,
  name: string,
  before: RequestRow,
  patch: RequestPatch,
  note?: string,
): Promise<RequestRow> {
  const { id } = before;
  // Details of the former job would appear as those of the new one. The named details of a deleted job stay.
  const isJobChanged = patch.job_id !== undefined && patch.job_id !== before.job_id && name !== 'job.delete';
  if (isJobChanged && before.job_details.length > 0) await removeOtherDetails(ctx.db, id, patch.job_id ?? null);
  const isStatusChanged = patch.status !== undefined && patch.status !== before.status;
  await updateRequest(ctx.db, id, {
    ...patch,
    ...(isStatusChanged ? { status_since: ctx.now, moved_by: ctx.actor.user_id } : {}),
  });
  // A reply is also a message of the bureau, even if it repeats: the customer reads it in the thread.
  if (patch.reply) {
    const message = { side: 'bureau', author_id: ctx.actor.user_id, text: patch.reply, at: ctx.now } as const;
    await insertMessage(ctx.db, { request_id: id, ...message });
  }
  const [after] = (await findRequests(ctx.db, [id])) as [RequestRow];
  await writeAudit(ctx, {
    action: name,
    entity: 'customer_request',
    entity_id: id,
    before,
    after,
    ...(note ? { note } : {}),
  });
  // The customer's decision on a quote has its own notification.
  if (ctx.actor.account === 'staff') await notifyOfRequest(ctx, before, after);
  await emit(ctx, 'request', [id]);
  if (isJobChanged)
    await emit(
      ctx,
      'job',
      [before.job_id, after.job_id].filter((job) => job !== null),
    );
  await notifyCustomer(ctx, 'portal_request', [id], after.cus_id1);
  return after;
}

/**
 * Adds the job of a request and links it, both or neither (decision 060). The request is locked first, so two requests
 * at once add one job.
 */
export async function addJobOfRequest(
  ctx: Ctx,
  { id, version, job }: InputFor<'request.newJob'>,
): Promise<ResponseOf<'request.newJob'>> {
  // The lock of requests also stops this request.
  if (ctx.locks.request !== undefined) throw createLockedFailure(ctx.actor, ctx.locks.request);
  const before = await lockVisibleRequest(ctx, id, 'id');
  const refusal = findNewJobRefusal(before, ctx.actor);
  if (refusal === 'not_allowed') throw fail('forbidden');
  if (before.version !== version) throw fail('stale', { current: before });
  if (refusal) throw fail(refusal, { current: before });
  const [createdJob] = await addJobs(ctx, [job], {
    action: 'request.newJob',
    cus_id1: before.cus_id1,
    getPath: () => 'job',
  });
  const request = await writeRequest(ctx, 'request.newJob', before, { job_id: createdJob!.job_id });
  const [addedJob] = await readJobs(ctx.db, [createdJob!.job_id], ctx.actor);
  return { request, job: addedJob! };
}
