import { anyOf } from '@darkroom/domain/permission/access';
import type { z } from 'zod';
import { defineDownload, defineEndpoint, rows } from '../endpoint.ts';
import { EXPORT_ERRORS, exportOf, onlySelected } from '../export.ts';
import { body, listOf, page, pageSize, sortBy } from '../fields.ts';
import { someStatuses } from '../task/filter.ts';
import { job, jobDetail, jobFilter } from './job.ts';

/** A job detail by itself (spec §2, "Job → Detail"), with the job it belongs to. */
export const jobDetailRow = jobDetail.extend({ job: job.omit({ job_details: true }) });
type Row = z.output<typeof jobDetailRow>;

/** Columns the list of details can be ordered by. */
export const DETAIL_SORTS = ['job_date', 'sub_prod_id', 'status', 'due_at'] as const;

/** What it can be narrowed by: as jobs are, but categories and task statuses are the detail's own; and by its own status. */
export const jobDetailFilter = { ...jobFilter, status: someStatuses().optional() };

const listed = { ...jobDetailFilter, sort: sortBy(DETAIL_SORTS).default('-job_date') };

export const jobDetailEndpoints = {
  details: defineEndpoint({
    name: 'job.details',
    method: 'POST',
    path: '/api/job/detail/list',
    summary: 'Job details with their job and tasks, a page at a time',
    access: anyOf('npn_view_job'),
    lock: null,
    kind: 'read',
    input: body({ ...listed, page: page(), page_size: pageSize() }),
    output: listOf(jobDetailRow),
    errors: [],
    topics: ['job', 'task'],
    shows: {
      job: rows((row: Row) => row.job.job_id),
      task: rows((row: Row) => row.tasks.map(({ task_id }) => task_id)),
    },
  }),
};

export type JobDetailRow = Row;

/** The list of details as a file. */
export const jobDetailExport = defineDownload({
  name: 'export.jobDetails',
  path: '/api/job/detail/export',
  summary: 'The list of job details as a file',
  access: anyOf('npn_view_job'),
  input: exportOf({ ...listed, ...onlySelected }),
  errors: EXPORT_ERRORS,
});
