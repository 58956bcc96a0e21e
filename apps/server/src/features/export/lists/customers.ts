import type { CustomerRow } from '@darkroom/contract/customer/customer';
import type { RequestRow } from '@darkroom/contract/request/request';
import { foldForSearch } from '@darkroom/domain/text/fold';
import { readComplaints } from '../../complaint/complaint.service.ts';
import { customerListing, readCustomers } from '../../customer/customer.service.ts';
import { readPrices } from '../../price/price.service.ts';
import { nameableOf } from '../../portal/own.service.ts';
import {
  ownJobListing,
  readOwnJobs,
  type OwnJob,
  readOwnReport,
  readOwnPriceLines,
} from '../../portal/portal.service.ts';
import { ownRequestListing, readOwnRequests, type OwnRequest } from '../../portal/portal-request.service.ts';
import { readRequests, requestListing } from '../../request/request.service.ts';
import { customerPrint, customerSheet } from '../layouts/customer-layout.ts';
import {
  isReportTotal,
  pricePrint,
  priceSheet,
  priceLines,
  type PriceLine,
  type ReportFileLine,
} from '../layouts/price-layout.ts';
import { complaintLayout, complaintLines, isOfAll, type ComplaintFileLine } from '../layouts/complaint-layout.ts';
import {
  ownJobPrint,
  ownJobSheet,
  ownPriceLayout,
  ownReportLayout,
  ownReportLines,
  ownRequestPrint,
  ownRequestSheet,
  wholesalePriceLayout,
  type OwnPriceLine,
} from '../layouts/own-layout.ts';
import { requestPrint, requestSheet } from '../layouts/request-layout.ts';
import { paged, pagedFor, whole } from '../source.ts';
import { fromTo, fromToCounted, type Exported, type FilterOf } from '../exported.ts';

/** The customer list as a file. */
export const CUSTOMERS: Exported<FilterOf<'export.customers'>, CustomerRow> = {
  name: 'customers',
  title: 'customer:title',
  source: paged(customerListing, readCustomers),
  xlsx: customerSheet,
  pdf: customerPrint,
};

/** A customer's price list as a file. */
export const PRICES: Exported<FilterOf<'export.prices'>, PriceLine> = {
  name: 'prices',
  title: 'price:title',
  source: async (ctx, { cus_id1 }) => {
    const prices = await readPrices(ctx, cus_id1);
    const rows = priceLines(prices);
    return { total: rows.length, pieces: () => [rows], whose: inFileName(prices.cus1_name) };
  },
  xlsx: priceSheet,
  pdf: pricePrint,
};

/** A name as part of a file's: letters every system takes. */
const inFileName = (name: string): string =>
  foldForSearch(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** The request list as a file: the boards the actor sees (domain §3). */
export const REQUESTS: Exported<FilterOf<'export.requests'>, RequestRow> = {
  name: 'requests',
  title: 'request:title',
  source: paged(requestListing, readRequests),
  xlsx: requestSheet,
  pdf: requestPrint,
};

/** The list of complaints as a file (decision 106). */
export const COMPLAINTS: Exported<FilterOf<'export.complaints'>, ComplaintFileLine> = {
  name: 'complaints',
  title: 'request:complaints.title',
  period: fromTo,
  source: whole(async (ctx, filter) => complaintLines(ctx.db, filter.by, await readComplaints(ctx, filter)), isOfAll),
  xlsx: complaintLayout,
  pdf: complaintLayout,
};

/** A customer's own prices as a file. */
export const OWN_PRICES: Exported<FilterOf<'export.ownPrices'>, OwnPriceLine> = {
  name: 'ownPrices',
  title: 'portal:price.title',
  source: whole(readOwnPriceLines),
  nameable: nameableOf,
  xlsx: ownPriceLayout,
  pdf: ownPriceLayout,
};

/** The same for who is told wholesale prices. */
export const WHOLESALE_PRICES: typeof OWN_PRICES = {
  ...OWN_PRICES,
  xlsx: wholesalePriceLayout,
  pdf: wholesalePriceLayout,
};

/** A customer's own jobs as a file. */
export const OWN_JOBS: Exported<FilterOf<'export.ownJobs'>, OwnJob> = {
  name: 'ownJobs',
  title: 'portal:job.title',
  source: pagedFor(ownJobListing, readOwnJobs),
  nameable: nameableOf,
  xlsx: ownJobSheet,
  pdf: ownJobPrint,
};

/** A customer's own requests as a file. */
export const OWN_REQUESTS: Exported<FilterOf<'export.ownRequests'>, OwnRequest> = {
  name: 'ownRequests',
  title: 'portal:request.title',
  source: pagedFor(ownRequestListing, readOwnRequests),
  nameable: nameableOf,
  xlsx: ownRequestSheet,
  pdf: ownRequestPrint,
};

/** A customer's own price report as a file. */
export const OWN_REPORT: Exported<FilterOf<'export.ownReport'>, ReportFileLine> = {
  name: 'ownReport',
  title: 'portal:report.title',
  period: fromToCounted,
  source: whole(async (ctx, filter) => ownReportLines(await readOwnReport(ctx, filter)), isReportTotal),
  nameable: nameableOf,
  xlsx: ownReportLayout,
  pdf: ownReportLayout,
};
