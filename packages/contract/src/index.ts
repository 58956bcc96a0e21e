import { categoryEndpoints, categoryExport } from './category.ts';
import { customerEndpoints, customerExport } from './customer.ts';
import type { Endpoint } from './endpoint.ts';
import { groupEndpoints, groupExport } from './group.ts';
import { historyEndpoints } from './history.ts';
import { jobEndpoints, jobExport } from './job.ts';
import { noticeEndpoints } from './notice.ts';
import { jobDetailEndpoints, jobDetailExport } from './job-detail.ts';
import { jobImportEndpoints } from './job-import.ts';
import { permissionEndpoints, permissionExport } from './permission.ts';
import { priceEndpoints, priceExport, priceReportExport } from './price.ts';
import { redoEndpoints, redoExport } from './redo.ts';
import { requestEndpoints, requestExport } from './request.ts';
import { settingEndpoints } from './setting.ts';
import { staffEndpoints, staffExport } from './staff.ts';
import { staffAccountEndpoints } from './staff-account.ts';
import { taskEndpoints } from './task.ts';
import { taskExport, taskManyEndpoints } from './task-many.ts';
import { teamEndpoints, teamExport } from './team.ts';
import { userEndpoints } from './user.ts';
import { viewEndpoints } from './view.ts';

/** Every call there is, by noun: `endpoints.task.assign`. */
export const endpoints = {
  user: userEndpoints,
  permission: permissionEndpoints,
  group: groupEndpoints,
  category: categoryEndpoints,
  customer: customerEndpoints,
  price: priceEndpoints,
  setting: settingEndpoints,
  job: { ...jobEndpoints, ...jobDetailEndpoints, ...jobImportEndpoints },
  task: { ...taskEndpoints, ...taskManyEndpoints },
  redo: redoEndpoints,
  request: requestEndpoints,
  staff: { ...staffEndpoints, ...staffAccountEndpoints },
  team: teamEndpoints,
  view: viewEndpoints,
  notice: noticeEndpoints,
  export: {
    jobs: jobExport,
    jobDetails: jobDetailExport,
    tasks: taskExport,
    redo: redoExport,
    prices: priceExport,
    requests: requestExport,
    categories: categoryExport,
    permissions: permissionExport,
    groups: groupExport,
    staff: staffExport,
    teams: teamExport,
    priceReport: priceReportExport,
    customers: customerExport,
  },
  history: historyEndpoints,
};

type Nouns = typeof endpoints;
/** The union of all endpoints, and the one of a given name. */
export type AnyEndpoint = { [N in keyof Nouns]: Nouns[N][keyof Nouns[N]] }[keyof Nouns];
export type EndpointName = AnyEndpoint['name'];
export type EndpointOf<N extends EndpointName> = Extract<AnyEndpoint, { name: N }>;

/** The calls that answer a list as a file. */
export type ExportEndpoint = Nouns['export'][keyof Nouns['export']];

/** All endpoints as one list, for those who walk them: routes, OpenAPI, the matrix test. */
export const allEndpoints: readonly Endpoint[] = Object.values(endpoints).flatMap(
  (noun) => Object.values(noun) as Endpoint[],
);

// The web takes the nouns it needs: what a screen does not call is not sent to it.
export { categoryEndpoints, categoryExport } from './category.ts';
export { customerEndpoints, customerExport } from './customer.ts';
export { historyEndpoints, historyOf, HISTORIES, type HistoryEntity, type HistoryEntry } from './history.ts';
export { groupEndpoints, groupExport } from './group.ts';
export { jobEndpoints, jobExport } from './job.ts';
export { noticeEndpoints, type Notice, type NoticePreferences } from './notice.ts';
export { jobDetailEndpoints, jobDetailExport } from './job-detail.ts';
export { jobImportEndpoints } from './job-import.ts';
export { permissionEndpoints, permissionExport } from './permission.ts';
export { priceEndpoints, priceReportExport, priceExport } from './price.ts';
export { redoEndpoints, redoExport } from './redo.ts';
export { requestEndpoints, requestExport } from './request.ts';
export { settingEndpoints } from './setting.ts';
export { MOST_PHONE, PHONE, plainPhone } from './fields.ts';
export { staffEndpoints, staffExport } from './staff.ts';
export { staffAccountEndpoints } from './staff-account.ts';
export { taskEndpoints } from './task.ts';
export { taskExport, taskManyEndpoints } from './task-many.ts';
export { teamEndpoints, teamExport } from './team.ts';
export { userEndpoints } from './user.ts';
export { viewEndpoints } from './view.ts';
export * from './endpoint.ts';
export * from './errors.ts';
export { CUSTOMER_SORTS, customerRow, type CustomerRow, type PortalLogin } from './customer.ts';
export {
  cat1Record,
  cat2Record,
  categoryCollections,
  categoryUses,
  HIGHEST_LEVEL,
  serviceTypeRecord,
  type CategoryUses,
} from './category.ts';
export { EXPORT_TYPES, PDF_MOST_ROWS, type ExportFormat, type ExportLanguage } from './export.ts';
export {
  changesMetadata,
  currencyCode,
  displaySettings,
  faultKind,
  isBureauSetting,
  METADATA_SHAPES,
  METADATA_TYPES,
  priorityLabel,
  type SystemLock,
} from './setting.ts';
export { priceRow, reportCustomer, type PriceRow, type ReportCustomer, type ReportLine } from './price.ts';
export { requestRow, REQUEST_SORTS, type RequestRow } from './request.ts';
export { redoRow, REDO_SORTS, REDO_STATES, type RedoRow } from './redo.ts';
export { MANY, refusedTask, TASK_BULK_ACTIONS, type EditorFault, type TaskInShort } from './task-many.ts';
export {
  AVATAR_MOST_BYTES,
  AVATAR_MOST_PIXELS,
  member,
  MEMBER_SORTS,
  memberFields,
  type Member,
  type WholeMember,
  MOST_SALARY,
} from './staff.ts';
export { type TasksInHand } from './staff-account.ts';
export { team, type Team } from './team.ts';
export { VIEW_SCREENS, type SavedView } from './view.ts';
export { sessionUser } from './user.ts';
export { groupRow, type GroupRow } from './group.ts';
export { permissionRow, type HeldPermission, type PermissionRow } from './permission.ts';
export { TASK_SCOPES, TASK_SORTS } from './task-filter.ts';
export { task, taskRow, taskTaken, type Task, type TaskRow, type TaskTaken, type TaskEventRow } from './task.ts';
export { DETAIL_SORTS, jobDetailRow, type JobDetailRow } from './job-detail.ts';
export {
  JOB_BULK_ACTIONS,
  job,
  jobDetail,
  newJob,
  isSeen,
  JOB_SORTS,
  type Job,
  type JobDetail,
  type NewJob,
  type StripTask,
} from './job.ts';
export {
  jobsInTheWay,
  importOutcome,
  sameJobs,
  type ImportOutcome,
  type JobImport,
  type SameJobs,
} from './job-import.ts';
