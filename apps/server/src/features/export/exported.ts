import type { CustomerRow } from '@darkroom/contract/customer';
import type { GroupRow } from '@darkroom/contract/group';
import type { JobDetailRow } from '@darkroom/contract/job-detail';
import type { HeldPermission } from '@darkroom/contract/permission';
import type { RedoRow } from '@darkroom/contract/redo';
import type { RequestRow } from '@darkroom/contract/request';
import type { Member, WholeMember } from '@darkroom/contract/staff';
import type { TaskRow } from '@darkroom/contract/task';
import type { Team } from '@darkroom/contract/team';
import type { Content } from 'pdfmake/interfaces.js';
import { categoryRows, type CategoryRow } from '@darkroom/domain/category/tree';
import type { InputFor } from '../../http/handlers.ts';
import { allowancesOf, keepsAllowances } from '../allowance/allowance.service.ts';
import { readListedGroups } from '../access/group.service.ts';
import { readHeldPermissions } from '../access/permission.service.ts';
import { readComplaints } from '../complaint/complaint-report.service.ts';
import { customerListing, readCustomers } from '../customer/customer.service.ts';
import { readCategories } from '../category/category.service.ts';
import { readDetailRows, readJobs } from '../job/job-read.service.ts';
import { detailListing, jobListing } from '../job/job.service.ts';
import { readPriceReport } from '../price/price-report.service.ts';
import { readPromises } from '../forecast/promise-report.service.ts';
import { withForecasts, type ForecastJob } from '../forecast/job-forecast.service.ts';
import { readPrices } from '../price/price.service.ts';
import { ownNarrowed } from '../portal/own.service.ts';
import { readOwnReport } from '../portal/portal-report.service.ts';
import { readOwnPriceLines } from '../portal/portal.service.ts';
import { readQuality } from '../quality/quality.service.ts';
import { readRedoRows, redoListing } from '../redo/redo.service.ts';
import { readRequests, requestListing } from '../request/request.service.ts';
import { memberListing, readMembers, readWholeMembers } from '../staff/staff.service.ts';
import { readTaskRows } from '../task/task-move.service.ts';
import { taskListing } from '../task/task.service.ts';
import { allowanceEntries, allowanceSheet, allowanceSlip, type AllowanceLine } from './layouts/allowance-layout.ts';
import { groupPrint, groupSheet, permissionLayout } from './layouts/access-layout.ts';
import { categoryLayout, categoryLines } from './layouts/category-layout.ts';
import type { Beside, Layout, Look } from './files/cells.ts';
import { customerPrint, customerSheet } from './layouts/customer-layout.ts';
import { readTeamsInOrder } from '../team/team.service.ts';
import { memberPrint, memberSheet, teamLayout, wholeMemberPrint, wholeMemberSheet } from './layouts/staff-layout.ts';
import { detailPrint, detailSheet, jobPrint, jobSheet } from './layouts/job-layout.ts';
import {
  pricePrint,
  priceSheet,
  priceLines,
  reportLayout,
  reportLines,
  type PriceLine,
  type ReportFileLine,
} from './layouts/price-layout.ts';
import { complaintLayout, complaintLines, type ComplaintFileLine } from './layouts/complaint-layout.ts';
import {
  promiseLines,
  promisePrint,
  promiseSheet,
  promisesBeside,
  type PromiseFileLine,
} from './layouts/promise-layout.ts';
import {
  ownPriceLayout,
  ownReportLayout,
  ownReportLines,
  wholesalePriceLayout,
  type OwnPriceLine,
} from './layouts/own-layout.ts';
import { readNames } from './words/names.ts';
import { qualityLayout, qualityLines, type QualityFileLine } from './layouts/quality-layout.ts';
import { requestPrint, requestSheet } from './layouts/request-layout.ts';
import { paged, whole, type SourceOf } from './source.ts';
import { redoPrint, redoSheet, taskPrint, taskSheet } from './layouts/task-layout.ts';

/** The calls that answer a list as a file. */
export type ExportName =
  | 'export.jobs'
  | 'export.jobDetails'
  | 'export.tasks'
  | 'export.redo'
  | 'export.prices'
  | 'export.priceReport'
  | 'export.requests'
  | 'export.complaints'
  | 'export.promises'
  | 'export.customers'
  | 'export.categories'
  | 'export.permissions'
  | 'export.groups'
  | 'export.staff'
  | 'export.allowances'
  | 'export.teams'
  | 'export.ownPrices'
  | 'export.ownReport'
  | 'export.quality';
export type ExportFilter = InputFor<ExportName>['filter'];

