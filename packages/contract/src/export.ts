import { anyOf, viewsTasks } from '@darkroom/domain/permission/access';
import type { z } from 'zod';
import { CUSTOMER_SORTS, customerFilter } from './customer.ts';
import { defineDownload } from './endpoint.ts';
import { categoryFilter } from './category.ts';
import { body, id, ids, oneOf, sortBy, text } from './fields.ts';
import { JOB_SORTS, jobFilter } from './job.ts';
import { endsAfterItBegins, priceReportFilter } from './price.ts';
import { REDO_SORTS, redoFilter } from './redo.ts';
import { REQUEST_SORTS, requestFilter, seesRequests } from './request.ts';
import { memberFilter, MEMBER_SORTS } from './staff.ts';
import { taskFilter, taskSort } from './task.ts';
import { TEAM_SORTS } from './team.ts';

/** What a list can be taken away as. */
export const EXPORT_FORMATS = ['xlsx', 'pdf'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The languages headings and statuses are written in: those of the screens. */
export const EXPORT_LANGUAGES = ['vi', 'en'] as const;
export type ExportLanguage = (typeof EXPORT_LANGUAGES)[number];

/** More rows than this nobody reads on paper; Excel takes any number. */
export const PDF_MOST_ROWS = 5000;

/** The media types of the formats. */
export const EXPORT_TYPES: Record<ExportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

// The list's own filter and order, so that the file holds what the list shows; pages are the list's affair alone.
const exportOf = <F extends z.ZodRawShape>(filter: F) =>
  body({ format: oneOf(EXPORT_FORMATS), language: oneOf(EXPORT_LANGUAGES), filter: body(filter) });

/** A list that the screen itself narrows and puts in order says which rows it shows; all of them when it says nothing. */
const rows = () => ids(1000).optional();

const errors = ['too_many_rows', 'exports_busy'] as const;

export const exportEndpoints = {
  jobs: defineDownload({
    name: 'export.jobs',
    path: '/api/job/export',
    summary: 'The job list as a file: Excel with a row per detail, PDF with a row per job',
    access: anyOf('npn_view_job'),
    input: exportOf({ ...jobFilter, sort: sortBy(JOB_SORTS).default('-job_date') }),
    errors,
  }),
  tasks: defineDownload({
    name: 'export.tasks',
    path: '/api/task/export',
    summary: 'The task list as a file: the tasks one may see',
    access: viewsTasks,
    input: exportOf({ ...taskFilter, sort: taskSort() }),
    errors,
  }),
  redo: defineDownload({
    name: 'export.redo',
    path: '/api/task/redo/export',
    summary: 'The rework list as a file, each rework with its story',
    access: anyOf('npn_view_redo'),
    input: exportOf({ ...redoFilter, sort: sortBy(REDO_SORTS).default('-rework_at') }),
    errors,
  }),
  prices: defineDownload({
    name: 'export.prices',
    path: '/api/customer/price/export',
    summary:
      'A customer’s price list as a file: every category, with its price or none; the screen’s import reads it back',
    access: anyOf('npn_view_customer'),
    input: exportOf({ cus_id1: id() }),
    errors: [...errors, 'not_found'],
  }),
  requests: defineDownload({
    name: 'export.requests',
    path: '/api/customer-request/export',
    summary: 'The request list as a file: the boards one sees',
    access: seesRequests,
    input: exportOf({ ...requestFilter, sort: sortBy(REQUEST_SORTS).default('-created_at') }),
    errors,
  }),
  categories: defineDownload({
    name: 'export.categories',
    path: '/api/category/export',
    summary: 'The catalogue as a file: a row for each category 2',
    access: anyOf('npn_view_category'),
    input: exportOf(categoryFilter),
    errors,
  }),
  permissions: defineDownload({
    name: 'export.permissions',
    path: '/api/permission/export',
    summary: 'The permissions as a file: what each lets one do and which groups hold it',
    access: anyOf('npn_view_permission'),
    input: exportOf({ permission_ids: rows() }),
    errors,
  }),
  groups: defineDownload({
    name: 'export.groups',
    path: '/api/group/export',
    summary: 'The groups as a file: Excel with a row per permission of each, PDF with a row per group',
    access: anyOf('npn_view_group'),
    input: exportOf({ group_ids: rows() }),
    errors,
  }),
  staff: defineDownload({
    name: 'export.staff',
    path: '/api/staff/export',
    summary: 'The member list as a file; pay and residence only with view_staff_info',
    access: anyOf('npn_view_member'),
    input: exportOf({ ...memberFilter, sort: sortBy(MEMBER_SORTS).default('staff_id') }),
    errors: [...errors, 'private_fields'],
  }),
  teams: defineDownload({
    name: 'export.teams',
    path: '/api/team/export',
    summary: 'The teams as a file, with their members',
    access: anyOf('npn_view_team'),
    input: exportOf({ text: text().optional(), sort: sortBy(TEAM_SORTS).default('team_name') }),
    errors,
  }),
  priceReport: defineDownload({
    name: 'export.priceReport',
    path: '/api/customer/price-report/export',
    summary: 'The price report as a file, with the totals of each customer and of all',
    access: anyOf('npn_view_customer'),
    input: exportOf(priceReportFilter).refine(({ filter }) => endsAfterItBegins(filter), {
      path: ['filter', 'date_to'],
      error: 'too_small',
    }),
    errors,
  }),
  customers: defineDownload({
    name: 'export.customers',
    path: '/api/customer/detail/export',
    summary: 'The customer list as a file: a row for each customer 1 with its detail record',
    access: anyOf('npn_view_customer'),
    input: exportOf({ ...customerFilter, sort: sortBy(CUSTOMER_SORTS).default('name') }),
    errors,
  }),
};

export type ExportEndpoint = (typeof exportEndpoints)[keyof typeof exportEndpoints];
