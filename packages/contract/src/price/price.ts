import { anyOf } from '@darkroom/domain/permission/access';
import { MAX_MINUTES, MAX_PRICE, MAX_PRICES_AT_ONCE, PRICE_WARNINGS } from '@darkroom/domain/price/price';
import { z } from 'zod';
import { type OutputOf, defineDownload, defineEndpoint } from '../endpoint.ts';
import {
  EXPORT_ERRORS,
  exportInput,
  body,
  count,
  countedBy,
  day,
  filterDateRangeRule,
  id,
  ids,
  dateRangeRule,
  money,
  whenValid,
  version,
} from '../fields.ts';

/** A category 2 with the price of one customer. Without a price all its price fields are null. */
export const priceRow = z.object({
  service_type_id: z.int().describe('ID of the service type.'),
  service_type: z.string(),
  service_cat1_id: z.int().describe('ID of the category 1.'),
  cat1: z.string(),
  service_cat2_id: z.int(),
  cat2: z.string(),
  level: z.int().describe('Level of difficulty from 1 to 9.'),
  cat2_enabled: z.boolean().describe('True while the category is offered.'),
  default_minutes: z.int().describe('Default estimate of a new price, in minutes per piece.'),
  id: z.int().nullable().describe('ID of the price. Null if there is no price.'),
  version: z.int().nullable().describe('Version of the price. Null if there is no price.'),
  retail_price: z.number().nullable(),
  wholesale_price: z.number().nullable(),
  estimate_minutes: z.int().nullable(),
  visible: z
    .boolean()
    .nullable()
    .describe('True if the customer can view the price in the portal. Null if there is no price.'),
  enabled: z
    .boolean()
    .nullable()
    .describe('True if the price is in use for new job details. Null if there is no price.'),
  sold_last_month: z.int().describe('Number of job details of this category that the customer ordered last month.'),
  warnings: z.array(z.enum(PRICE_WARNINGS)),
});

/** A price to set. */
export const priceInput = body({
  service_cat2_id: id(),
  version: version().nullable().describe('Version of the price that you read. Null if there was no price.'),
  retail_price: money(MAX_PRICE).describe('In the configured currency, at most 3 decimals.'),
  wholesale_price: money(MAX_PRICE).describe('In the configured currency, at most 3 decimals.'),
  estimate_minutes: count(0, MAX_MINUTES).describe('Estimated minutes per piece.'),
  visible: z.boolean().describe('True if the customer can view the price in the portal.'),
  enabled: z.boolean().describe('True if the price is in use for new job details.'),
});

/** Above the number of details of any bureau. */
const MAX_DETAILS = 100_000_000;

export const priceReportFilter = {
  date_from: day(),
  date_to: day(),
  counted_by: countedBy(),
  customer0_id: ids().optional(),
  customer1_id: ids().optional(),
  customer2_id: ids().optional(),
};

/** Work of one category that one customer received at one price. */
export const reportLine = z.object({
  service_cat2_id: z.int().describe('ID of the category 2.'),
  category: z.string(),
  unit_price: z.number().nullable().describe('Null for pieces without a price.'),
  wholesale_price: z.number().nullable(),
  estimate_minutes: z.int().nullable().describe('Per piece. Null if there is no price.'),
  quantity: z.int().describe('Pieces completed in the period.'),
  pieces_in_rework: z
    .int()
    .describe('Pieces in rework. `quantity` and `amount` do not include them until they are completed again.'),
  amount: z.number().nullable().describe('`unit_price` × `quantity`. Null if there is no price.'),
});

const figures = {
  quantity: z.int().describe('Pieces completed in the period.'),
  amount: z.number().describe('Total amount in the currency of the report, without unpriced pieces.'),
  unpriced: z.int().describe('Pieces of the quantity whose job details have no price. No amount includes them.'),
  pieces_in_rework: z
    .int()
    .describe('Pieces in rework. No quantity or amount includes them until they are completed again.'),
};

export const reportCustomer = z.object({
  cus_id1: z.int(),
  customer: z.string().describe('Names of the Customer ID 0 and the Customer ID 1.'),
  ...figures,
  lines: z.array(reportLine).describe('One line for each category and price.'),
});

/** Details without a price: of one customer 1, and optionally of one category or of a period. */
const unpricedFilter = {
  cus_id1: id().describe('Customer ID 1 whose job details get a price.'),
  service_cat2_id: id().optional().describe('Only job details of this category 2.'),
  date_from: day().optional(),
  date_to: day().optional(),
  counted_by: countedBy(),
};

const unpricedRangeError = {
  path: ['date_to'],
  error: 'ends_before',
  when: whenValid('date_from', 'date_to'),
};
const isRangeValid = ({ date_from, date_to }: { date_from?: string | undefined; date_to?: string | undefined }) =>
  date_from === undefined || date_to === undefined || date_from <= date_to;

const unpricedFigures = {
  details: z.int().describe('Number of job details.'),
  jobs: z.int().describe('Number of jobs that contain these job details.'),
  quantity: z.int().describe('Ordered pieces.'),
  done_quantity: z.int().describe('Delivered pieces, calculated as in the price report.'),
};

/** Details of one category without a price, with the current price. Null if the customer has none. */
const unpricedLine = z.object({
  service_cat2_id: z.int(),
  category: z.string(),
  unit_price: z.number().nullable().describe('Current price per piece. Null if the customer has none.'),
  ...unpricedFigures,
  amount: z.number().nullable().describe('`unit_price` × `quantity`. Null if there is no price.'),
  done_amount: z.number().nullable().describe('`unit_price` × `done_quantity`. Null if there is no price.'),
});

