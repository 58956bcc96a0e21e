/** What is kept of a quote (decision 105). */
export const QUOTE_STATUSES = ['DRAFT', 'SENT', 'ACCEPTED', 'DECLINED', 'WITHDRAWN'] as const;
export type QuoteStatus = (typeof QUOTE_STATUSES)[number];

/** How a quote stands on a day: one that was sent and whose last day has passed has expired, without anybody writing it down. */
export const QUOTE_STANDINGS = [...QUOTE_STATUSES, 'EXPIRED'] as const;
export type QuoteStanding = (typeof QUOTE_STANDINGS)[number];

/** Everything that can be done to a quote that is there. */
export const QUOTE_ACTIONS = ['save', 'send', 'withdraw', 'accept', 'decline'] as const;
export type QuoteAction = (typeof QUOTE_ACTIONS)[number];

export interface QuoteTransition {
  readonly from: readonly QuoteStanding[];
  readonly to: QuoteStatus;
  /** Who makes quotes, or the customer who asked for it. */
  readonly who: 'maker' | 'customer';
  /** What the same call must bring along: a last day that is still to come, or why (of a draft nobody has to say). */
  readonly needs: 'day_ahead' | 'reason_once_sent' | 'reason' | null;
}

/** The table of quotes (decision 105). Server, buttons and tests read it; nothing else knows a transition. */
export const QUOTE_TRANSITIONS: Readonly<Record<QuoteAction, QuoteTransition>> = {
  save: { from: ['DRAFT'], to: 'DRAFT', who: 'maker', needs: 'day_ahead' },
  send: { from: ['DRAFT'], to: 'SENT', who: 'maker', needs: 'day_ahead' },
  withdraw: { from: ['DRAFT', 'SENT'], to: 'WITHDRAWN', who: 'maker', needs: 'reason_once_sent' },
  accept: { from: ['SENT'], to: 'ACCEPTED', who: 'customer', needs: null },
  decline: { from: ['SENT'], to: 'DECLINED', who: 'customer', needs: 'reason' },
};
