import { allowanceEndpoints } from '@darkroom/contract/allowance/allowance';
import { auditEndpoints } from '@darkroom/contract/audit';
import { categoryFilter } from '@darkroom/contract/category';
import { complaintEndpoints } from '@darkroom/contract/request/complaint';
import { customerEndpoints } from '@darkroom/contract/customer/customer';
import { jobEndpoints } from '@darkroom/contract/job/job';
import { jobDetailEndpoints } from '@darkroom/contract/job/bulk';
import { articleEndpoints } from '@darkroom/contract/setting';
import { portalEndpoints } from '@darkroom/contract/portal/portal';
import { portalRequestEndpoints } from '@darkroom/contract/portal/request';
import { priceEndpoints } from '@darkroom/contract/price/price';
import { redoEndpoints } from '@darkroom/contract/request/redo';
import { requestEndpoints } from '@darkroom/contract/request/request';
import { staffEndpoints } from '@darkroom/contract/staff/staff';
import { taskEndpoints } from '@darkroom/contract/task/task';
import { teamExport } from '@darkroom/contract/staff/team';
import { parseSearchWith } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { allowanceList } from '../features/allowance/allowance-search.ts';
import { auditList } from '../features/audit/audit-search.ts';
import { categoryList, toCategoryFilter as categoryFilterOf } from '../features/category/category-search.ts';
import { customerList } from '../features/customer/customer-search.ts';
import { detailList } from '../features/job/details/detail-search.ts';
import { jobList } from '../features/job/list/job-search.ts';
import { hubList } from '../features/portal/hub/infohub-page.tsx';
import { portalJobList } from '../features/portal/job/portal-job-search.ts';
import { portalPriceList } from '../features/portal/price/portal-prices-page.tsx';
import { toPortalReportInput, portalReportList } from '../features/portal/report/portal-report-page.tsx';
import { portalRequestList } from '../features/portal/request/portal-request-search.ts';
import { toReportInput, reportList } from '../features/price/report/report-page.tsx';
import { dueDateReportEndpoints } from '@darkroom/contract/due-date/report';
import { dueDateList } from '../features/due-dates/due-dates-search.ts';
import { toComplaintInput, complaintList } from '../features/request/complaint-report/complaints-search.ts';
import { redoList } from '../features/redo/redo-page.tsx';
import { requestList } from '../features/request/request-search.ts';
import { memberList } from '../features/staff/member/member-search.ts';
import { teamList } from '../features/staff/team/team-search.ts';
import { toListInput as taskInput, taskList } from '../features/task/list/task-search.ts';
import { stringifySearchParams } from '../lib/url.ts';
import type { ListSearch } from '../lib/list-search.ts';
import { parseSearch } from '../lib/use-screen-search.ts';
import { createSampleValue } from '../testing/sample.ts';

type Fields = Record<string, unknown>;
type AnyList = ListSearch<Fields, Fields>;

/** Every list with the fields of its endpoint, and the fields that have another name in the URL. */
const LISTS: [name: string, list: object, call: object, otherwise?: Record<string, string>][] = [
  ['jobs', jobList, jobEndpoints.list.input.shape],
  ['details', detailList, jobDetailEndpoints.details.input.shape],
  ['tasks', taskList, taskEndpoints.list.input.shape, { scope: 'tab' }],
  ['rework', redoList, redoEndpoints.list.input.shape],
  ['requests', requestList, requestEndpoints.list.input.shape],
  ['customers', customerList, customerEndpoints.detailList.input.shape],
  ['members', memberList, staffEndpoints.list.input.shape],
  ['allowances', allowanceList, allowanceEndpoints.list.input.shape, { year: 'month', staff_id: 'person' }],
  ['audit', auditList, auditEndpoints.list.input.shape],
  ['teams', teamList, teamExport.input.shape.filter.shape],
  ['categories', categoryList, categoryFilter, { service_type_id: 'service_type' }],
  ['own jobs', portalJobList, portalEndpoints.job.input.shape],
  ['own requests', portalRequestList, portalRequestEndpoints.listRequests.input.shape],
  ['own prices', portalPriceList, portalEndpoints.price.input.shape],
  ['the own report', portalReportList, portalEndpoints.report.input.shape, { date_from: 'from', date_to: 'to' }],
  ['articles', hubList, articleEndpoints.list.input.shape],
  ['the complaints', complaintList, complaintEndpoints.complaints.input.shape, { date_from: 'from', date_to: 'to' }],
  [
    'the report of promises',
    dueDateList,
    dueDateReportEndpoints.report.input.shape,
    { month_from: 'from', month_to: 'to' },
  ],
  ['the price report', reportList, priceEndpoints.report.input.shape, { date_from: 'from', date_to: 'to' }],
];