/** Result, expected or done, of pricing details at the current price (decision 149). */
const fillIn = z.object({
  cus_id1: z.int(),
  customer: z.string().describe('Name of the customer.'),
  currency: z.string(),
  /** Details that get a price. */
  ...unpricedFigures,
  amount: z.number().describe('Amount of the ordered pieces that get a price.'),
  done_amount: z.number().describe('Amount of the delivered pieces that get a price.'),
  without: z
    .object(unpricedFigures)
    .describe('Job details that stay without a price, because their customer has no enabled price.'),
  results: z.array(unpricedLine).describe('One line for each category 2.'),
});

export const priceEndpoints = {
  detail: defineEndpoint({
    name: 'price.detail',
    method: 'GET',
    path: '/api/customer/price/detail/{id}',
    summary: 'List each category 2 with its price for a Customer ID 1, last month’s sales and warnings',
    access: anyOf('npn_view_customer'),
    lock: null,
    kind: 'read',
    input: body({ id: id().describe('ID of the Customer ID 1.') }),
    output: z.object({
      cus_id1: z.int().describe('ID of the Customer ID 1.'),
      cus0_name: z.string(),
      cus1_name: z.string(),
      currency: z.string(),
      last_month: z.string().describe('Month of `sold_last_month`, `YYYY-MM`.'),
      results: z.array(priceRow),
    }),
    errors: ['not_found'],
    topics: ['price', 'category', 'customer'],
  }),
  update: defineEndpoint({
    name: 'price.update',
    method: 'POST',
    path: '/api/customer/price/update',
    summary: 'Set prices of one Customer ID 1, all or nothing',
    description: '`current` of a `stale` error contains the latest rows.',
    access: anyOf('npn_change_customer_price'),
    lock: 'price',
    kind: 'write',
    bodyLimit: 512 * 1024,
    input: body({
      cus_id1: id(),
      prices: z
        .array(priceInput)
        .min(1, 'required')
        .max(MAX_PRICES_AT_ONCE, 'too_many_items')
        .describe('Prices to set, each with the version you read.'),
    }),
    output: z.object({ results: z.array(priceRow) }),
    errors: ['not_found', 'stale'],
  }),
  previewFillIn: defineEndpoint({
    name: 'price.previewFillIn',
    method: 'POST',
    path: '/api/customer/price/fill-in/preview',
    summary: 'Preview applying current prices to unpriced job details',
    description: 'Returns the number of details, the amount, and the details that stay unpriced.',
    access: anyOf('npn_change_customer_price'),
    lock: null,
    kind: 'read',
    input: body(unpricedFilter).refine(isRangeValid, unpricedRangeError),
    output: fillIn,
    errors: ['not_found'],
    topics: ['price', 'job', 'task', 'customer', 'category'],
  }),
  fillIn: defineEndpoint({
    name: 'price.fillIn',
    method: 'POST',
    path: '/api/customer/price/fill-in',
    summary: 'Apply the customer’s current prices to unpriced job details',
    description:
      'Send the preview response in `confirmed_preview`. `current` of a `stale` error contains the latest preview.',
    access: anyOf('npn_change_customer_price'),
    lock: 'price',
    kind: 'write',
    input: body({
      ...unpricedFilter,
      confirmed_preview: body({
        details: count(0, MAX_DETAILS).describe('`details` of the preview.'),
        amount: z.number({ error: 'not_a_number' }).min(0, 'too_small').describe('`amount` of the preview.'),
        prices: z
          .array(
            body({
              service_cat2_id: id(),
              unit_price: money(MAX_PRICE).describe('Price per piece, in the configured currency.'),
            }),
          )
          .max(MAX_PRICES_AT_ONCE, 'too_many_items')
          .describe('Category 2 and unit price of each line of the preview with a price.'),
      }).describe(
        'The preview that the user saw. If prices or job details have changed since then, nothing is priced (`stale`).',
      ),
    }).refine(isRangeValid, unpricedRangeError),
    output: fillIn,
    errors: ['not_found', 'stale'],
  }),
  report: defineEndpoint({
    name: 'price.report',
    method: 'POST',
    path: '/api/customer/price-report',
    summary: 'Get the price report of a period',
    description:
      'Completed work by Customer ID 1, category 2 and price, with totals. `counted_by` selects work by job date or first completion of the task.',
    access: anyOf('npn_view_customer'),
    lock: null,
    kind: 'read',
    input: body(priceReportFilter).refine(...dateRangeRule),
    output: z.object({
      currency: z.string(),
      ...figures,
      results: z.array(reportCustomer),
    }),
    errors: [],
    topics: ['price', 'job', 'task', 'customer', 'category'],
    isPeriodReport: true,
  }),
};

export type PriceRow = z.output<typeof priceRow>;
export type PriceListResponse = OutputOf<typeof priceEndpoints.detail>;
export type FillIn = z.output<typeof fillIn>;
export type ReportCustomer = z.output<typeof reportCustomer>;
export type ReportLine = z.output<typeof reportLine>;

export const priceExport = defineDownload({
  name: 'export.prices',
  path: '/api/customer/price/export',
  summary: 'Export a customer’s price list with every category',
  description: 'The import of the price screen reads this file.',
  access: anyOf('npn_view_customer'),
  input: exportInput({ cus_id1: id().describe('Customer ID 1 of the price list.') }),
  errors: [...EXPORT_ERRORS, 'not_found'],
});

/** Export of the price report, with totals for each customer and for all. */
export const priceReportExport = defineDownload({
  name: 'export.priceReport',
  path: '/api/customer/price-report/export',
  summary: 'Export the price report with the totals of each customer and the overall total',
  access: anyOf('npn_view_customer'),
  input: exportInput(priceReportFilter).refine(...filterDateRangeRule),
  errors: EXPORT_ERRORS,
});
