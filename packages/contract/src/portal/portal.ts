import { CONTRACT_STATUSES, CUSTOMER_TIERS } from '@darkroom/domain/customer/enums';
import { JOB_STATUSES } from '@darkroom/domain/job/status';
import { allOf, anyOf } from '@darkroom/domain/permission/access';
import { EFFECTIVE_QUOTE_STATUSES } from '@darkroom/domain/quote/transitions';
import { REQUEST_STATUSES, REQUEST_TYPES } from '@darkroom/domain/request/status';
import { z } from 'zod';
import { defineEndpoint, defineDownload } from '../endpoint.ts';
import {
  body,
  id,
  instant,
  pageOf,
  notes,
  page,
  pageSize,
  oneOrMoreOf,
  EXPORT_ERRORS,
  exportInput,
  countedBy,
  day,
  filterDateRangeRule,
  dateRangeRule,
  sortBy,
  text,
} from '../fields.ts';

/**
 * Customer portal (domain §3, §4b). Every response contains only the caller's own data, without fields for staff, internal notes, faults or
 * QCs (decision 102). The id of another customer's record returns the same error as a missing id.
 */
export const portal = {
  access: anyOf('npn_customer'),
  // A portal view shows a customer's prices and orders, so it needs the permission to see customers.
  viewedBy: allOf('npn_change_customer', 'npn_view_customer'),
  lock: null,
} as const;
/** Endpoint settings for reads of the portal. */
export const portalRead = { ...portal, method: 'POST', kind: 'read' } as const;
/** Calls that change a customer's own requests. Staff in a portal view only read (decision 104). */
export const portalWrite = { access: portal.access, lock: 'request', method: 'POST', kind: 'write' } as const;

/** Quote states that a customer can see. Drafts are excluded. */
export const OFFERED_STATUSES = EFFECTIVE_QUOTE_STATUSES.filter((standing) => standing !== 'DRAFT') as [
  Exclude<(typeof EFFECTIVE_QUOTE_STATUSES)[number], 'DRAFT'>,
];

/** A quote as its customer reads it. It has no field for list price, estimate, warning or member of staff (decision 105). */
const portalQuote = z.object({
  id: z.int().describe('ID of the quote.'),
  request_id: z.int(),
  subject: z.string(),
  cus_id1: z.int(),
  status: z.enum(OFFERED_STATUSES),
  valid_until: z.string().describe('Last valid day, inclusive, `YYYY-MM-DD`.'),
  note: z.string().describe('Note to the customer.'),
  customer2_id: z
    .int()
    .nullable()
    .describe('Customer ID 2 of the future job. Null: the customer selects it when they accept.'),
  lines: z
    .array(
      z.object({
        service_cat1: z.string(),
        service_cat2: z.string(),
        service_cat2_id: z.int(),
        quantity: z.int().describe('Ordered pieces.'),
        unit_price: z.number().describe('Price per piece.'),
        amount: z.number().describe('Amount in the currency of the quote.'),
        note: z.string().describe('Note to the customer.'),
      }),
    )
    .describe('Lines of the quote.'),
  quantity: z.int().describe('Ordered pieces.'),
  amount: z.number().describe('Amount in the currency of the quote.'),
  currency: z.string(),
  sent_at: instant().describe('Time of sending.'),
  decided_at: instant().nullable().describe('Time of the decision. Null while open.'),
  answered_by: z
    .string()
    .nullable()
    .describe('Customer who accepted or declined the quote. Null while open, or if it was the caller.'),
  reason: z.string().nullable().describe('Reason for declining or withdrawing the quote. Null if there is none.'),
  job_id: z.int().nullable().describe('ID of the job that was added from the quote. Null if there is none.'),
  prod_id: z.string().nullable().describe('Prod ID of the job that was added from the quote. Null if there is none.'),
});
export type PortalQuote = z.output<typeof portalQuote>;

const CLOSED_QUOTE_ERRORS = ['quote_accepted', 'quote_declined', 'quote_withdrawn', 'quote_expired'] as const;

