import { anyOf } from '@darkroom/domain/permission/access';
import { REASONS } from '@darkroom/domain/promise/reasons';
import { z } from 'zod';
import { defineDownload, defineEndpoint } from '../endpoint.ts';
import { EXPORT_ERRORS, exportOf, body, instant, month, oneOf, onceGood } from '../fields.ts';

/** What kept promises are told apart by. */
export const PROMISE_GROUPS = ['month', 'customer', 'category'] as const;
/** What forecasts are told apart by. */
export const FORECAST_GROUPS = ['month', 'category'] as const;

const access = anyOf('npn_view_job');

/** Whole months, by when jobs were completed in Bangkok; both with the period. */
const period = { month_from: month(), month_to: month() };
type Period = { month_from: string; month_to: string };
const inOrder = ({ month_from, month_to }: Period): boolean => month_from <= month_to;
const told = (path: string[]) => ({
  path: [...path, 'month_to'],
  error: 'ends_before',
  when: onceGood([...path, 'month_from'].join('.'), [...path, 'month_to'].join('.')),
});

/** Of jobs completed that something was promised for (decision 127). */
const figures = {
  completed: z.int(),
  /** By when they were due as promised last; and as promised first. */
  kept: z.int(),
  kept_first: z.int(),
  /** Promised otherwise than at first. */
  changed: z.int(),
  /** Working minutes all late ones were late together. */
  late_minutes: z.int(),
  /** kept ÷ completed; null where nothing was completed. */
  share: z.number().nullable(),
};

const promiseLine = z.object({
  /** A month, a customer 1 or a category 2. */
  key: z.union([z.int(), z.string()]),
  /** Its name; of a month none. */
  name: z.string().nullable(),
  ...figures,
});
export type PromiseLine = z.output<typeof promiseLine>;

/** A job that was late, with what it waited for. */
const lateJob = z.object({
  job_id: z.int(),
  prod_id: z.string(),
  job_name: z.string(),
  customer: z.string(),
  due_at: instant(),
  completed_at: instant(),
  late_minutes: z.int(),
  reason: z.enum(REASONS).nullable(),
});

/** Up to when completed jobs are reckoned with: about a minute ago; null before the first round. */
const as_of = instant().nullable();

const forecastFigures = {
  judged: z.int(),
  inside_p50: z.int(),
  inside_p80: z.int(),
  /** Working minutes between p50 and the end, on the average; null where nothing was judged. */
  off_minutes: z.int().nullable(),
  /** Of those that were the first of their job. */
  first_judged: z.int(),
  first_inside_p80: z.int(),
  /** Not judged: forecasts of jobs that were completed outside the bureau's hours. */
  outside_hours: z.int(),
};

export const promiseFilter = { by: oneOf(PROMISE_GROUPS).default('month'), ...period };

export const promiseReportEndpoints = {
  report: defineEndpoint({
    name: 'promise.report',
    method: 'POST',
    path: '/api/job/due-date/report',
    summary:
      'Report on-time delivery of jobs completed in a period of months, by month, customer 1 or category 2, with the reasons for late jobs',
    access,
    lock: null,
    kind: 'read',
    input: body(promiseFilter).refine(inOrder, told([])),
    output: z.object({
      results: z.array(promiseLine),
      ...figures,
      /** How many late jobs waited longest for each. */
      reasons: z.array(z.object({ reason: z.enum(REASONS), jobs: z.int() })),
      /** Working minutes the late ones’ last tasks spent in each status. */
      minutes: z.array(z.object({ status: z.int(), minutes: z.int() })),
      /** The latest of all. */
      worst: z.array(lateJob),
      as_of,
    }),
    errors: [],
    topics: ['forecast', 'job', 'customer', 'category'],
    addsUp: true,
  }),
  forecasts: defineEndpoint({
    name: 'promise.forecasts',
    method: 'POST',
    path: '/api/job/forecast/report',
    summary: 'Report the accuracy of forecasts for jobs completed in a period of months, by month or category 2',
    access,
    lock: null,
    kind: 'read',
    input: body({ by: oneOf(FORECAST_GROUPS).default('month'), ...period }).refine(inOrder, told([])),
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

/** The report of promises as a file. */
export const promiseExport = defineDownload({
  name: 'export.promises',
  path: '/api/job/due-date/report/export',
  summary: 'Export the on-time delivery report',
  access,
  input: exportOf(promiseFilter).refine(({ filter }) => inOrder(filter), told(['filter'])),
  errors: EXPORT_ERRORS,
});
