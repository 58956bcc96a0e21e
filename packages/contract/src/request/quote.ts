import { MAX_MINUTES, MAX_PRICE } from '@darkroom/domain/price/price';
import { CAN_WRITE_QUOTES } from '@darkroom/domain/quote/decide';
import { QUOTE_WARNINGS } from '@darkroom/domain/quote/guard';
import { EFFECTIVE_QUOTE_STATUSES } from '@darkroom/domain/quote/transitions';
import { CAN_VIEW_REQUESTS } from '@darkroom/domain/request/access';
import { z } from 'zod';
import { defineEndpoint, showRows } from '../endpoint.ts';
import { body, count, day, id, instant, money, notes, version } from '../fields.ts';

import { quoteGuard } from '../setting.ts';

const quoteLine = z.object({
  service_cat1_id: z.int(),
  service_cat2_id: z.int(),
  quantity: z.int(),
  unit_price: z.number(),
  amount: z.number(),
  /** The customer's list price when the quote was last saved or sent. Null without one. */
  list_price: z.number().nullable(),
  estimate_minutes: z.int().nullable(),
  note: z.string(),
  /** Questions of the price guard under the current setting. */
  warnings: z.array(z.enum(QUOTE_WARNINGS)),
});

/** Differences between an accepted quote and the current state of its job (domain/quote/drift). */
const quoteDrift = z.object({
  quantity: z.int(),
  amount: z.number(),
  lines: z.array(
    z.object({
      place: z.int().nullable(),
      now: z.object({ service_cat2_id: z.int(), quantity: z.int(), unit_price: z.number().nullable() }).nullable(),
    }),
  ),
});

/** A quote as staff see it (decision 105). After it is sent, only its state changes. */
export const quoteRow = z.object({
  id: z.int(),
  version: z.int(),
  request_id: z.int(),
  status: z.enum(EFFECTIVE_QUOTE_STATUSES),
  /** Customer 2 of the future job. Null: the customer selects it at acceptance. */
  customer2_id: z.int().nullable(),
  /** Last valid day, inclusive. */
  valid_until: z.string(),
  /** Note to the customer. */
  note: z.string(),
  lines: z.array(quoteLine),
  quantity: z.int(),
  amount: z.number(),
  /** True if the sender confirmed prices that the price guard warns about. */
  below: z.boolean(),
  sent_by: z.int().nullable(),
  sent_at: instant().nullable(),
  /** Account that accepted, declined or withdrew it. It can be a customer account. */
  decided_by: z.int().nullable(),
  /** Name of that account, because the list of users has no customers. */
  decided_by_name: z.string().nullable(),
  decided_at: instant().nullable(),
  reason: z.string().nullable(),
  /** The job that was made from it. */
  job_id: z.int().nullable(),
  prod_id: z.string().nullable(),
  /** Differences between that job and the accepted quote. Null: none, or no job. */
  drift: quoteDrift.nullable(),
  created_by: z.int().nullable(),
  created_at: instant(),
});
export type QuoteRow = z.output<typeof quoteRow>;

const newLine = body({
  service_cat2_id: id(),
  quantity: count(1, 1_000_000),
  /** Absent: the customer's list price, if there is one. */
  unit_price: money(MAX_PRICE).optional(),
  /** Minutes per piece, or null. If absent, those of the list or else of the category apply. */
  estimate_minutes: count(0, MAX_MINUTES).nullable().optional(),
  note: notes().default(''),
});

/** Reasons why a draft is not saved or sent. */
const DRAFT_ERRORS = [
  'not_found',
  'stale',
  'not_quotable',
  'request_needs_review',
  'request_done',
  'quote_open',
  'quote_sent',
  'quote_accepted',
  'quote_declined',
  'quote_withdrawn',
  'quote_expired',
  'quote_day_past',
] as const;

export const quoteEndpoints = {
  list: defineEndpoint({
    name: 'quote.list',
    method: 'POST',
    path: '/api/customer-request/quote/list',
    summary: 'List the quotes of a request on a board the caller can view, newest first',
    access: CAN_VIEW_REQUESTS,
    lock: null,
    kind: 'read',
    input: body({ request_id: id() }),
    output: z.object({ results: z.array(quoteRow), currency: z.string() }),
    errors: ['not_found'],
    topics: ['request', 'setting', 'job'],
    shows: {
      job: showRows(
        (row: { job_id: number | null }) => row.job_id,
        () => 'never',
      ),
    },
  }),
  choices: defineEndpoint({
    name: 'quote.choices',
    method: 'POST',
    path: '/api/customer-request/quote/choices',
    summary: 'Get the choices for a quote',
    description: 'The customer’s enabled prices, each Customer ID 2, and the limits of the price guard.',
    access: CAN_WRITE_QUOTES,
    lock: null,
    kind: 'read',
    input: body({ request_id: id() }),
    output: z.object({
      prices: z.array(
        z.object({ service_cat2_id: z.int(), unit_price: z.number(), estimate_minutes: z.int().nullable() }),
      ),
      customers2: z.array(z.object({ id: z.int(), name: z.string() })),
      guard: quoteGuard,
      currency: z.string(),
    }),
    errors: ['not_found'],
    topics: ['request', 'price', 'customer', 'setting'],
  }),
  save: defineEndpoint({
    name: 'quote.save',
    method: 'POST',
    path: '/api/customer-request/quote/save',
    summary: 'Create or change the draft of a quote for a request',
    description: 'Send `id` and `version` to change a draft. A request has at most one draft.',
    access: CAN_WRITE_QUOTES,
    lock: 'request',
    kind: 'write',
    bodyLimit: 2 * 1024 * 1024,
    input: body({
      request_id: id(),
      id: id().optional(),
      version: version().optional(),
      customer2_id: id().nullable().default(null),
      valid_until: day(),
      note: notes().default(''),
      lines: z.array(newLine).min(1, 'required').max(100, 'too_many_items'),
    }).refine(({ id: of, version: seen }) => (of === undefined) === (seen === undefined), {
      path: ['version'],
      error: 'required',
    }),
    output: quoteRow,
    errors: [...DRAFT_ERRORS],
  }),
  send: defineEndpoint({
    name: 'quote.send',
    method: 'POST',
    path: '/api/customer-request/quote/send',
    summary: 'Send a draft quote to the customer and start its request',
    description:
      'Returns 422 (`quote_below`, line by line) for prices below the price guard, unless `below` confirms them.',
    access: CAN_WRITE_QUOTES,
    lock: 'request',
    kind: 'write',
    input: body({ id: id(), version: version(), below: z.boolean().default(false) }),
    output: quoteRow,
    errors: [...DRAFT_ERRORS, 'quote_below'],
  }),
  withdraw: defineEndpoint({
    name: 'quote.withdraw',
    method: 'POST',
    path: '/api/customer-request/quote/withdraw',
    summary: 'Withdraw a quote',
    description: 'A sent quote needs a reason, which the customer reads.',
    access: CAN_WRITE_QUOTES,
    lock: 'request',
    kind: 'write',
    input: body({ id: id(), version: version(), reason: notes().optional() }),
    output: quoteRow,
    errors: [
      'not_found',
      'stale',
      'quote_accepted',
      'quote_declined',
      'quote_withdrawn',
      'quote_expired',
      'quote_reason_required',
    ],
  }),
};