/** Parses URL parameters as the router does. */
const parse = parseSearchWith(JSON.parse);
const getFields = (list: object) => (list as { schema: z.ZodObject }).schema.shape as Record<string, z.ZodType>;

describe('lists', () => {
  it.each(LISTS)('the URL of the list of %s has each field of its endpoint', (_name, list, call, urlNames = {}) => {
    const endpointFields = Object.keys(call).map((name) => urlNames[name] ?? name);
    expect(endpointFields.filter((name) => !(name in getFields(list)))).toEqual([]);
  });

  it.each(LISTS)('each filter of the list of %s is in URL, request and saved view', (_name, described) => {
    const list = described as AnyList;
    for (const name of list.filters) {
      const search = parseSearch(list.schema, { [name]: createSampleValue(getFields(list)[name]!) });
      const set = { [name]: search[name] };
      expect(search[name], name).toBeDefined();
      expect(list.isFiltered(search), name).toBe(true);
      expect(list.input(search)).toMatchObject(set);
      expect(list.viewSearch(search)).toEqual(set);
      expect(parseSearch(list.schema, parse(stringifySearchParams(set)))).toEqual(search);
      const withView = { ...search, view: 3 };
      const cleared = { ...withView, ...list.cleared };
      expect(list.isFiltered(cleared), name).toBe(false);
      expect(cleared.view, name).toBeUndefined();
    }
  });
});

const today = '2026-11-22';
const callInputs = {
  '/job': (raw: Fields) => jobList.input(parseSearch(jobList.schema, raw)),
  '/job (by detail)': (raw: Fields) => detailList.input(parseSearch(detailList.schema, raw)),
  '/job/task': (raw: Fields) => {
    const search = parseSearch(taskList.schema, raw);
    return taskInput(search, search.tab ?? 'all');
  },
  '/job/redo-tasks': (raw: Fields) => redoList.input(parseSearch(redoList.schema, raw)),
  '/customer/requests': (raw: Fields) => requestList.input(parseSearch(requestList.schema, raw)),
  '/customer/details': (raw: Fields) => customerList.input(parseSearch(customerList.schema, raw)),
  '/customer/complaints': (raw: Fields) => toComplaintInput(parseSearch(complaintList.schema, raw), today),
  '/customer/price-report': (raw: Fields) => toReportInput(parseSearch(reportList.schema, raw), today),
  '/customer-portal/report': (raw: Fields) => toPortalReportInput(parseSearch(portalReportList.schema, raw), today),
  '/staff/member': (raw: Fields) => memberList.input(parseSearch(memberList.schema, raw)),
  '/staff/team': (raw: Fields) => teamList.input(parseSearch(teamList.schema, raw)),
  '/setting/category': (raw: Fields) => categoryFilterOf(parseSearch(categoryList.schema, raw)),
};
const paged = { page: 1, page_size: 50 };

