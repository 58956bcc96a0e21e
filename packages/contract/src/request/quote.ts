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
  service_cat1_id: z.int().describe('ID of the category 1.'),
  service_cat2_id: z.int(),
  quantity: z.int().describe('Ordered pieces.'),
  unit_price: z.number(),
  amount: z.number(),
  list_price: z
    .number()
    .nullable()
    .describe('The customer’s list price per piece when the quote was last saved or sent. Null if there was none.'),
  estimate_minutes: z.int().nullable().describe('Per piece. Null if there is no estimate.'),
  note: z.string(),
  warnings: z
    .array(z.enum(QUOTE_WARNINGS))
    .describe(
      'Warnings of the minimum price check under the current setting: far below the list price, or below the cost.',
    ),
});

/** Differences between an accepted quote and the current state of its job (domain/quote/drift). */
const quoteDrift = z.object({
  quantity: z.int().describe('Current pieces of the job.'),
  amount: z.number().describe('Current amount of the job.'),
  lines: z
    .array(
      z.object({
        position: z
          .int()
          .nullable()
          .describe('Index of the line in the quote, from 0. Null for a job detail that was added later.'),
        now: z
          .object({
            service_cat2_id: z.int(),
            quantity: z.int(),
            unit_price: z.number().nullable().describe('Price per piece. Null if there is no price.'),
          })
          .nullable()
          .describe('Current job detail. Null if the detail was deleted.'),
      }),
    )
    .describe('Lines that differ.'),
});

/** A quote as staff see it (decision 105). After it is sent, only its state changes. */
export const quoteRow = z.object({
  id: z.int().describe('ID of the quote.'),
  version: z.int(),
  request_id: z.int().describe('ID of the request of the quote.'),
  status: z.enum(EFFECTIVE_QUOTE_STATUSES),
  customer2_id: z
    .int()
    .nullable()
    .describe('Customer ID 2 of the future job. Null: the customer selects it when they accept.'),
  valid_until: z.string().describe('Last valid day, inclusive, `YYYY-MM-DD`.'),
  note: z.string().describe('Note to the customer.'),
  lines: z.array(quoteLine).describe('Lines of the quote, each for one category 2.'),
  quantity: z.int().describe('Pieces of all lines.'),
  amount: z.number().describe('Sum of all lines.'),
  low_price_confirmed: z
    .boolean()
    .describe('True if the sender confirmed prices with a warning of the minimum price check.'),
  sent_by: z.int().nullable().describe('Account ID of the sender. Null if not sent.'),
  sent_at: instant().nullable().describe('Time of sending, ISO 8601 in UTC. Null if not sent.'),
  decided_by: z
    .int()
    .nullable()
    .describe('Account ID of the person who accepted, declined or withdrew the quote. It can be a customer account.'),
  decided_by_name: z.string().nullable().describe('Name of the account that decided. Null if open.'),
  decided_at: instant().nullable().describe('Time of the decision, ISO 8601 in UTC. Null if open.'),
  reason: z.string().nullable().describe('Reason for declining or withdrawing the quote.'),
  job_id: z.int().nullable().describe('ID of the job that was added from the quote. Null if there is none.'),
  prod_id: z.string().nullable(),
  drift: quoteDrift
    .nullable()
    .describe('Differences between the job and the accepted quote. Null if there are none, or if there is no job.'),
  created_by: z.int().nullable(),
  created_at: instant(),
});
export type QuoteRow = z.output<typeof quoteRow>;

const newLine = body({
  service_cat2_id: id(),
  quantity: count(1, 1_000_000).describe('Ordered pieces.'),
  unit_price: money(MAX_PRICE)
    .optional()
    .describe('Price per piece. Absent: the customer’s list price, if there is one.'),
  estimate_minutes: count(0, MAX_MINUTES)
    .nullable()
    .optional()
    .describe('Minutes per piece, or null. Absent: those of the price list, otherwise those of the category.'),
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
  'quote_already_expired',
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
    summary: 'Get prices, customers and limits for a new quote',
    description: 'The customer’s enabled prices, each Customer ID 2, and the limits of the minimum price check.',
    access: CAN_WRITE_QUOTES,
    lock: null,
    kind: 'read',
    input: body({ request_id: id() }),
    output: z.object({
      prices: z
        .array(
          z.object({
            service_cat2_id: z.int(),
            unit_price: z.number().describe('Price per piece.'),
            estimate_minutes: z.int().nullable().describe('Estimated minutes per piece. Null if there is no estimate.'),
          }),
        )
        .describe('The customer’s enabled prices.'),
      customers2: z
        .array(z.object({ id: z.int(), name: z.string() }))
        .describe('Customer ID 2 records of the customer.'),
      guard: quoteGuard.describe('Limits of the minimum price check.'),
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
      id: id().optional().describe('Draft to change. Absent: a new draft.'),
      version: version().optional().describe('Version of the draft that you read. Required with `id`.'),
      customer2_id: id()
        .nullable()
        .default(null)
        .describe('Customer ID 2 of the future job. Null: the customer selects it when they accept.'),
      valid_until: day().describe('Last valid day, inclusive, `YYYY-MM-DD`.'),
      note: notes().default('').describe('Note to the customer.'),
      lines: z.array(newLine).min(1, 'required').max(100, 'too_many_items').describe('Lines of the quote.'),
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
      'Returns 422 (`quote_below_list_price`, line by line) for prices that fail the minimum price check, unless `low_price_confirmed` confirms them.',
    access: CAN_WRITE_QUOTES,
    lock: 'request',
    kind: 'write',
    input: body({
      id: id(),
      version: version(),
      low_price_confirmed: z
        .boolean()
        .default(false)
        .describe('True confirms prices with a warning of the minimum price check.'),
    }),
    output: quoteRow,
    errors: [...DRAFT_ERRORS, 'quote_below_list_price'],
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
    input: body({
      id: id(),
      version: version(),
      reason: notes().optional().describe('Reason for the customer. Required for a sent quote.'),
    }),
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
