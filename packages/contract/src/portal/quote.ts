import { QUOTE_STANDINGS } from '@darkroom/domain/quote/transitions';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { body, id, instant, listOf, notes, page, pageSize, someOf } from '../fields.ts';
import { portalRead, portalWrite } from './access.ts';

/** How a quote can stand for the customer: a draft is nothing they know of. */
export const OFFERED = QUOTE_STANDINGS.filter((standing) => standing !== 'DRAFT') as [
  Exclude<(typeof QUOTE_STANDINGS)[number], 'DRAFT'>,
];

/** A quote as its customer reads it: no list price, estimate, warning or member of staff has a field here (decision 105). */
const ownQuote = z.object({
  id: z.int(),
  request_id: z.int(),
  /** What was asked for. */
  subject: z.string(),
  cus_id1: z.int(),
  status: z.enum(OFFERED),
  /** Its last day, which counts whole. */
  valid_until: z.string(),
  note: z.string(),
  /** Whose job it will be; null: to be said when it is accepted. */
  customer2_id: z.int().nullable(),
  lines: z.array(
    z.object({
      service_cat1: z.string(),
      service_cat2: z.string(),
      service_cat2_id: z.int(),
      quantity: z.int(),
      unit_price: z.number(),
      amount: z.number(),
      note: z.string(),
    }),
  ),
  quantity: z.int(),
  amount: z.number(),
  currency: z.string(),
  sent_at: instant(),
  decided_at: instant().nullable(),
  /** The customer of who accepted or declined it, where it is not the caller's own: a customer 0 and its customers 1 share their quotes. */
  answered_by: z.string().nullable(),
  /** Why it was declined or withdrawn. */
  reason: z.string().nullable(),
  /** The job it became. */
  job_id: z.int().nullable(),
  prod_id: z.string().nullable(),
});
export type OwnQuote = z.output<typeof ownQuote>;

const OVER = ['quote_accepted', 'quote_declined', 'quote_withdrawn', 'quote_expired'] as const;

export const portalQuoteEndpoints = {
  quotes: defineEndpoint({
    ...portalRead,
    name: 'portal.quotes',
    path: '/api/customer-portal/quote/list',
    summary: 'The quotes that were sent to the caller, newest first',
    input: body({
      id: id().optional(),
      request_id: id().optional(),
      status: someOf(OFFERED).optional(),
      page: page(),
      page_size: pageSize(),
    }),
    output: listOf(ownQuote),
    errors: [],
    topics: ['portal_request'],
  }),
  acceptQuote: defineEndpoint({
    ...portalWrite,
    name: 'portal.acceptQuote',
    path: '/api/customer-portal/quote/accept',
    summary:
      'Accept a quote until the end of its last day: one job is made with its details at its prices; `customer2_id` says whose, where the quote does not',
    input: body({ id: id(), customer2_id: id().optional() }),
    output: ownQuote,
    errors: ['not_found', ...OVER],
  }),
  declineQuote: defineEndpoint({
    ...portalWrite,
    name: 'portal.declineQuote',
    path: '/api/customer-portal/quote/decline',
    summary: 'Decline a quote, with why',
    input: body({ id: id(), reason: notes() }),
    output: ownQuote,
    errors: ['not_found', 'quote_reason_required', ...OVER],
  }),
};
