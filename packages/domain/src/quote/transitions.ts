/** Saved statuses of a quote (decision 105). */
export const QUOTE_STATUSES = ['DRAFT', 'SENT', 'ACCEPTED', 'DECLINED', 'WITHDRAWN'] as const;
export type QuoteStatus = (typeof QUOTE_STATUSES)[number];

/** State of a quote on a day. A sent quote expires after its last day without a saved change. */
export const EFFECTIVE_QUOTE_STATUSES = [...QUOTE_STATUSES, 'EXPIRED'] as const;
export type EffectiveQuoteStatus = (typeof EFFECTIVE_QUOTE_STATUSES)[number];

export const QUOTE_ACTIONS = ['save', 'send', 'withdraw', 'accept', 'decline'] as const;
export type QuoteAction = (typeof QUOTE_ACTIONS)[number];

export interface QuoteTransition {
  readonly from: readonly EffectiveQuoteStatus[];
  readonly to: QuoteStatus;
  /** Authors of quotes, or the customer of the request. */
  readonly who: 'maker' | 'customer';
  /** Required input: a last day that is not past, or a reason (not for a draft). */
  readonly needs: 'day_ahead' | 'reason_once_sent' | 'reason' | null;
}

/** Transitions of quotes (decision 105). Server, buttons and tests read this only table. */
export const QUOTE_TRANSITIONS: Readonly<Record<QuoteAction, QuoteTransition>> = {
  save: { from: ['DRAFT'], to: 'DRAFT', who: 'maker', needs: 'day_ahead' },
  send: { from: ['DRAFT'], to: 'SENT', who: 'maker', needs: 'day_ahead' },
  withdraw: { from: ['DRAFT', 'SENT'], to: 'WITHDRAWN', who: 'maker', needs: 'reason_once_sent' },
  accept: { from: ['SENT'], to: 'ACCEPTED', who: 'customer', needs: null },
  decline: { from: ['SENT'], to: 'DECLINED', who: 'customer', needs: 'reason' },
};
