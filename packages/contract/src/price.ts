import { MOST_MINUTES, MOST_PRICE, MOST_PRICES_AT_ONCE, PRICE_WARNINGS } from '@darkroom/domain/price/price';
import { anyOf } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineDownload, defineEndpoint, type OutputOf } from './endpoint.ts';
import { EXPORT_ERRORS, exportOf } from './export.ts';
import { body, count, day, filterInOrder, id, ids, inOrder, money, version } from './fields.ts';

/** A category 2 with what one customer pays for it; everything of the price is null where there is none. */
export const priceRow = z.object({
  service_type_id: z.int(),
  service_type: z.string(),
  service_cat1_id: z.int(),
  cat1: z.string(),
  service_cat2_id: z.int(),
  cat2: z.string(),
  level: z.int(),
  /** Whether the category is still offered. */
  cat2_enabled: z.boolean(),
  /** What a new price's estimate starts from. */
  default_minutes: z.int(),
  id: z.int().nullable(),
  version: z.int().nullable(),
  retail_price: z.number().nullable(),
  wholesale_price: z.number().nullable(),
  estimate_minutes: z.int().nullable(),
  visible: z.boolean().nullable(),
  enabled: z.boolean().nullable(),
  /** Details of it that this customer ordered last month. */
  sold_last_month: z.int(),
  warnings: z.array(z.enum(PRICE_WARNINGS)),
});

const priceInput = body({
  service_cat2_id: id(),
  /** Of the price that was seen; null where there was none. */
  version: version().nullable(),
  retail_price: money(MOST_PRICE),
  wholesale_price: money(MOST_PRICE),
  estimate_minutes: count(0, MOST_MINUTES),
  visible: z.boolean(),
  enabled: z.boolean(),
});

/** What the price report can be narrowed to; the days are those of the jobs (decision 057). */
export const priceReportFilter = {
  date_from: day(),
  date_to: day(),
  customer0_id: ids().optional(),
  customer1_id: ids().optional(),
  customer2_id: ids().optional(),
};

/** What one customer was delivered of one category at one price. */
export const reportLine = z.object({
  service_cat2_id: z.int(),
  category: z.string(),
  unit_price: z.number().nullable(),
  wholesale_price: z.number().nullable(),
  estimate_minutes: z.int().nullable(),
  quantity: z.int(),
  /** Pieces that came back and are being redone: in neither quantity nor amount until they are completed again. */
  reworking: z.int(),
  /** unit_price × quantity; null without a price. */
  amount: z.number().nullable(),
});

const figures = {
  quantity: z.int(),
  amount: z.number(),
  /** Of the quantity, pieces whose details have no price: they are in no amount. */
  unpriced: z.int(),
  /** Pieces that came back and are being redone: in none of these until they are completed again. */
  reworking: z.int(),
};

export const reportCustomer = z.object({
  cus_id1: z.int(),
  customer: z.string(),
  ...figures,
  lines: z.array(reportLine),
});

export const priceEndpoints = {
  detail: defineEndpoint({
    name: 'price.detail',
    method: 'GET',
    path: '/api/customer/price/detail/{id}',
    summary: 'Every category 2 with a customer 1’s price for it, or none; what was sold last month, and warnings',
    access: anyOf('npn_view_customer'),
    lock: null,
    kind: 'read',
    input: body({ id: id() }),
    output: z.object({
      cus_id1: z.int(),
      cus0_name: z.string(),
      cus1_name: z.string(),
      currency: z.string(),
      /** The month `sold_last_month` speaks of. */
      last_month: z.string(),
      results: z.array(priceRow),
    }),
    errors: ['not_found'],
    topics: ['price', 'category', 'customer'],
  }),
  update: defineEndpoint({
    name: 'price.update',
    method: 'POST',
    path: '/api/customer/price/update',
    summary: 'Set prices of one customer 1, all or nothing; `current` of a stale answer holds the rows as they are now',
    access: anyOf('npn_change_customer_price'),
    lock: 'price',
    kind: 'write',
    bodyLimit: 512 * 1024,
    input: body({
      cus_id1: id(),
      prices: z.array(priceInput).min(1, 'required').max(MOST_PRICES_AT_ONCE, 'too_many_items'),
    }),
    output: z.object({ results: z.array(priceRow) }),
    errors: ['not_found', 'stale'],
  }),
  report: defineEndpoint({
    name: 'price.report',
    method: 'POST',
    path: '/api/customer/price-report',
    summary: 'What was completed in a period, per customer 1, category 2 and price, with totals',
    access: anyOf('npn_view_customer'),
    lock: null,
    kind: 'read',
    input: body(priceReportFilter).refine(...inOrder),
    output: z.object({
      currency: z.string(),
      ...figures,
      results: z.array(reportCustomer),
    }),
    errors: [],
    topics: ['price', 'job', 'task', 'customer', 'category'],
    addsUp: true,
  }),
};

export type PriceRow = z.output<typeof priceRow>;
export type PriceListAnswer = OutputOf<typeof priceEndpoints.detail>;
export type ReportCustomer = z.output<typeof reportCustomer>;
export type ReportLine = z.output<typeof reportLine>;

/** A customer’s price list as a file. */
export const priceExport = defineDownload({
  name: 'export.prices',
  path: '/api/customer/price/export',
  summary:
    'A customer’s price list as a file: every category, with its price or none; the screen’s import reads it back',
  access: anyOf('npn_view_customer'),
  input: exportOf({ cus_id1: id() }),
  errors: [...EXPORT_ERRORS, 'not_found'],
});

/** The price report as a file, with the totals of each customer and of all. */
export const priceReportExport = defineDownload({
  name: 'export.priceReport',
  path: '/api/customer/price-report/export',
  summary: 'The price report as a file, with the totals of each customer and of all',
  access: anyOf('npn_view_customer'),
  input: exportOf(priceReportFilter).refine(...filterInOrder),
  errors: EXPORT_ERRORS,
});
