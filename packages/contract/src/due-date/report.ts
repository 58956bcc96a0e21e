import { anyOf } from '@darkroom/domain/permission/access';
import { LATE_REASONS } from '@darkroom/domain/due-date/reasons';
import { z } from 'zod';
import { defineDownload, defineEndpoint } from '../endpoint.ts';
import { EXPORT_ERRORS, exportInput, body, instant, month, oneOf, whenValid } from '../fields.ts';

export const DUE_DATE_GROUPS = ['month', 'customer', 'category'] as const;
export const FORECAST_GROUPS = ['month', 'category'] as const;

const access = anyOf('npn_view_job');

/** Whole months of completion in Bangkok time. Start and end are inclusive. */
const period = { month_from: month(), month_to: month() };
type Period = { month_from: string; month_to: string };
const isMonthRangeValid = ({ month_from, month_to }: Period): boolean => month_from <= month_to;
const createMonthRangeError = (path: string[]) => ({
  path: [...path, 'month_to'],
  error: 'ends_before',
  when: whenValid([...path, 'month_from'].join('.'), [...path, 'month_to'].join('.')),
});

/** Completed jobs with a due date (decision 127). */
const dueDateFigures = {
  completed: z.int(),
  /** On time by the last due date, and by the first one. */
  on_time: z.int(),
  first_on_time: z.int(),
  /** Count of jobs whose due date was changed. */
  changed: z.int(),
  /** Total working minutes of all delays. */
  late_minutes: z.int(),
  /** kept ÷ completed. Null without completed jobs. */
  share: z.number().nullable(),
};

const dueDateLine = z.object({
  /** A month, a customer 1 or a category 2. */
  key: z.union([z.int(), z.string()]),
  /** Name of the group. Null for a month. */
  name: z.string().nullable(),
  ...dueDateFigures,
});
export type DueDateLine = z.output<typeof dueDateLine>;

/** A late job, with the reason of its wait. */
const lateJob = z.object({
  job_id: z.int(),
  prod_id: z.string(),
  job_name: z.string(),
  customer: z.string(),
  due_at: instant(),
  completed_at: instant(),
  late_minutes: z.int(),
  reason: z.enum(LATE_REASONS).nullable(),
});

/** Time up to which completed jobs are counted, about a minute ago. Null if there was no run yet. */
const as_of = instant().nullable();

const forecastFigures = {
  scored: z.int(),
  inside_p50: z.int(),
  inside_p80: z.int(),
  /** Average working minutes between p50 and the end. Null without evaluated forecasts. */
  off_minutes: z.int().nullable(),
  /** Count of evaluated forecasts that were the first of their job. */
  first_scored: z.int(),
  first_inside_p80: z.int(),
  /** Forecasts that were not evaluated, because their jobs were completed outside the bureau's hours. */
  outside_hours: z.int(),
};

export const dueDateFilter = { by: oneOf(DUE_DATE_GROUPS).default('month'), ...period };

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
      /** Count of late jobs by the reason of their longest wait. */
      reasons: z.array(z.object({ reason: z.enum(LATE_REASONS), jobs: z.int() })),
      /** Working minutes of the late jobs' last tasks in each status. */
      minutes: z.array(z.object({ status: z.int(), minutes: z.int() })),
      /** Jobs with the longest delay. */
      worst: z.array(lateJob),
      as_of,
    }),
    errors: [],
    topics: ['forecast', 'job', 'customer', 'category'],
    addsUp: true,
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
    input: body({ by: oneOf(FORECAST_GROUPS).default('month'), ...period }).refine(
      isMonthRangeValid,
      createMonthRangeError([]),
    ),
    output: z.object({
      results: z.array(
        z.object({ key: z.union([z.int(), z.string()]), name: z.string().nullable(), ...forecastFigures }),
      ),
      ...forecastFigures,
      as_of,
    }),
    errors: [],
    topics: ['forecast', 'category'],
    addsUp: true,
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