export const portalQuoteEndpoints = {
  quotes: defineEndpoint({
    ...portalRead,
    name: 'portal.quotes',
    path: '/api/customer-portal/quote/list',
    summary: 'List the quotes sent to the caller, newest first',
    input: body({
      id: id().optional().describe('Only this quote.'),
      request_id: id().optional().describe('Only quotes of this request.'),
      status: oneOrMoreOf(OFFERED_STATUSES).optional().describe('Only quotes in one of these statuses.'),
      page: page(),
      page_size: pageSize(),
    }),
    output: pageOf(portalQuote),
    errors: [],
    topics: ['portal_request'],
  }),
  acceptQuote: defineEndpoint({
    ...portalWrite,
    name: 'portal.acceptQuote',
    path: '/api/customer-portal/quote/accept',
    summary: 'Accept a quote',
    description:
      'Possible until the end of the last valid day. Adds one job with its details and prices. Send `customer2_id` if the quote has no Customer ID 2.',
    input: body({
      id: id().describe('ID of the quote.'),
      customer2_id: id().optional().describe('Customer ID 2 of the job. Required if the quote has none.'),
    }),
    output: portalQuote,
    errors: ['not_found', ...CLOSED_QUOTE_ERRORS],
  }),
  declineQuote: defineEndpoint({
    ...portalWrite,
    name: 'portal.declineQuote',
    path: '/api/customer-portal/quote/decline',
    summary: 'Decline a quote with a reason',
    description: 'Possible until the end of the last valid day. The bureau reads the reason.',
    input: body({
      id: id().describe('ID of the quote.'),
      reason: notes().describe('Reason for declining. The bureau reads it.'),
    }),
    output: portalQuote,
    errors: ['not_found', 'quote_reason_required', ...CLOSED_QUOTE_ERRORS],
  }),
};

/** Permission to see wholesale prices in addition to retail (domain §3). */
export const canViewWholesale = anyOf('npn_customer_0');

const customer1Filter = { cus_id1: id().optional().describe('Only this Customer ID 1 of the caller.') };

const portalDetail = z.object({
  cus_id1: z.int(),
  cus0_name: z.string(),
  cus1_name: z.string(),
  cus2_list: z
    .array(z.object({ id: z.int(), name: z.string() }))
    .describe('Customer ID 2 records of the Customer ID 1.'),
  details: z
    .object({
      company_name: z.string().nullable(),
      street_name: z.string().nullable(),
      city: z.string().nullable(),
      state: z.string().nullable(),
      post_code: z.string().nullable(),
      country: z.string().nullable(),
      payment_plan: z.string().nullable(),
      join_date: z.string().nullable(),
      contract_status: z.enum(CONTRACT_STATUSES),
      tier: z.enum(CUSTOMER_TIERS),
      billing_email: z.string().nullable(),
      pay_to: z.string().nullable(),
    })
    .describe('Customer details. Empty fields are null.'),
});

const portalPrice = z.object({
  cus_id1: z.int(),
  service_type: z.string(),
  service_cat1: z.string(),
  service_cat2: z.string(),
  service_cat2_id: z.int(),
  retail_price: z.number(),
  estimate_minutes: z.int(),
  wholesale_price: z.number().optional().describe('In the configured currency. Absent for a Customer ID 1.'),
});

/** Progress of an order, as its customer has received it. Delivered pieces still count while some are redone (decision 102). */
const portalProgress = {
  done: z.int().describe('Delivered pieces, without those in rework.'),
  pieces_in_rework: z.int().describe('Delivered pieces in rework.'),
};

const portalJobDetail = z.object({
  job_detail_id: z.int(),
  sub_prod_id: z.string(),
  service_cat2_id: z.int(),
  quantity: z.int().describe('Ordered pieces.'),
  ...portalProgress,
  unit_price: z
    .number()
    .nullable()
    .describe('Retail price per piece at the time of the order. Null if there was none.'),
  amount: z.number().nullable().describe('`unit_price` × `quantity`. Null if there is no price.'),
  status: z.enum(JOB_STATUSES),
});

