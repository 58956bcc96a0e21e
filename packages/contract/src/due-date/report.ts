import { anyOf } from '@darkroom/domain/permission/access';
import { LATE_REASONS } from '@darkroom/domain/due-date/reasons';
import { z } from 'zod';
import { defineDownload, defineEndpoint } from '../endpoint.ts';
import { EXPORT_ERRORS, exportInput, body, instant, month, oneOf, whenValid } from '../fields.ts';

export const DUE_DATE_GROUPS = ['month', 'customer', 'category'] as const;
export const FORECAST_GROUPS = ['month', 'category'] as const;

const access = anyOf('npn_view_job');

/** Whole months of completion in Bangkok time. Start and end are inclusive. */
const period = {
  month_from: month().describe('First month of completion, inclusive, `YYYY-MM`, in Vietnam time (UTC+7).'),
  month_to: month().describe('Last month of completion, inclusive, `YYYY-MM`.'),
};
type Period = { month_from: string; month_to: string };
const isMonthRangeValid = ({ month_from, month_to }: Period): boolean => month_from <= month_to;
const createMonthRangeError = (path: string[]) => ({
  path: [...path, 'month_to'],
  error: 'ends_before',
  when: whenValid([...path, 'month_from'].join('.'), [...path, 'month_to'].join('.')),
});

/** Completed jobs with a due date (decision 127). */
const dueDateFigures = {
  completed: z.int().describe('Completed jobs with a due date.'),
  on_time: z.int().describe('Jobs completed by their last due date.'),
  first_on_time: z.int().describe('Jobs completed by their first due date.'),
  changed: z.int().describe('Jobs whose due date was changed.'),
  late_minutes: z.int().describe('Total working minutes from the due date to the completion of late jobs.'),
  share: z
    .number()
    .nullable()
    .describe('On-time jobs ÷ `completed`, from 0 to 1. Null if there are no completed jobs.'),
};

const dueDateLine = z.object({
  key: z.union([z.int(), z.string()]).describe('A month (`YYYY-MM`), or the ID of a Customer ID 1 or category 2.'),
  name: z.string().nullable().describe('Name of the customer or category. Null for a month.'),
  ...dueDateFigures,
});
export type DueDateLine = z.output<typeof dueDateLine>;

/** A late job, with the reason of its wait. */
const lateJob = z.object({
  job_id: z.int(),
  prod_id: z.string(),
  job_name: z.string(),
  customer: z.string().describe('Name of the customer.'),
  due_at: instant(),
  completed_at: instant(),
  late_minutes: z.int().describe('Working minutes from the due date to the completion.'),
  reason: z.enum(LATE_REASONS).nullable().describe('Reason for the longest wait of the job. Null if unknown.'),
});

/** Time up to which completed jobs are counted, about a minute ago. Null if there was no run yet. */
const as_of = instant().nullable();

const forecastFigures = {
  scored: z.int().describe('Forecasts that were evaluated.'),
  inside_p50: z.int().describe('Evaluated forecasts whose job was completed before `p50`.'),
  inside_p80: z.int().describe('Evaluated forecasts whose job was completed before `p80`.'),
  error_minutes: z
    .int()
    .nullable()
    .describe('Average working minutes between `p50` and the completion. Null if there are no evaluated forecasts.'),
  first_scored: z.int().describe('Evaluated forecasts that were the first of their job.'),
  first_inside_p80: z.int().describe('Evaluated first forecasts whose job was completed before `p80`.'),
  outside_hours_count: z
    .int()
    .describe('Forecasts that were not evaluated, because their jobs were completed outside the bureau’s hours.'),
};

export const dueDateFilter = {
  by: oneOf(DUE_DATE_GROUPS).default('month').describe('Group the jobs by month, Customer ID 1 or category 2.'),
  ...period,
};

export const dueDateReportEndpoints = {
  report: defineEndpoint({
    name: 'dueDate.report',
    method: 'POST',
    path: '/api/job/due-date/report',
    summary: 'Report on-time delivery of completed jobs',
    description:
      'Covers a period of months, by month, Customer ID 1 or category 2. Includes the reasons for late jobs.',
    access,
    lock: null,
    kind: 'read',
    input: body(dueDateFilter).refine(isMonthRangeValid, createMonthRangeError([])),
    output: z.object({
      results: z.array(dueDateLine),
      ...dueDateFigures,
      reasons: z
        .array(
          z.object({
            reason: z.enum(LATE_REASONS).describe('Reason for the longest wait of the jobs.'),
            jobs: z.int().describe('Number of late jobs.'),
          }),
        )
        .describe('Number of late jobs for each reason for their longest wait.'),
      minutes: z
        .array(z.object({ status: z.int().describe('Status number.'), minutes: z.int().describe('Working minutes.') }))
        .describe('Working minutes of the late jobs’ last tasks in each status.'),
      worst: z.array(lateJob).describe('Jobs with the longest delay.'),
      as_of,
    }),
    errors: [],
    topics: ['forecast', 'job', 'customer', 'category'],
    isPeriodReport: true,
  }),
  forecasts: defineEndpoint({
    name: 'dueDate.forecasts',
    method: 'POST',
    path: '/api/job/forecast/report',
    summary: 'Report the accuracy of forecasts for completed jobs',
    description: 'Covers a period of months, by month or category 2.',
    access,
    lock: null,
    kind: 'read',
    input: body({
      by: oneOf(FORECAST_GROUPS).default('month').describe('Group the forecasts by month or category 2.'),
      ...period,
    }).refine(isMonthRangeValid, createMonthRangeError([])),
    output: z.object({
      results: z.array(
        z.object({
          key: z.union([z.int(), z.string()]).describe('A month (`YYYY-MM`), or the ID of a category 2.'),
          name: z.string().nullable().describe('Name of the category. Null for a month.'),
          ...forecastFigures,
        }),
      ),
      ...forecastFigures,
      as_of,
    }),
    errors: [],
    topics: ['forecast', 'category'],
    isPeriodReport: true,
  }),
};

export const dueDateExport = defineDownload({
  name: 'export.dueDates',
  path: '/api/job/due-date/report/export',
  summary: 'Export the on-time delivery report',
  access,
  input: exportInput(dueDateFilter).refine(
    ({ filter }) => isMonthRangeValid(filter),
    createMonthRangeError(['filter']),
  ),
  errors: EXPORT_ERRORS,
});
