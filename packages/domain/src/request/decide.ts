import { dayOf, type Instant } from '../calendar/day.ts';
import { standingOf, type QuoteState } from '../quote/decide.ts';
import { keepsJob } from './complaint.ts';
import { boardsSeen, boardsWorked, reviews } from './access.ts';
import type { Actor } from '../task/decide.ts';
import { REQUEST_BOARDS, type RequestBoard, type RequestStatus } from './status.ts';
import { actionBetween, REQUEST_ACTIONS, REQUEST_TRANSITIONS, WORK_MOVES, type RequestAction } from './transitions.ts';

/** What the rules need to know of a request. Server rows and list rows both satisfy it. */
export interface RequestState {
  readonly status: RequestStatus;
  readonly board: RequestBoard;
  readonly reply: string | null;
  readonly job_id: number | null;
  /** Who took it up: works on it while it is in PROCESSING, and did it once it is DONE. */
  readonly processing_by: number | null;
  readonly reviewed_by: number | null;
  readonly reviewed_at: Instant | null;
  /** Of a complaint: tasks it sent to rework that are still in it, and those that are completed again (decision 106). */
  readonly rework_open?: number;
  readonly rework_done?: number;
  /** Its customer has been told that it is being redone; that stays when the rework is taken back. */
  readonly rework_told?: boolean;
  /** Numbers of the parts it names that are being redone by a rework that is not its own. */
  readonly parts_in_rework?: readonly string[];
  /** Its newest quote. */
  readonly quote?: QuoteState | null;
}

/** What a call may bring along. */
export interface RequestInput {
  board?: RequestBoard | undefined;
  reply?: string | undefined;
  job_id?: number | null | undefined;
}

/** The columns an action writes. */
export type RequestPatch = { -readonly [K in keyof Omit<RequestState, 'quote' | 'parts_in_rework'>]?: RequestState[K] };

/** Why not. `not_allowed` hides a button; all the others disable it and say why. */
export type RequestRefusal =
  | 'not_allowed'
  | 'request_needs_review'
  | 'request_reviewed'
  | 'request_not_started'
  | 'request_done'
  | 'request_stands_there'
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

/** Who answers a request's customer in its thread, and reads it for the bureau: whoever works its board, and until it is reviewed a reviewer who sees it. */
export const answersRequest = ({ board, status }: Pick<RequestState, 'board' | 'status'>, actor: Actor): boolean =>
  boardsWorked(actor).includes(board) ||
  (status === 'NEED_REVIEW' && reviews(actor) && boardsSeen(actor).includes(board));

function entitled(action: RequestAction, request: RequestState, actor: Actor): boolean {
  if (!boardsSeen(actor).includes(request.board)) return false;
  const works = boardsWorked(actor).includes(request.board);
  const { who } = REQUEST_TRANSITIONS[action];
  switch (who) {
    case 'review':
      return reviews(actor);
    case 'work':
      return works;
    case 'work_both':
      return boardsWorked(actor).length === REQUEST_BOARDS.length;
    case 'work_or_review':
      // A review may name the job; what has been reviewed is its board's.
      return works || (request.status === 'NEED_REVIEW' && reviews(actor));
    default: {
      const never: never = who;
      return never;
    }
  }
}

/** Why an action has to wait, said by what has to happen first. */
function lateOrEarly(action: RequestAction, status: RequestStatus): RequestRefusal | null {
  const { from, to } = REQUEST_TRANSITIONS[action];
  if (from.includes(status)) return null;
  if (action === 'accept' || action === 'send_back') return 'request_reviewed';
  if (status === 'NEED_REVIEW') return 'request_needs_review';
  if (action === 'change_board') return 'request_not_todo';
  if (to === status) return 'request_stands_there';
  return status === 'DONE' ? 'request_done' : 'request_not_started';
}

/** A complaint stays in Processing while tasks of its job are in rework, and about that job from then on (decision 106). */
function waitsForRework(action: RequestAction, request: RequestState): RequestRefusal | null {
  if (action === 'link_job') return keepsJob(request);
  return (action === 'finish' || action === 'put_back') && request.rework_open ? 'rework_open' : null;
}

/**
 * A request is not done while a customer can still accept its quote: a second job would come of it. Nor does it leave the board whose
 * people make quotes while one is out or begun: on the other nobody could send it or take it back (decision 105).
 */
function waitsForQuote(action: RequestAction, { quote }: RequestState, now: Instant): RequestRefusal | null {
  if (!quote || (action !== 'finish' && action !== 'change_board')) return null;
  const standing = standingOf(quote, dayOf(now));
  return standing === 'SENT' || (standing === 'DRAFT' && action === 'change_board') ? 'quote_open' : null;
}