/** A list as an export knows it: the list's own way of narrowing and reading, and how a file shows its rows. */
export interface Exported<Filter, Row> {
  /** What the audit calls it; its file is named by the word `export:file.<name>`. */
  readonly name: string;
  readonly title: string;
  /** The days it tells of, in the name of its file; of a list that is as it is today, today. */
  readonly period?: (filter: Filter) => string;
  readonly source: SourceOf<Filter, Row>;
  readonly xlsx: Layout<Row>;
  readonly pdf: Layout<Row>;
  /** Short tables beside it, of what the rows are made of. */
  readonly beside?: readonly Beside<Row>[];
  /** On paper each row is a page of its own, in the place of the table. */
  readonly slip?: (row: Row, look: Look, place: number) => Content[];
}

type FilterOf<N extends ExportName> = InputFor<N> extends { filter: infer Filter } ? Filter : never;

const fromTo = ({ date_from, date_to }: { date_from: string; date_to: string }) => `${date_from}_${date_to}`;

/** The catalogue as a file. */
export const CATEGORIES: Exported<FilterOf<'export.categories'>, CategoryRow> = {
  name: 'categories',
  title: 'category:title',
  source: whole(async ({ db }, filter) => categoryLines(categoryRows(await readCategories(db), filter))),
  xlsx: categoryLayout,
  pdf: categoryLayout,
};

/** The job list as a file. */
export const JOBS: Exported<FilterOf<'export.jobs'>, ForecastJob> = {
  name: 'jobs',
  title: 'job:title',
  source: paged(jobListing, async (db, ids, actor) => withForecasts(db, await readJobs(db, ids, actor))),
  xlsx: jobSheet,
  pdf: jobPrint,
};

/** The list of job details as a file. */
export const JOB_DETAILS: Exported<FilterOf<'export.jobDetails'>, JobDetailRow> = {
  name: 'jobDetails',
  title: 'job:byDetail.title',
  source: paged(detailListing, readDetailRows),
  xlsx: detailSheet,
  pdf: detailPrint,
};

/** The task list as a file: the tasks the actor may see (domain §2). */
export const TASKS: Exported<FilterOf<'export.tasks'>, TaskRow> = {
  name: 'tasks',
  title: 'task:title',
  source: paged(taskListing, readTaskRows),
  xlsx: taskSheet,
  pdf: taskPrint,
};

/** The rework list as a file. */
export const REDO: Exported<FilterOf<'export.redo'>, RedoRow> = {
  name: 'redo',
  title: 'redo:title',
  source: paged(redoListing, readRedoRows),
  xlsx: redoSheet,
  pdf: redoPrint,
};

/** A customer's price list as a file. */
export const PRICES: Exported<FilterOf<'export.prices'>, PriceLine> = {
  name: 'prices',
  title: 'price:title',
  source: whole(async (ctx, { cus_id1 }) => priceLines(await readPrices(ctx, cus_id1))),
  xlsx: priceSheet,
  pdf: pricePrint,
};

/** The price report as a file. */
export const PRICE_REPORT: Exported<FilterOf<'export.priceReport'>, ReportFileLine> = {
  name: 'priceReport',
  title: 'price:report.title',
  period: fromTo,
  source: whole(async (ctx, filter) => reportLines(await readPriceReport(ctx, filter))),
  xlsx: reportLayout,
  pdf: reportLayout,
};

/** The request list as a file: the boards the actor sees (domain §3). */
export const REQUESTS: Exported<FilterOf<'export.requests'>, RequestRow> = {
  name: 'requests',
  title: 'request:title',
  source: paged(requestListing, readRequests),
  xlsx: requestSheet,
  pdf: requestPrint,
};

/** The report of kept promises as a file (decision 127). */
export const PROMISES: Exported<FilterOf<'export.promises'>, PromiseFileLine> = {
  name: 'promises',
  title: 'promises:title',
  period: ({ month_from, month_to }) => `${month_from}_${month_to}`,
  source: whole(async (ctx, filter) => promiseLines(await readPromises(ctx, filter))),
  xlsx: promiseSheet,
  pdf: promisePrint,
  beside: promisesBeside,
};

/** The list of complaints as a file (decision 106). */
export const COMPLAINTS: Exported<FilterOf<'export.complaints'>, ComplaintFileLine> = {
  name: 'complaints',
  title: 'request:complaints.title',
  period: fromTo,
  source: whole(async (ctx, filter) => complaintLines(ctx.db, filter.by, await readComplaints(ctx, filter))),
  xlsx: complaintLayout,
  pdf: complaintLayout,
};