const portalJob = z.object({
  job_id: z.int(),
  prod_id: z.string(),
  job_date: z.string(),
  due_date: z.string().nullable().describe('Due day, `YYYY-MM-DD`, without the time. Null if none was set.'),
  job_name: z.string(),
  job_link: z.string().nullable(),
  customer2_id: z.int(),
  job_status: z.enum(JOB_STATUSES),
  strip: z.array(z.enum(JOB_STATUSES)).describe('Progress of each task of the job, in the order of creation.'),
  job_details: z.array(portalJobDetail).describe('Details of the job.'),
  ordered: z.int().describe('Ordered pieces.'),
  ...portalProgress,
  beyond: z
    .int()
    .describe(
      'Delivered pieces above the ordered quantity of their job detail. `done` does not include them. They are charged.',
    ),
  amount: z.number().nullable().describe('Amount of the job. Null while any job detail has no price.'),
  requests: z
    .array(
      z.object({
        id: z.int().describe('ID of the request.'),
        type: z.enum(REQUEST_TYPES),
        status: z.enum(REQUEST_STATUSES),
        quote: z
          .enum(OFFERED_STATUSES)
          .nullable()
          .describe('Status of the newest sent quote of the request. Null if there is none.'),
        subject: z.string(),
        unread: z.int().describe('Messages of the bureau that the customer has not read.'),
      }),
    )
    .describe('The caller’s own requests about the job, newest first, at most 20.'),
});

/** Sort columns of the job list of the portal. */
export const PORTAL_JOB_SORTS = ['job_date', 'prod_id', 'job_name', 'job_status'] as const;

/** Filters of the job list of the portal. */
export const portalJobFilter = {
  job_status: oneOrMoreOf(JOB_STATUSES).optional(),
  job_date_from: day().optional(),
  job_date_to: day().optional(),
  ...customer1Filter,
  customer2_id: id().optional().describe('Only jobs of this Customer ID 2.'),
  text: text().optional().describe('Text in the prod ID or the job name.'),
};

const portalJobListInput = { ...portalJobFilter, sort: sortBy(PORTAL_JOB_SORTS).default('-job_date') };

/** Period of the customer's own report. */
const portalPeriod = { date_from: day(), date_to: day(), counted_by: countedBy(), ...customer1Filter };
const period = body(portalPeriod).refine(...dateRangeRule);

const figures = {
  quantity: z.int().describe('Pieces completed in the period.'),
  amount: z.number().describe('Amount at retail prices, without unpriced pieces.'),
};
const totals = {
  ...figures,
  unpriced: z.int().describe('Pieces of the quantity whose job details have no price. No amount includes them.'),
  pieces_in_rework: z.int().describe('Pieces in rework. Not in any quantity or amount until completed again.'),
};