/**
 * Nobody closes a complaint whose customer was told that it is being redone without telling them what came of it, nor one that names
 * a part which is being redone for another reason: they would read Done of it (decision 106).
 */
export const closesWithReply = (
  action: RequestAction,
  {
    rework_told,
    rework_open,
    parts_in_rework = [],
  }: Pick<RequestState, 'rework_told' | 'rework_open' | 'parts_in_rework'>,
): boolean => action === 'finish' && (Boolean(rework_told) || parts_in_rework.length > 0) && !rework_open;

function reworks(action: RequestAction, request: RequestState, input: RequestInput): RequestDecision | null {
  const waits = waitsForRework(action, request);
  if (waits) return refuse(waits);
  return closesWithReply(action, request) && !input.reply?.trim() ? refuse('reply_required', 'reply') : null;
}

function lacks(action: RequestAction, request: RequestState, input: RequestInput): RequestDecision | null {
  const rework = reworks(action, request, input);
  if (rework) return rework;
  switch (REQUEST_TRANSITIONS[action].needs) {
    case 'board':
      return input.board === request.board ? refuse('request_stands_there', 'board') : null;
    case 'reply':
      return input.reply?.trim() ? null : refuse('reply_required', 'reply');
    case null:
      return null;
  }
}

function patchOf(
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
      // Before its review a request is on the default board of its type (domain §3).
      return { ...reviewed, board: input.board ?? request.board };
    case 'send_back':
      return reviewed;
    case 'start':
    case 'reopen':
      return { processing_by: actor.user_id };
    case 'put_back':
      return { processing_by: null };
    case 'finish':
      // Whoever answers it, where nobody was on it.
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
 * May `actor` do `action` to `request` at `now`, and what does it write? Order of checks: entitlement,
 * the request's status, then the call's own input.
 */
export function decideRequest(
  request: RequestState,
  action: RequestAction,
  actor: Actor,
  now: Instant,
  input: RequestInput = {},
): RequestDecision {
  if (!entitled(action, request, actor)) return refuse('not_allowed');
  const moment = lateOrEarly(action, request.status);
  if (moment) return refuse(moment);
  const waits = waitsForQuote(action, request, now);
  if (waits) return refuse(waits);
  const lack = lacks(action, request, input);
  if (lack) return lack;
  const { to } = REQUEST_TRANSITIONS[action];
  const status = to === 'same' ? request.status : to;
  const bound = input.job_id !== undefined ? { job_id: input.job_id } : {};
  return { ok: true, action, patch: { ...patchOf(action, request, actor, now, input), ...bound, status } };
}

/**
 * The same question asked as `change-status` and a drop on a column ask it: to a status. What only a review does is refused
 * here, with what has to come first.
 */
export function decideMove(
  request: RequestState,
  to: RequestStatus,
  actor: Actor,
  now: Instant,
  input: RequestInput = {},
): RequestDecision {
  const between = actionBetween(request.status, to);
  const move = WORK_MOVES.find((action) => action === between);
  if (move) return decideRequest(request, move, actor, now, input);
  if (!entitled('start', request, actor)) return refuse('not_allowed');
  if (to === request.status) return refuse('request_stands_there');
  if (request.status === 'NEED_REVIEW') return refuse('request_needs_review');
  if (to === 'NEED_REVIEW') return refuse('request_reviewed');
  return refuse(request.status === 'DONE' ? 'request_done' : 'request_not_started');
}

/** An action as a button sees it: offered (refusal null), or disabled with the reason. */
export interface RequestOffer {
  readonly action: RequestAction;
  readonly refusal: RequestRefusal | null;
}

/** All actions this actor could ever do to this request; what is not one's own is left out. */
export function requestOffers(request: RequestState, actor: Actor): RequestOffer[] {
  return REQUEST_ACTIONS.filter((action) => entitled(action, request, actor)).map((action) => ({
    action,
    refusal: lateOrEarly(action, request.status) ?? waitsForRework(action, request),
  }));
}

/** What moves a request on, in this order. */
const FORWARD = ['accept', 'start', 'finish'] as const satisfies readonly RequestAction[];

/** The one next thing, as the primary button; null when it is somebody else's turn or nothing is left to do. */
export function nextRequestAction(request: RequestState, actor: Actor): (typeof FORWARD)[number] | null {
  const possible = requestOffers(request, actor).filter(({ refusal }) => refusal === null);
  return FORWARD.find((action) => possible.some((offer) => offer.action === action)) ?? null;
}
