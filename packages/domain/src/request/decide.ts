import { dayOf, type Instant } from '../calendar/day.ts';
import { getEffectiveStatus, type QuoteState } from '../quote/decide.ts';
import { findJobChangeRefusal } from './complaint.ts';
import { getVisibleBoards, getWorkableBoards, canReview } from './access.ts';
import type { Actor } from '../task/decide.ts';
import { REQUEST_BOARDS, type RequestBoard, type RequestStatus } from './status.ts';
import {
  findActionBetween,
  REQUEST_ACTIONS,
  REQUEST_TRANSITIONS,
  WORK_ACTIONS,
  type RequestAction,
} from './transitions.ts';

/** Fields of a request that the rules need, in server rows and list rows. */
export interface RequestState {
  readonly status: RequestStatus;
  readonly board: RequestBoard;
  readonly reply: string | null;
  readonly job_id: number | null;
  /** User who processes the request, or who did it once it is DONE. */
  readonly processing_by: number | null;
  readonly reviewed_by: number | null;
  readonly reviewed_at: Instant | null;
  /** For a complaint: its tasks still in rework, and those completed again (decision 106). */
  readonly rework_open?: number;
  readonly rework_done?: number;
  /** True if the customer was informed about the rework. This stays true when the rework is undone. */
  readonly rework_notified?: boolean;
  /** Numbers of named parts that are in rework for another reason. */
  readonly sub_prod_ids_in_rework?: readonly string[];
  /** The newest quote. */
  readonly quote?: QuoteState | null;
}

export interface RequestInput {
  board?: RequestBoard | undefined;
  reply?: string | undefined;
  job_id?: number | null | undefined;
}

/** Columns that an action writes. */
export type RequestPatch = {
  -readonly [K in keyof Omit<RequestState, 'quote' | 'sub_prod_ids_in_rework'>]?: RequestState[K];
};

/** Reasons of a refusal. `not_allowed` hides a button, the others disable it with the reason. */
export type RequestRefusal =
  | 'not_allowed'
  | 'request_needs_review'
  | 'request_reviewed'
  | 'request_not_started'
  | 'request_done'
  | 'request_already_in_column'
  | 'request_not_todo'
  | 'rework_open'
  | 'complaint_redone'
  | 'quote_open'
  | 'reply_required';

export type RequestDecision =
  | { readonly ok: true; readonly action: RequestAction; readonly patch: RequestPatch }
  | { readonly ok: false; readonly code: RequestRefusal; readonly field?: string };

const refuse = (code: RequestRefusal, field?: string): RequestDecision =>
  field ? { ok: false, code, field } : { ok: false, code };

/**
 * True if the user replies to the customer in the thread and reads it for the bureau. Users of its board do, and before the review also its
 * reviewers.
 */
export const canReplyToRequest = ({ board, status }: Pick<RequestState, 'board' | 'status'>, actor: Actor): boolean =>
  getWorkableBoards(actor).includes(board) ||
  (status === 'NEED_REVIEW' && canReview(actor) && getVisibleBoards(actor).includes(board));

function isEntitledTo(action: RequestAction, request: RequestState, actor: Actor): boolean {
  if (!getVisibleBoards(actor).includes(request.board)) return false;
  const canWork = getWorkableBoards(actor).includes(request.board);
  const { who } = REQUEST_TRANSITIONS[action];
  switch (who) {
    case 'review':
      return canReview(actor);
    case 'work':
      return canWork;
    case 'work_both':
      return getWorkableBoards(actor).length === REQUEST_BOARDS.length;
    case 'work_or_review':
      // A reviewer can set the job. After the review, only users of its board can.
      return canWork || (request.status === 'NEED_REVIEW' && canReview(actor));
    default: {
      const never: never = who;
      return never;
    }
  }
}

/** Returns the reason why an action has to wait: the step that must be first. */
function findStatusRefusal(action: RequestAction, status: RequestStatus): RequestRefusal | null {
  const { from, to } = REQUEST_TRANSITIONS[action];
  if (from.includes(status)) return null;
  if (action === 'accept' || action === 'send_back') return 'request_reviewed';
  if (status === 'NEED_REVIEW') return 'request_needs_review';
  if (action === 'change_board') return 'request_not_todo';
  if (to === status) return 'request_already_in_column';
  return status === 'DONE' ? 'request_done' : 'request_not_started';
}

/** Refuses to end or move a complaint while tasks are in rework: it stays in Processing and its job does not change (decision 106). */
function findOpenReworkRefusal(action: RequestAction, request: RequestState): RequestRefusal | null {
  if (action === 'link_job') return findJobChangeRefusal(request);
  return (action === 'finish' || action === 'put_back') && request.rework_open ? 'rework_open' : null;
}

/**
 * Refuses to close a request while its quote can be accepted, because that would create a second job. With a draft or sent quote, the board
 * cannot change, because users of the other board cannot send or withdraw quotes (decision 105).
 */
function findOpenQuoteRefusal(action: RequestAction, { quote }: RequestState, now: Instant): RequestRefusal | null {
  if (!quote || (action !== 'finish' && action !== 'change_board')) return null;
  const effectiveStatus = getEffectiveStatus(quote, dayOf(now));
  return effectiveStatus === 'SENT' || (effectiveStatus === 'DRAFT' && action === 'change_board') ? 'quote_open' : null;
}