/** The quality report as a file. */
export const QUALITY: Exported<FilterOf<'export.quality'>, QualityFileLine> = {
  name: 'quality',
  title: 'quality:title',
  period: fromTo,
  source: whole(async (ctx, filter) =>
    qualityLines(filter.by, await readQuality(ctx, filter), await readNames(ctx.db, 'vi')),
  ),
  xlsx: qualityLayout,
  pdf: qualityLayout,
};

/** The customer list as a file. */
export const CUSTOMERS: Exported<FilterOf<'export.customers'>, CustomerRow> = {
  name: 'customers',
  title: 'customer:title',
  source: paged(customerListing, readCustomers),
  xlsx: customerSheet,
  pdf: customerPrint,
};

/** The permissions as a file. */
export const PERMISSIONS: Exported<FilterOf<'export.permissions'>, HeldPermission> = {
  name: 'permissions',
  title: 'permission:title',
  source: whole((ctx, { permission_ids }) => readHeldPermissions(ctx.db, permission_ids)),
  xlsx: permissionLayout,
  pdf: permissionLayout,
};

/** The groups as a file. */
export const GROUPS: Exported<FilterOf<'export.groups'>, GroupRow> = {
  name: 'groups',
  title: 'group:title',
  source: whole((ctx, { group_ids }) => readListedGroups(ctx, group_ids)),
  xlsx: groupSheet,
  pdf: groupPrint,
};

/** The member list as a file, for who may not see pay and residence: they are not in it. */
export const MEMBERS: Exported<FilterOf<'export.staff'>, Member> = {
  name: 'staff',
  title: 'staff:title',
  source: paged(memberListing, readMembers),
  xlsx: memberSheet,
  pdf: memberPrint,
};

/** The same for who may see them. */
export const WHOLE_MEMBERS: Exported<FilterOf<'export.staff'>, WholeMember> = {
  ...MEMBERS,
  source: paged(memberListing, readWholeMembers),
  xlsx: wholeMemberSheet,
  pdf: wholeMemberPrint,
};

/** The teams as a file. */
export const TEAMS: Exported<FilterOf<'export.teams'>, Team> = {
  name: 'teams',
  title: 'team:title',
  source: whole(readTeamsInOrder),
  xlsx: teamLayout,
  pdf: teamLayout,
};

/** A customer's own prices as a file. */
export const OWN_PRICES: Exported<FilterOf<'export.ownPrices'>, OwnPriceLine> = {
  name: 'ownPrices',
  title: 'price:title',
  source: whole(async (ctx, filter) => readOwnPriceLines(ctx, await ownNarrowed(ctx, filter))),
  xlsx: ownPriceLayout,
  pdf: ownPriceLayout,
};

/** The same for who is told wholesale prices. */
export const WHOLESALE_PRICES: typeof OWN_PRICES = {
  ...OWN_PRICES,
  xlsx: wholesalePriceLayout,
  pdf: wholesalePriceLayout,
};

/** A customer's own price report as a file. */
export const OWN_REPORT: Exported<FilterOf<'export.ownReport'>, ReportFileLine> = {
  name: 'ownReport',
  title: 'price:report.title',
  period: fromTo,
  source: whole(async (ctx, filter) => ownReportLines(await readOwnReport(ctx, await ownNarrowed(ctx, filter)))),
  xlsx: ownReportLayout,
  pdf: ownReportLayout,
};

/** What a file of one person is called by: their username, or their number where a file's name cannot hold that. */
const fileWordOf = (person: { username: string; staff_id: number } | undefined): string | undefined =>
  person && (/^[\w.-]+$/.test(person.username) ? person.username : String(person.staff_id));

/** A month of allowances as a file: totals and entries, or a slip for each person; a closed month as it was closed. */
export const ALLOWANCES: Exported<FilterOf<'export.allowances'>, AllowanceLine> = {
  name: 'allowances',
  title: 'allowance:title',
  period: ({ year, month }) => `${year}-${String(month).padStart(2, '0')}`,
  source: async (ctx, filter) => {
    const { rows, month } = await allowancesOf(ctx, { ...filter, page: 1, page_size: 1 });
    return {
      total: rows.length,
      pieces: () => [rows.map((row) => ({ row, month }))],
      keptSince: month.closed_at,
      whose: filter.staff_id !== undefined || !keepsAllowances(ctx) ? fileWordOf(rows[0]) : undefined,
    };
  },
  xlsx: allowanceSheet,
  pdf: allowanceSheet,
  beside: [{ title: 'allowance:file.entries', xlsx: allowanceEntries }],
  slip: allowanceSlip,
};
