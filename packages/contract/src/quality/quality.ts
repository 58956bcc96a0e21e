import { daysBetween } from '@darkroom/domain/calendar/day';
import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import { canViewTasks } from '@darkroom/domain/permission/access';
import {
  MAX_PERIOD_DAYS,
  QUALITY_GROUPINGS,
  QUALITY_COUNTS,
  FORMULAS,
  QUALITY_FIGURES,
  type QualityCount,
  type QualityFigure,
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
  date_from: day().describe('First day of the checks, `YYYY-MM-DD`, in Vietnam time (UTC+7).'),
  date_to: day().describe('Last day of the checks, inclusive, `YYYY-MM-DD`.'),
  mine: z
    .boolean()
    .default(false)
    .describe('True: only the caller’s own work. Always true for a caller who leads no workstream.'),
  workstream: oneOf(WORKSTREAMS).optional().describe('Only work of this workstream.'),
  editor: id().optional().describe('Only work of this editor.'),
  service_cat2_id: id().optional().describe('Only work of this category 2.'),
  cus_id1: id().optional().describe('Only work for this Customer ID 1.'),
};

export const qualityFilter = {
  ...qualityFields,
  by: oneOf(QUALITY_GROUPINGS)
    .default('editor')
    .describe('Group the figures by editor, category 2, Customer ID 1, workstream or week.'),
};

const PERIOD_TOO_LONG = { path: ['date_to'], error: 'period_too_long', when: whenValid('date_from', 'date_to') };
const isPeriodShort = ({ date_from, date_to }: { date_from: string; date_to: string }) =>
  daysBetween(date_from, date_to) < MAX_PERIOD_DAYS;

/** Tasks behind a figure: `numerator` are counted, `denominator` are the base, `remainder` are the tasks of the base that are not counted. */
export const QUALITY_PARTS = ['numerator', 'remainder', 'denominator'] as const;
export type QualityPart = (typeof QUALITY_PARTS)[number];
/** True if the numerator of a figure is a part of its denominator. */
const hasRemainder = (figure: QualityFigure | 'checking') => figure === 'checking' || FORMULAS[figure].share;

const qualityLine = z.object({
  key: z
    .string()
    .describe('ID of an editor, category 2 or Customer ID 1, a workstream, or the Monday of a week. `0`: no editor.'),
  now: counts.describe('Figures of the period.'),
  before: counts.describe('Figures of the previous period of the same length.'),
});
export type QualityLine = z.output<typeof qualityLine>;

const qualityTask = z.object({
  history_id: z.int().describe('ID of the history step.'),
  task_id: z.int(),
  at: instant().describe('Time of the step.'),
  kind: z
    .enum(['qc1', 'qc2', 'recheck', 'completed', 'rework'])
    .describe('Type of the step: a check, the first completion or rework.'),
  passed: z.boolean().nullable().describe('Result of a check. Null if the step is not a check.'),
  pieces: z.int().describe('Pieces of the task at this step.'),
  faults: z.array(z.string()).describe('Keys of the fault types found.'),
  status: z.int().describe('Current status number of the task.'),
  task: z
    .object({
      sub_prod_id: z.string(),
      job_name: z.string(),
      workstream: z.enum(WORKSTREAMS),
      service_cat2_id: z.int(),
      customer2_id: z.int(),
      editor: z.int().nullable().describe('Account ID of the editor at the time of the step. Null if there was none.'),
      checker: z.int().nullable().describe('Account ID of the QC. Null if there is none.'),
    })
    .nullable()
    .describe('Fields of the task. Null if the caller can no longer view it.'),
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
      mine: z.boolean().describe('True if the figures are the caller’s own.'),
      results: z.array(qualityLine).describe('One row for each group.'),
      total: counts.describe('Figures of all groups.'),
      before: counts.describe('Figures of the previous period of the same length.'),
      faults: z
        .array(
          z.object({
            kind: z.string().describe('Key of the fault type.'),
            n: z.int().describe('Number of faults in the period.'),
            before: z.int().describe('Number of faults in the previous period.'),
          }),
        )
        .describe('Faults by type.'),
      weeks: z
        .array(z.object({ week: z.string().describe('Monday of the week, `YYYY-MM-DD`.'), counts }))
        .describe('Figures by week.'),
      average: counts
        .nullable()
        .describe(
          'Average of everyone in the caller’s own workstreams. Null with too little data, or if the report shows other people.',
        ),
      checking: counts
        .nullable()
        .describe(
          'Figures of the caller’s own checks. Null if there are no checks, or if the report shows other people.',
        ),
      as_of: instant()
        .nullable()
        .describe('Time up to which the figures include the history. Null before the first calculation.'),
      known_since: z
        .string()
        .nullable()
        .describe(
          'Start of the history in the figures, if earlier months were archived before they were included. Otherwise null.',
        ),
    }),
    errors: ['not_found'],
    topics: ['task', 'category', 'customer'],
    shows: { task: showFigure },
    isPeriodReport: true,
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
      figure: oneOf([...QUALITY_FIGURES, 'checking']).describe('Figure to explain.'),
      part: oneOf(QUALITY_PARTS)
        .default('numerator')
        .describe(
          '`numerator`: tasks in the numerator. `denominator`: tasks in the denominator. `remainder`: denominator without the numerator, only for `qc1_yield`, `qc2_yield` and `checking`.',
        ),
      kind: requiredText(50).optional().describe('Only faults of this type.'),
      page: page(),
      page_size: pageSize(),
    })
      .refine(...dateRangeRule)
      .refine(isPeriodShort, PERIOD_TOO_LONG)
      .refine(({ figure, part }) => part !== 'remainder' || hasRemainder(figure), {
        path: ['part'],
        message: 'invalid',
      }),
    output: pageOf(qualityTask),
    errors: ['not_found'],
    topics: ['task'],
    shows: { task: showRows<QualityTask>(({ task_id }) => task_id) },
  }),
};

export const qualityExport = defineDownload({
  name: 'export.quality',
  path: '/api/quality/export',
  summary: 'Export the quality report with the numbers behind each figure and the total',
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
