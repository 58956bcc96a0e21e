import { REQUEST, PRICE, REPORT_LINE } from '@darkroom/contract/field-tables/customer';
import { JOB, JOB_DETAIL } from '@darkroom/contract/field-tables/job';
import { sumPricedPart } from '@darkroom/domain/job/figures';
import type { ResponseOf } from '../../../http/handlers.ts';
import { keepOwnCustomers } from '../../portal/portal-scope.service.ts';
import { type PortalRequest, portalRequestListing, readPortalRequests } from '../../portal/portal-request.service.ts';
import {
  type PortalJob,
  portalJobListing,
  readPortalJobs,
  readPortalReport,
  readPortalPriceLines,
} from '../../portal/portal.service.ts';
import { formatCountedPeriod, type ExportedList, type FilterOf } from '../exported-list.ts';
import { column, CURRENCY, createLayout, type ExportColumn } from '../files/cells.ts';
import { recordColumns, fieldColumns } from '../files/field-columns.ts';
import { pagedSourceForCaller, shortSource } from '../source.ts';
import { AMOUNT_CONTEXT_COLUMNS, isGrandTotal, isReportTotal, reportLines, type ReportFileLine } from './price.ts';

/** A price that a customer sees, with its details. */
type PortalPriceLine = ResponseOf<'portal.price'>['results'][number] & { readonly customer: string };

const field = recordColumns(PRICE);
const CATEGORY: readonly ExportColumn<PortalPriceLine>[] = [
  column('price:customer', 'text', 30, (row) => row.customer),
  column('field:service_type_id', 'text', 20, (row) => row.service_type),
  column('field:service_cat1_id', 'text', 20, (row) => row.service_cat1),
  column('field:service_cat2_id', 'text', 24, (row) => row.service_cat2),
];

/** Layout for Excel and PDF. */
const portalPriceLayout = createLayout<PortalPriceLine>(
  [...CATEGORY, field('retail_price', 13), field('estimate_minutes', 13), CURRENCY],
  (row) => [row],
);

/** Layout for a customer 0, with wholesale next to retail. */
const wholesalePriceLayout = createLayout<PortalPriceLine>(
  [
    ...CATEGORY,
    field('retail_price', 13),
    column('field:wholesale_price', 'money', 15, (row) => row.wholesale_price ?? null),
    field('estimate_minutes', 13),
    CURRENCY,
  ],
  (row) => [row],
);

const lineField = recordColumns(REPORT_LINE);

/** Report of the portal, without wholesale and estimate. All of it belongs to the customer. */
const portalReportLayout = createLayout<ReportFileLine>(
  [
    column('price:customer', 'text', 34, (row, { words }) =>
      isGrandTotal(row) ? words('price:report.total') : row.customer,
    ),
    column('field:category', 'text', 30, (row, { words }) =>
      isGrandTotal(row) ? null : (row.category ?? words('price:report.total')),
    ),
    lineField('unit_price', 13),
    lineField('quantity', 16),
    lineField('amount', 14),
    ...AMOUNT_CONTEXT_COLUMNS,
  ],
  (row) => [row],
  isReportTotal,
);

/** Returns the lines of the portal's report, with the totals of the bureau's report. */
const portalReportLines = (report: ResponseOf<'portal.report'>): ReportFileLine[] =>
  reportLines({
    ...report,
    results: report.results.map((result) => ({
      ...result,
      lines: result.lines.map((reportLine) => ({ ...reportLine, wholesale_price: null, estimate_minutes: null })),
    })),
  });

/** A detail of a job with the job. The detail is null if the job has none. */
interface PortalJobLine {
  readonly job: PortalJob;
  readonly detail: PortalJob['job_details'][number] | null;
}

const job = fieldColumns(JOB, ({ job: portalJob }: Pick<PortalJobLine, 'job'>) => portalJob);
const detailField = fieldColumns(JOB_DETAIL, ({ detail }: PortalJobLine) => detail);
const JOB_COLUMNS: readonly ExportColumn<Pick<PortalJobLine, 'job'>>[] = [
  job('prod_id', 14),
  job('job_date', 12),
  column('field:due_at', 'day', 12, (line) => line.job.due_date),
  job('job_name', 34),
  job('customer2_id', 24),
  job('job_status', 14),
];