/** Links in every URL format that bookmarks and emails have ever had. */
const LINKS: [screen: keyof typeof callInputs, search: string, asked: object][] = [
  ['/job', 'customer2_id=12%2C14&task_status=3', { customer2_id: [12, 14], task_status: [3] }],
  ['/job', 'customer2_id=12,14&open=7&form=job-7', { customer2_id: [12, 14] }],
  ['/job', 'customer2_id=%5B12%2C14%5D&task_status=%5B3%5D', { customer2_id: [12, 14], task_status: [3] }],
  [
    '/job',
    'job_status=PENDING&text=261118&page_size=1000',
    { job_status: ['PENDING'], text: '261118', page_size: 1000 },
  ],
  ['/job', 'job_id=7&open=7', { job_id: 7 }],
  ['/job', 'task_status=3%2C99&sort=password&utm_source=mail', { task_status: [3] }],
  ['/job (by detail)', 'by=detail&status=2%2C3&sort=sub_prod_id', { status: [2, 3], sort: 'sub_prod_id' }],
  ['/job/task', 'tab=pool&status=%5B1%5D&workstream=PTE', { ...paged, scope: 'pool', status: [1], workstream: 'PTE' }],
  ['/job/task', 'editor=%5B3%2C4%5D&waits_hours=4', { editor: [3, 4], waits_hours: 4, sort: 'blocking' }],
  ['/job/task', 'editor=3&page_size=1000', { editor: [3], page_size: 1000 }],
  [
    '/job/redo-tasks',
    'state=past&editor=%5B3%5D&columns=job',
    { ...paged, state: 'past', sort: '-rework_at', editor: [3] },
  ],
  ['/customer/requests', 'show=list&type=%5B%22FAULTS%22%5D&status=TODO', { type: ['FAULTS'], status: ['TODO'] }],
  [
    '/customer/details',
    'tier=%5B%22Gold%22%5D&country=%5B%22Korea%2C%20South%22%5D',
    { tier: ['Gold'], country: ['Korea, South'] },
  ],
  ['/customer/details', 'cus_id1=4&open=%5B4%5D&form=edit-4', { ...paged, sort: 'name', cus_id1: 4 }],
  ['/customer/details', 'text=2026&has_login=false', { text: '2026', has_login: false }],
  [
    '/customer/price-report',
    'from=2026-10-01&to=2026-10-31&customer1_id=[5]',
    { date_from: '2026-10-01', customer1_id: [5] },
  ],
  [
    '/customer/complaints',
    'from=2026-10-01&to=2026-10-31&by=fault_kind&customer1_id=5',
    { by: 'fault_kind', date_from: '2026-10-01', date_to: '2026-10-31', customer1_id: [5] },
  ],
  [
    '/customer-portal/report',
    'from=2026-10-01&to=2026-10-31&cus_id1=5',
    { date_from: '2026-10-01', date_to: '2026-10-31', cus_id1: 5 },
  ],
  ['/customer-portal/report', 'from=2026-10-31&to=2026-10-01', { date_from: '2026-11-01', date_to: '2026-11-30' }],
  [
    '/staff/member',
    'team_id=%5B1%2C2%5D&department=%5B%22Retouch%22%5D&active=true',
    { team_id: [1, 2], department: ['Retouch'], active: true },
  ],
  ['/staff/team', 'text=%22123%22&sort=-member_count', { text: '123', sort: '-member_count' }],
  ['/setting/category', 'service_type=3&enabled=false', { service_type_id: [3], enabled: false }],
];

describe('links of an older release', () => {
  it.each(LINKS)('a link to %s?%s requests the same rows as before', (screen, search, expectedRequest) => {
    expect(callInputs[screen](parse(search))).toMatchObject(expectedRequest);
  });

  it('a link is written in the current format: readable ids, words as JSON', () => {
    const search = parseSearch(jobList.schema, parse('open=7&customer2_id=%5B12%2C14%5D&job_status=PENDING'));
    expect(decodeURIComponent(stringifySearchParams(jobList.viewSearch(search)))).toBe(
      '?customer2_id=12,14&job_status=["PENDING"]',
    );
  });
});

describe('saved views of an older release', () => {
  const oldParams = {
    customer2_id: '12,14',
    task_status: 9,
    job_priority: 'Urgent',
    sort: 'job_name',
    columns: 'job,!price',
  };

  it('a saved view of an older release selects the same rows', () => {
    expect(jobList.viewSearch(parseSearch(jobList.schema, oldParams))).toEqual({
      ...oldParams,
      customer2_id: [12, 14],
      task_status: [9],
    });
  });

  it('a saved view is equal in each format of its lists', () => {
    const oldSearch = parseSearch(jobList.schema, oldParams);
    const now = parseSearch(jobList.schema, { ...oldParams, customer2_id: [12, 14], task_status: [9] });
    expect(jobList.viewSearch(oldSearch)).toEqual(jobList.viewSearch(now));
  });
});