/**
 * True if closing needs a reply: the customer was informed about a rework, or a named part is in rework for another reason (decision 106).
 */
export const requiresReply = (
  action: RequestAction,
  {
    rework_notified,
    rework_open,
    sub_prod_ids_in_rework = [],
  }: Pick<RequestState, 'rework_notified' | 'rework_open' | 'sub_prod_ids_in_rework'>,
): boolean => action === 'finish' && (Boolean(rework_notified) || sub_prod_ids_in_rework.length > 0) && !rework_open;

function checkRework(action: RequestAction, request: RequestState, input: RequestInput): RequestDecision | null {
  const waitRefusal = findOpenReworkRefusal(action, request);
  if (waitRefusal) return refuse(waitRefusal);
  return requiresReply(action, request) && !input.reply?.trim() ? refuse('reply_required', 'reply') : null;
}

function findMissingInput(action: RequestAction, request: RequestState, input: RequestInput): RequestDecision | null {
  const reworkRefusal = checkRework(action, request, input);
  if (reworkRefusal) return reworkRefusal;
  switch (REQUEST_TRANSITIONS[action].needs) {
    case 'board':
      return input.board === request.board ? refuse('request_already_in_column', 'board') : null;
    case 'reply':
      return input.reply?.trim() ? null : refuse('reply_required', 'reply');
    case null:
      return null;
  }
}

function createPatch(
  action: RequestAction,
  request: RequestState,
  actor: Actor,
  now: Instant,
  input: RequestInput,
): RequestPatch {
  const reply = input.reply?.trim();
  const replied = reply ? { reply } : {};
  const reviewed = { reviewed_by: actor.user_id, reviewed_at: now, ...replied };
  switch (action) {
    case 'accept':
      // Before its review, a request is on the default board of its type (domain §3).
      return { ...reviewed, board: input.board ?? request.board };
    case 'send_back':
      return reviewed;
    case 'start':
    case 'reopen':
      return { processing_by: actor.user_id };
    case 'put_back':
      return { processing_by: null };
    case 'finish':
      // The user who closes the request becomes its assignee if it has none.
      return { ...replied, ...(request.processing_by === null ? { processing_by: actor.user_id } : {}) };
    case 'change_board':
      return { board: input.board ?? request.board };
    case 'link_job':
      return { job_id: input.job_id ?? null };
    default: {
      const never: never = action;
      return never;
    }
  }
}

/**
 * Decides if `actor` can do `action` to `request` at `now`, and returns the columns to write. The checks are in order: permission, status,
 * input of the request.
 */
export function decideRequest(
  request: RequestState,
  action: RequestAction,
  actor: Actor,
  now: Instant,
  input: RequestInput = {},
): RequestDecision {
  if (!isEntitledTo(action, request, actor)) return refuse('not_allowed');
  const statusRefusal = findStatusRefusal(action, request.status);
  if (statusRefusal) return refuse(statusRefusal);
  const waitRefusal = findOpenQuoteRefusal(action, request, now);
  if (waitRefusal) return refuse(waitRefusal);
  const missingInput = findMissingInput(action, request, input);
  if (missingInput) return missingInput;
  const { to } = REQUEST_TRANSITIONS[action];
  const status = to === 'same' ? request.status : to;
  const jobLink = input.job_id !== undefined ? { job_id: input.job_id } : {};
  return { ok: true, action, patch: { ...createPatch(action, request, actor, now, input), ...jobLink, status } };
}

/**
 * Decides about a target status, for `change-status` and a drop on a column. A move that only a review can make is refused with the step
 * that must be first.
 */
export function decideMove(
  request: RequestState,
  to: RequestStatus,
  actor: Actor,
  now: Instant,
  input: RequestInput = {},
): RequestDecision {
  const between = findActionBetween(request.status, to);
  const move = WORK_ACTIONS.find((action) => action === between);
  if (move) return decideRequest(request, move, actor, now, input);
  if (!isEntitledTo('start', request, actor)) return refuse('not_allowed');
  if (to === request.status) return refuse('request_already_in_column');
  if (request.status === 'NEED_REVIEW') return refuse('request_needs_review');
  if (to === 'NEED_REVIEW') return refuse('request_reviewed');
  return refuse(request.status === 'DONE' ? 'request_done' : 'request_not_started');
}

/** An action for a button: enabled (refusal null), or disabled with the reason. */
export interface RequestOffer {
  readonly action: RequestAction;
  readonly refusal: RequestRefusal | null;
}

/** Returns the actions that this user can ever do on the request. Others are left out. */
export function getRequestOffers(request: RequestState, actor: Actor): RequestOffer[] {
  return REQUEST_ACTIONS.filter((action) => isEntitledTo(action, request, actor)).map((action) => ({
    action,
    refusal: findStatusRefusal(action, request.status) ?? findOpenReworkRefusal(action, request),
  }));
}

/** Actions that move a request forward, in this order. */
const FORWARD_ACTIONS = ['accept', 'start', 'finish'] as const satisfies readonly RequestAction[];

/** Returns the next action for the primary button. Null if another user is next or no action is left. */
export function nextRequestAction(request: RequestState, actor: Actor): (typeof FORWARD_ACTIONS)[number] | null {
  const possible = getRequestOffers(request, actor).filter(({ refusal }) => refusal === null);
  return FORWARD_ACTIONS.find((action) => possible.some((offer) => offer.action === action)) ?? null;
}