/** Excel: a row for each detail, with the columns of its job. */
const portalJobSheet = createLayout<PortalJob, PortalJobLine>(
  [
    ...JOB_COLUMNS,
    job('job_link', 30),
    detailField('sub_prod_id', 16),
    detailField('service_cat2_id', 28),
    column(
      'export:field.detail_status',
      'text',
      14,
      ({ detail }, { words }) => detail && words(`status:job.${detail.status}`),
    ),
    detailField('quantity', 10),
    column('field:done_quantity', 'count', 10, ({ detail }) => detail && detail.done),
    detailField('unit_price', 13),
    column('field:amount', 'money', 14, ({ detail }) => detail && detail.amount),
    CURRENCY,
  ],
  (portalJob) =>
    (portalJob.job_details.length > 0 ? portalJob.job_details : [null]).map((detail) => ({ job: portalJob, detail })),
);

/** PDF: a row for each job, with the list's amount of the priced details. */
const portalJobPrint = createLayout<PortalJob, Pick<PortalJobLine, 'job'>>(
  [
    ...JOB_COLUMNS,
    column('field:quantity', 'count', 10, (line) => line.job.ordered),
    column('field:done_quantity', 'count', 10, (line) => line.job.done),
    column('field:amount', 'money', 14, (line) => sumPricedPart(line.job.job_details).amount),
    CURRENCY,
    column('price:report.unpriced', 'count', 13, (line) => sumPricedPart(line.job.job_details).unpriced || null),
  ],
  (portalJob) => [{ job: portalJob }],
);

const request = recordColumns(REQUEST);
const REQUEST_COLUMNS: readonly ExportColumn<PortalRequest>[] = [
  request('id', 8),
  request('created_at', 18),
  request('type', 20),
  request('status', 16),
  request('subject', 34),
  request('prod_id', 14),
  request('description', 44),
  request('reply', 34),
];

/** Excel: all fields of the list and the conversation, without messages. */
const portalRequestSheet = createLayout<PortalRequest>(
  [
    ...REQUEST_COLUMNS,
    request('status_since', 18),
    request('full_name', 22),
    request('job_name', 26),
    request('service_type_id', 20),
    request('shared_link', 30),
    request('image_link', 30),
  ],
  (portalRequest) => [portalRequest],
);

/** PDF: the columns of the list. */
const portalRequestPrint = createLayout<PortalRequest>(REQUEST_COLUMNS, (portalRequest) => [portalRequest]);

/** Prices of the portal as a file. */
export const PORTAL_PRICES: ExportedList<FilterOf<'export.portalPrices'>, PortalPriceLine> = {
  name: 'portalPrices',
  title: 'portal:price.title',
  source: shortSource(readPortalPriceLines),
  filterForHeading: keepOwnCustomers,
  xlsx: portalPriceLayout,
  pdf: portalPriceLayout,
};

/** Price list for accounts that see wholesale prices. */
export const WHOLESALE_PRICES: typeof PORTAL_PRICES = {
  ...PORTAL_PRICES,
  xlsx: wholesalePriceLayout,
  pdf: wholesalePriceLayout,
};

/** Jobs of the portal as a file. */
export const PORTAL_JOBS: ExportedList<FilterOf<'export.portalJobs'>, PortalJob> = {
  name: 'portalJobs',
  title: 'portal:job.title',
  source: pagedSourceForCaller(portalJobListing, readPortalJobs),
  filterForHeading: keepOwnCustomers,
  xlsx: portalJobSheet,
  pdf: portalJobPrint,
};

/** Requests of the portal as a file. */
export const PORTAL_REQUESTS: ExportedList<FilterOf<'export.portalRequests'>, PortalRequest> = {
  name: 'portalRequests',
  title: 'portal:request.title',
  source: pagedSourceForCaller(portalRequestListing, readPortalRequests),
  filterForHeading: keepOwnCustomers,
  xlsx: portalRequestSheet,
  pdf: portalRequestPrint,
};

/** Price report of the portal as a file. */
export const PORTAL_REPORT: ExportedList<FilterOf<'export.portalReport'>, ReportFileLine> = {
  name: 'portalReport',
  title: 'portal:report.title',
  period: formatCountedPeriod,
  source: shortSource(async (ctx, filter) => portalReportLines(await readPortalReport(ctx, filter)), isReportTotal),
  filterForHeading: keepOwnCustomers,
  xlsx: portalReportLayout,
  pdf: portalReportLayout,
};
