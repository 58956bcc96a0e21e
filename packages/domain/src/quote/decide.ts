import type { Day } from '../calendar/day.ts';
import { anyOf, hasPermission } from '../permission/access.ts';
import type { RequestBoard, RequestStatus, RequestType } from '../request/status.ts';
import type { Actor } from '../task/decide.ts';
import {
  QUOTE_ACTIONS,
  QUOTE_TRANSITIONS,
  type QuoteAction,
  type EffectiveQuoteStatus,
  type QuoteStatus,
} from './transitions.ts';

/** Fields of a quote that the rules need, in server rows and list rows. */
export interface QuoteState {
  readonly status: EffectiveQuoteStatus;
  /** Last day on which it can be accepted, in Bangkok's time. */
  readonly valid_until: Day;
}

/** Reasons of a refusal. `not_allowed` hides a button, the others disable it with the reason. */
export type QuoteRefusal =
  | 'not_allowed'
  | 'quote_not_sent'
  | 'quote_sent'
  | 'quote_accepted'
  | 'quote_declined'
  | 'quote_withdrawn'
  | 'quote_expired'
  | 'quote_already_expired'
  | 'quote_reason_required';

export type QuoteDecision =
  | { readonly ok: true; readonly to: QuoteStatus }
  | { readonly ok: false; readonly code: QuoteRefusal; readonly field?: string };

/** Permission to write quotes: that of the administrators' board (domain §3). */
export const CAN_WRITE_QUOTES = anyOf('npn_admin_customer_request');

/** Returns the state of a quote on a Bangkok day. The last day is valid. */
export const getEffectiveStatus = ({ status, valid_until }: QuoteState, today: Day): EffectiveQuoteStatus =>
  status === 'SENT' && valid_until < today ? 'EXPIRED' : status;

/** True if a quote is a draft or sent. A request has at most one such quote. */
export const isOpenQuote = (quote: QuoteState, today: Day): boolean =>
  ['DRAFT', 'SENT'].includes(getEffectiveStatus(quote, today));

/** Reason why a quote in this state does not allow an action. */
const REFUSAL_BY_STATUS: Readonly<Record<EffectiveQuoteStatus, QuoteRefusal>> = {
  DRAFT: 'quote_not_sent',
  SENT: 'quote_sent',
  ACCEPTED: 'quote_accepted',
  DECLINED: 'quote_declined',
  WITHDRAWN: 'quote_withdrawn',
  EXPIRED: 'quote_expired',
};

const hasQuotePermission = (action: QuoteAction, actor: Actor): boolean =>
  hasPermission(actor, QUOTE_TRANSITIONS[action].who === 'maker' ? 'npn_admin_customer_request' : 'npn_customer');

/** Decides if `actor` can do `action` on this day. The checks are in order: permission, state, input of the request. */
export function decideQuote(
  quote: QuoteState,
  action: QuoteAction,
  actor: Actor,
  today: Day,
  { valid_until = quote.valid_until, reason }: { valid_until?: Day | undefined; reason?: string | undefined } = {},
): QuoteDecision {
  if (!hasQuotePermission(action, actor)) return { ok: false, code: 'not_allowed' };
  const { from, to, needs } = QUOTE_TRANSITIONS[action];
  const effectiveStatus = getEffectiveStatus(quote, today);
  if (!from.includes(effectiveStatus)) return { ok: false, code: REFUSAL_BY_STATUS[effectiveStatus] };
  if (needs === 'day_ahead' && valid_until < today)
    return { ok: false, code: 'quote_already_expired', field: 'valid_until' };
  const needsReason = needs === 'reason' || (needs === 'reason_once_sent' && effectiveStatus === 'SENT');
  if (needsReason && !reason?.trim()) return { ok: false, code: 'quote_reason_required', field: 'reason' };
  return { ok: true, to };
}

/** An action for a button: enabled (refusal null), or disabled with the reason. */
export interface QuoteOffer {
  readonly action: QuoteAction;
  readonly refusal: QuoteRefusal | null;
}

/** Returns the actions that this user can ever do on the quote. Others are left out. */
export const getQuoteOffers = (quote: QuoteState, actor: Actor, today: Day): QuoteOffer[] =>
  QUOTE_ACTIONS.filter((action) => hasQuotePermission(action, actor)).map((action) => {
    const effectiveStatus = getEffectiveStatus(quote, today);
    return {
      action,
      refusal: QUOTE_TRANSITIONS[action].from.includes(effectiveStatus) ? null : REFUSAL_BY_STATUS[effectiveStatus],
    };
  });

/** Fields of a request that decide if it can have a quote. */
interface QuotableRequest {
  readonly type: RequestType;
  readonly board: RequestBoard;
  readonly status: RequestStatus;
}

/**
 * Returns the reason why a request cannot have a quote now, or null. It needs type QUOTES, a review, the administrators' board, and must
 * not be done.
 */
export function findQuoteRefusal({
  type,
  board,
  status,
}: QuotableRequest): 'not_quotable' | 'request_needs_review' | 'request_done' | null {
  if (type !== 'QUOTES' || board !== 'ADMIN_BOARD') return 'not_quotable';
  if (status === 'NEED_REVIEW') return 'request_needs_review';
  return status === 'DONE' ? 'request_done' : null;
}
