import { daysBetween } from '@darkroom/domain/calendar/day';
import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import { canViewTasks } from '@darkroom/domain/permission/access';
import {
  MAX_PERIOD_DAYS,
  QUALITY_GROUPINGS,
  QUALITY_COUNTS,
  QUALITY_FIGURES,
  type QualityCount,
} from '@darkroom/domain/quality/figures';
import { z } from 'zod';
import { defineDownload, defineEndpoint, showFigure, showRows } from '../endpoint.ts';
import {
  EXPORT_ERRORS,
  exportInput,
  body,
  day,
  filterDateRangeRule,
  id,
  dateRangeRule,
  instant,
  pageOf,
  whenValid,
  oneOf,
  page,
  pageSize,
  requiredText,
} from '../fields.ts';

/** Counts behind all figures (domain/quality/figures). Page and file calculate each figure from them with its formula. */
const counts = z.object(
  Object.fromEntries(QUALITY_COUNTS.map((count) => [count, z.int()])) as Record<QualityCount, z.ZodInt>,
);

/** Filters of quality. Days are the Bangkok days of the checks. */
const qualityFields = {
  date_from: day(),
  date_to: day(),
  /** Only the caller's own work. Always true for a caller who leads nobody. */
  mine: z.boolean().default(false),
  workstream: oneOf(WORKSTREAMS).optional(),
  editor: id().optional(),
  service_cat2_id: id().optional(),
  cus_id1: id().optional(),
};

export const qualityFilter = { ...qualityFields, by: oneOf(QUALITY_GROUPINGS).default('editor') };

const PERIOD_TOO_LONG = { path: ['date_to'], error: 'period_too_long', when: whenValid('date_from', 'date_to') };
const isPeriodShort = ({ date_from, date_to }: { date_from: string; date_to: string }) =>
  daysBetween(date_from, date_to) < MAX_PERIOD_DAYS;

/** Tasks behind a figure: `of` are counted, `among` are the base, `rest` are the tasks of the base that are not counted. */
export const QUALITY_PARTS = ['of', 'rest', 'among'] as const;
export type QualityPart = (typeof QUALITY_PARTS)[number];

const qualityLine = z.object({
  /** Id of an editor, category 2 or customer 1, a workstream, or the Monday of a week. `0`: no editor. */
  key: z.string(),
  now: counts,
  before: counts,
});
export type QualityLine = z.output<typeof qualityLine>;

const qualityTask = z.object({
  history_id: z.int(),
  task_id: z.int(),
  at: instant(),
  what: z.enum(['qc1', 'qc2', 'recheck', 'completed', 'rework']),
  passed: z.boolean().nullable(),
  pieces: z.int(),
  faults: z.array(z.string()),
  status: z.int(),
  /** Null: the caller cannot see more of it any more (domain §2). */
  task: z
    .object({
      sub_prod_id: z.string(),
      job_name: z.string(),
      workstream: z.enum(WORKSTREAMS),
      service_cat2_id: z.int(),
      customer2_id: z.int(),
      /** Editor of the task at the time of the check, and the QC. */
      editor: z.int().nullable(),
      checker: z.int().nullable(),
    })
    .nullable(),
});
export type QualityTask = z.output<typeof qualityTask>;

export const qualityEndpoints = {
  report: defineEndpoint({
    name: 'quality.report',
    method: 'POST',
    path: '/api/quality/report',
    summary: 'Get the quality report for a period',
    description:
      'At most 366 days. Includes the previous period. Leaders see everyone in their workstreams. Others see their own figures and the average.',
    access: canViewTasks,
    lock: null,
    kind: 'read',
    input: body(qualityFilter)
      .refine(...dateRangeRule)
      .refine(isPeriodShort, PERIOD_TOO_LONG),
    output: z.object({
      mine: z.boolean(),
      results: z.array(qualityLine),
      total: counts,
      before: counts,
      /** Fault types, with their counts in the previous period. */
      faults: z.array(z.object({ kind: z.string(), n: z.int(), before: z.int() })),
      weeks: z.array(z.object({ week: z.string(), counts })),
      /** Average of everyone in the caller's own workstreams. Null with too little data, or when the page shows other people. */
      average: counts.nullable(),
      /** The caller's own checks: count, and count of failures. Null without checks, or when the page shows other people. */
      checking: counts.nullable(),
      /** Time up to which the history is counted. */
      as_of: instant().nullable(),
      /** Start of the counted history, after months that were archived before they were counted. Null: none were. */
      known_since: z.string().nullable(),
    }),
    errors: ['not_found'],
    topics: ['task', 'category', 'customer'],
    shows: { task: showFigure },
    addsUp: true,
  }),
  tasks: defineEndpoint({
    name: 'quality.tasks',
    method: 'POST',
    path: '/api/quality/tasks',
    summary: 'List the tasks behind a quality figure, most recently checked first',
    access: canViewTasks,
    lock: null,
    kind: 'read',
    input: body({
      ...qualityFields,
      figure: oneOf([...QUALITY_FIGURES, 'checking']),
      part: oneOf(QUALITY_PARTS).default('of'),
      /** Only faults of this type. */
      kind: requiredText(50).optional(),
      page: page(),
      page_size: pageSize(),
    })
      .refine(...dateRangeRule)
      .refine(isPeriodShort, PERIOD_TOO_LONG),
    output: pageOf(qualityTask),
    errors: ['not_found'],
    topics: ['task'],
    shows: { task: showRows<QualityTask>(({ task_id }) => task_id) },
  }),
};

export const qualityExport = defineDownload({
  name: 'export.quality',
  path: '/api/quality/export',
  summary: 'Export the quality report with the counts behind each figure and the total',
  access: canViewTasks,
  input: exportInput(qualityFilter)
    .refine(...filterDateRangeRule)
    .refine(({ filter }) => isPeriodShort(filter), {
      path: ['filter', 'date_to'],
      error: 'period_too_long',
      when: whenValid('filter.date_from', 'filter.date_to'),
    }),
  errors: [...EXPORT_ERRORS, 'not_found'],
});
