import { adviceEndpoints } from './task/advice.ts';
import { allowanceEndpoints, allowanceExport, allowanceMonthEndpoints } from './allowance/allowance.ts';
import { appealEndpoints } from './quality/appeal.ts';
import { apiTokenEndpoints } from './user/token.ts';
import { articleEndpoints, settingEndpoints } from './setting.ts';
import { blindCheckEndpoints } from './quality/blind-check.ts';
import { categoryEndpoints, categoryExport } from './category.ts';
import { complaintEndpoints, complaintExport } from './request/complaint.ts';
import { customerEndpoints, customerExport, customerTreeEndpoints } from './customer/customer.ts';
import type { Endpoint } from './endpoint.ts';
import { floorEndpoints } from './floor/floor.ts';
import { groupEndpoints, groupExport, permissionEndpoints, permissionExport } from './user/group.ts';
import { auditEndpoints, auditExport } from './audit.ts';
import { monthEndpoints } from './month.ts';
import { historyEndpoints } from './history.ts';
import { jobEndpoints, jobExport } from './job/job.ts';
import { mailEndpoints } from './mail/mail.ts';
import { notificationEndpoints } from './notification.ts';
import {
  jobDetailEndpoints,
  jobDetailExport,
  jobQuoteEndpoints,
  jobImportEndpoints,
  jobBulkEndpoints,
} from './job/bulk.ts';
import {
  portalJobExport,
  portalPriceExport,
  portalReportExport,
  portalEndpoints,
  portalQuoteEndpoints,
} from './portal/portal.ts';
import { portalRequestExport, portalRequestEndpoints } from './portal/request.ts';
import { priceEndpoints, priceExport, priceReportExport } from './price/price.ts';
import { dueDateEndpoints } from './due-date/forecast.ts';
import { dueDateExport, dueDateReportEndpoints } from './due-date/report.ts';
import { qualityEndpoints, qualityExport } from './quality/quality.ts';
import { quoteEndpoints } from './request/quote.ts';
import { recordImportEndpoints } from './record-import.ts';
import { redoEndpoints, redoExport } from './request/redo.ts';
import { requestEndpoints, requestExport } from './request/request.ts';
import { requestJobEndpoints } from './request/job.ts';
import { staffEndpoints, staffExport } from './staff/staff.ts';
import { staffAccountEndpoints } from './staff/account.ts';
import { taskEndpoints } from './task/task.ts';
import { taskExport, taskBulkEndpoints } from './task/bulk.ts';
import { leaveEndpoints } from './staff/leave.ts';
import { teamEndpoints, teamExport } from './staff/team.ts';
import { accountEndpoints } from './user/account.ts';
import { factorEndpoints } from './user/factor.ts';
import { linkEndpoints } from './user/link.ts';
import { userEndpoints } from './user/user.ts';
import { viewEndpoints } from './view.ts';
import { tvBoardEndpoints } from './floor/tv-board.ts';
import { webhookEndpoints } from './webhook/webhook.ts';
import { workEndpoints, workExport } from './floor/work.ts';

/** All endpoints by noun: `endpoints.task.assign`. */
export const endpoints = {
  user: { ...userEndpoints, ...accountEndpoints, ...linkEndpoints, ...factorEndpoints },
  token: apiTokenEndpoints,
  webhook: webhookEndpoints,
  mail: mailEndpoints,
  permission: permissionEndpoints,
  group: groupEndpoints,
  category: categoryEndpoints,
  customer: { ...customerTreeEndpoints, ...customerEndpoints },
  price: priceEndpoints,
  setting: settingEndpoints,
  job: { ...jobEndpoints, ...jobBulkEndpoints, ...jobDetailEndpoints, ...jobQuoteEndpoints, ...jobImportEndpoints },
  task: { ...taskEndpoints, ...taskBulkEndpoints, ...adviceEndpoints },
  redo: redoEndpoints,
  request: { ...requestEndpoints, ...requestJobEndpoints, ...complaintEndpoints },
  quote: quoteEndpoints,
  dueDate: { ...dueDateEndpoints, ...dueDateReportEndpoints },
  quality: qualityEndpoints,
  staff: { ...staffEndpoints, ...staffAccountEndpoints },
  team: teamEndpoints,
  leave: leaveEndpoints,
  view: viewEndpoints,
  work: workEndpoints,
  floor: floorEndpoints,
  tvBoard: tvBoardEndpoints,
  notification: notificationEndpoints,
  appeal: appealEndpoints,
  blindCheck: blindCheckEndpoints,
  allowance: { ...allowanceEndpoints, ...allowanceMonthEndpoints },
  export: {
    jobs: jobExport,
    jobDetails: jobDetailExport,
    tasks: taskExport,
    redo: redoExport,
    audit: auditExport,
    prices: priceExport,
    requests: requestExport,
    complaints: complaintExport,
    dueDates: dueDateExport,
    categories: categoryExport,
    permissions: permissionExport,
    groups: groupExport,
    staff: staffExport,
    allowances: allowanceExport,
    teams: teamExport,
    priceReport: priceReportExport,
    customers: customerExport,
    portalPrices: portalPriceExport,
    portalReport: portalReportExport,
    portalJobs: portalJobExport,
    portalRequests: portalRequestExport,
    work: workExport,
    quality: qualityExport,
  },
  audit: auditEndpoints,
  month: monthEndpoints,
  history: historyEndpoints,
  recordImport: recordImportEndpoints,
  portal: { ...portalEndpoints, ...portalRequestEndpoints, ...portalQuoteEndpoints },
  article: articleEndpoints,
};

type EndpointGroups = typeof endpoints;
/** Union of all endpoints, and the endpoint of a given name. */
export type AnyEndpoint = {
  [N in keyof EndpointGroups]: EndpointGroups[N][keyof EndpointGroups[N]];
}[keyof EndpointGroups];
export type EndpointName = AnyEndpoint['name'];
export type EndpointOf<N extends EndpointName> = Extract<AnyEndpoint, { name: N }>;

/** Endpoints that return a list as a file. */
export type ExportEndpoint = EndpointGroups['export'][keyof EndpointGroups['export']];

/** All endpoints as one list, for routes, OpenAPI and the permission matrix test. */
export const allEndpoints: readonly Endpoint[] = Object.values(endpoints).flatMap(
  (noun) => Object.values(noun) as Endpoint[],
);
