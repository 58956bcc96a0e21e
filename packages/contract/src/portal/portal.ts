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
  id: z.int(),
  request_id: z.int(),
  subject: z.string(),
  cus_id1: z.int(),
  status: z.enum(OFFERED_STATUSES),
  /** Last valid day, inclusive. */
  valid_until: z.string(),
  note: z.string(),
  /** The customer 2 of the future job. Null: the customer selects it at acceptance. */
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
  /** Customer that accepted or declined it, if it is not the caller's own. A customer 0 and its customers 1 share their quotes. */
  answered_by: z.string().nullable(),
  /** Reason for declining or withdrawing it. */
  reason: z.string().nullable(),
  /** The job that was made from it. */
  job_id: z.int().nullable(),
  prod_id: z.string().nullable(),
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
      id: id().optional(),
      request_id: id().optional(),
      status: oneOrMoreOf(OFFERED_STATUSES).optional(),
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
      'Possible until the end of its last day. Adds one job with its details and prices. Send `customer2_id` if the quote has no Customer ID 2.',
    input: body({ id: id(), customer2_id: id().optional() }),
    output: portalQuote,
    errors: ['not_found', ...CLOSED_QUOTE_ERRORS],
  }),
  declineQuote: defineEndpoint({
    ...portalWrite,
    name: 'portal.declineQuote',
    path: '/api/customer-portal/quote/decline',
    summary: 'Decline a quote with a reason',
    input: body({ id: id(), reason: notes() }),
    output: portalQuote,
    errors: ['not_found', 'quote_reason_required', ...CLOSED_QUOTE_ERRORS],
  }),
};

/** Permission to see wholesale prices in addition to retail (domain §3). */
export const canViewWholesale = anyOf('npn_customer_0');

const customer1Filter = { cus_id1: id().optional() };

const portalDetail = z.object({
  cus_id1: z.int(),
  cus0_name: z.string(),
  cus1_name: z.string(),
  cus2_list: z.array(z.object({ id: z.int(), name: z.string() })),
  details: z.object({
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
  }),
});

const portalPrice = z.object({
  cus_id1: z.int(),
  service_type: z.string(),
  service_cat1: z.string(),
  service_cat2: z.string(),
  service_cat2_id: z.int(),
  retail_price: z.number(),
  estimate_minutes: z.int(),
  /** Only for a customer 0. The answer for a customer 1 has no such key. */
  wholesale_price: z.number().optional(),
});

/** Progress of an order, as its customer has received it. Delivered pieces still count while some are redone (decision 102). */
const portalProgress = {
  /** Delivered pieces, without those in rework. */
  done: z.int(),
  /** Delivered pieces in rework. */
  redoing: z.int(),
};

const portalJobDetail = z.object({
  job_detail_id: z.int(),
  sub_prod_id: z.string(),
  service_cat2_id: z.int(),
  quantity: z.int(),
  ...portalProgress,
  /** Retail price at the time of the order. Null without one. */
  unit_price: z.number().nullable(),
  amount: z.number().nullable(),
  status: z.enum(JOB_STATUSES),
});

const portalJob = z.object({
  job_id: z.int(),
  prod_id: z.string(),
  job_date: z.string(),
  /** Due day, without the time. */
  due_date: z.string().nullable(),
  job_name: z.string(),
  job_link: z.string().nullable(),
  customer2_id: z.int(),
  job_status: z.enum(JOB_STATUSES),
  /** Progress of each of its tasks, in the order of their creation. */
  strip: z.array(z.enum(JOB_STATUSES)),
  job_details: z.array(portalJobDetail),
  ordered: z.int(),
  ...portalProgress,
  /** Delivered pieces above the ordered quantity of their detail. They are not in `done` and are charged (decision 102). */
  beyond: z.int(),
  /** Null while any detail has no price. */
  amount: z.number().nullable(),
  /** The caller's own requests about it, newest first, at most 20. */
  requests: z.array(
    z.object({
      id: z.int(),
      type: z.enum(REQUEST_TYPES),
      status: z.enum(REQUEST_STATUSES),
      /** State of its newest sent quote. Null without one. */
      quote: z.enum(OFFERED_STATUSES).nullable(),
      subject: z.string(),
      unread: z.int(),
    }),
  ),
});

/** Sort columns of the job list of the portal. */
export const PORTAL_JOB_SORTS = ['job_date', 'prod_id', 'job_name', 'job_status'] as const;

/** Filters of the job list of the portal. */
export const portalJobFilter = {
  job_status: oneOrMoreOf(JOB_STATUSES).optional(),
  job_date_from: day().optional(),
  job_date_to: day().optional(),
  ...customer1Filter,
  customer2_id: id().optional(),
  /** Text in the production ID or the name. */
  text: text().optional(),
};

const portalJobListInput = { ...portalJobFilter, sort: sortBy(PORTAL_JOB_SORTS).default('-job_date') };

/** Period of the customer's own report. */
const portalPeriod = { date_from: day(), date_to: day(), counted_by: countedBy(), ...customer1Filter };
const period = body(portalPeriod).refine(...dateRangeRule);

const figures = { quantity: z.int(), amount: z.number() };
const totals = {
  ...figures,
  /** Pieces of the quantity whose details have no price. No amount includes them. */
  unpriced: z.int(),
  /** Pieces in rework. They are in none of these figures until they are completed again. */
  reworking: z.int(),
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
        z.object({ id: z.int(), cus_id2: z.int(), name: z.string(), cus_id1: z.int(), cus_id1_name: z.string() }),
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
      service_types: z.array(z.object({ id: z.int(), name: z.string() })),
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
    summary: 'Get the work completed for the caller in a period, with totals',
    description: 'By Customer ID 1 and category, at retail prices.',
    input: period,
    output: z.object({
      currency: z.string(),
      ...totals,
      results: z.array(
        z.object({
          cus_id1: z.int(),
          customer: z.string(),
          ...totals,
          lines: z.array(
            z.object({
              service_cat2_id: z.int(),
              category: z.string(),
              unit_price: z.number().nullable(),
              quantity: z.int(),
              reworking: z.int(),
              /** unit_price × quantity. Null without a price. */
              amount: z.number().nullable(),
            }),
          ),
        }),
      ),
    }),
    errors: [],
    topics: ['portal_job', 'portal_detail'],
    addsUp: true,
  }),
  reportChart: defineEndpoint({
    ...portalRead,
    name: 'portal.reportChart',
    path: '/api/customer-portal/report-chart',
    summary: 'Get the caller’s price report by month and by category',
    description: 'Months without work are zero.',
    input: period,
    output: z.object({
      months: z.array(z.object({ month: z.string(), ...figures })),
      categories: z.array(z.object({ service_cat2_id: z.int(), category: z.string(), ...figures })),
    }),
    errors: [],
    topics: ['portal_job'],
    addsUp: true,
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
    input: body({ user_id: id() }),
    output: z.object({
      view_as: z.string(),
      expires_at: instant(),
      user_id: z.int(),
      username: z.string(),
      full_name: z.string(),
      permissions: z.array(z.string()),
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