export const portalEndpoints = {
  customer2: defineEndpoint({
    ...portalRead,
    name: 'portal.customer2',
    path: '/api/customer-portal/customer2',
    summary: 'List each Customer ID 2 of the caller with its Customer ID 1',
    input: body({}),
    output: z.object({
      results: z.array(
        // `cus_id2` is the `id`, under the name that the specification uses next to `cus_id1`.
        z.object({
          id: z.int().describe('ID of the Customer ID 2. It equals `cus_id2`.'),
          cus_id2: z.int().describe('ID of the Customer ID 2.'),
          name: z.string(),
          cus_id1: z.int(),
          cus_id1_name: z.string().describe('Name of the Customer ID 1 of this Customer ID 2.'),
        }),
      ),
    }),
    errors: [],
    topics: ['portal_detail'],
  }),
  catalogue: defineEndpoint({
    ...portalRead,
    name: 'portal.catalogue',
    path: '/api/customer-portal/catalogue',
    summary: 'Get the portal catalogue',
    description: 'Services, categories the caller has ordered or has prices for, and the currency.',
    input: body({}),
    output: z.object({
      currency: z.string(),
      service_types: z.array(z.object({ id: z.int(), name: z.string() })).describe('Service types for new requests.'),
      results: z.array(
        z.object({
          service_cat2_id: z.int(),
          service_type: z.string(),
          service_cat1: z.string(),
          service_cat2: z.string(),
        }),
      ),
    }),
    errors: [],
    topics: ['portal_price', 'portal_job'],
  }),
  detail: defineEndpoint({
    ...portalRead,
    name: 'portal.detail',
    path: '/api/customer-portal/detail',
    summary: 'List the caller’s customer details with the names of the levels above and below',
    input: body({}),
    output: z.object({ results: z.array(portalDetail) }),
    errors: [],
    topics: ['portal_detail'],
  }),
  price: defineEndpoint({
    ...portalRead,
    name: 'portal.price',
    path: '/api/customer-portal/price',
    summary: 'List the caller’s visible and enabled prices',
    description: 'Wholesale prices are returned only to a Customer ID 0.',
    input: body(customer1Filter),
    output: z.object({ results: z.array(portalPrice) }),
    errors: [],
    topics: ['portal_price'],
  }),
  job: defineEndpoint({
    ...portalRead,
    name: 'portal.job',
    path: '/api/customer-portal/job',
    summary: 'List the caller’s jobs in three states',
    description: 'Includes the quantities ordered and completed, and the caller’s requests about each job.',
    input: body({ ...portalJobListInput, page: page(), page_size: pageSize() }),
    output: pageOf(portalJob),
    errors: [],
    topics: ['portal_job', 'portal_request'],
  }),
  report: defineEndpoint({
    ...portalRead,
    name: 'portal.report',
    path: '/api/customer-portal/report',
    summary: 'Get the caller’s report of a period',
    description: 'Work completed in the period, by Customer ID 1 and category, at retail prices, with totals.',
    input: period,
    output: z.object({
      currency: z.string(),
      ...totals,
      results: z.array(
        z.object({
          cus_id1: z.int(),
          customer: z.string().describe('Name of the Customer ID 1.'),
          ...totals,
          lines: z
            .array(
              z.object({
                service_cat2_id: z.int(),
                category: z.string(),
                unit_price: z.number().nullable().describe('Retail price per piece. Null for pieces without a price.'),
                quantity: z.int().describe('Pieces completed in the period.'),
                pieces_in_rework: z
                  .int()
                  .describe(
                    'Pieces in rework. `quantity` and `amount` do not include them until they are completed again.',
                  ),
                amount: z.number().nullable().describe('`unit_price` × `quantity`. Null if there is no price.'),
              }),
            )
            .describe('One line for each category and price.'),
        }),
      ),
    }),
    errors: [],
    topics: ['portal_job', 'portal_detail'],
    isPeriodReport: true,
  }),
  reportChart: defineEndpoint({
    ...portalRead,
    name: 'portal.reportChart',
    path: '/api/customer-portal/report-chart',
    summary: 'Get the caller’s report as a chart, by month and category',
    description: 'Months without work are zero.',
    input: period,
    output: z.object({
      months: z
        .array(z.object({ month: z.string().describe('Month, `YYYY-MM`.'), ...figures }))
        .describe('Figures by month. Months without work are zero.'),
      categories: z
        .array(z.object({ service_cat2_id: z.int(), category: z.string(), ...figures }))
        .describe('Figures by category 2.'),
    }),
    errors: [],
    topics: ['portal_job'],
    isPeriodReport: true,
  }),
  viewAs: defineEndpoint({
    name: 'portal.viewAs',
    method: 'POST',
    path: '/api/customer-portal/view-as',
    summary: 'Open the portal as a customer’s login sees it',
    description: 'Read-only for one hour. Send the returned value as `x-view-as` with portal calls.',
    access: portal.viewedBy,
    lock: null,
    kind: 'write',
    person: true,
    input: body({ user_id: id().describe('Account ID of the portal login.') }),
    output: z.object({
      view_as: z.string().describe('Value for the header `x-view-as`.'),
      expires_at: instant().describe('End of the view.'),
      user_id: z.int(),
      username: z.string(),
      full_name: z.string(),
      permissions: z.array(z.string()).describe('Permission codes of the login.'),
    }),
    errors: ['not_found'],
  }),
};

/** Export of the customer's own price list. */
export const portalPriceExport = defineDownload({
  access: portal.access,
  viewedBy: portal.viewedBy,
  name: 'export.portalPrices',
  path: '/api/customer-portal/price/export',
  summary: 'Export the caller’s prices',
  input: exportInput(customer1Filter),
  errors: EXPORT_ERRORS,
});

export const portalJobExport = defineDownload({
  access: portal.access,
  viewedBy: portal.viewedBy,
  name: 'export.portalJobs',
  path: '/api/customer-portal/job/export',
  summary: 'Export the caller’s jobs',
  description: 'Excel has one row for each job detail. PDF has one row for each job.',
  input: exportInput(portalJobListInput),
  errors: EXPORT_ERRORS,
});

/** Export of the customer's own price report. */
export const portalReportExport = defineDownload({
  access: portal.access,
  viewedBy: portal.viewedBy,
  name: 'export.portalReport',
  path: '/api/customer-portal/report/export',
  summary: 'Export the caller’s price report with totals',
  input: exportInput(portalPeriod).refine(...filterDateRangeRule),
  errors: EXPORT_ERRORS,
});
