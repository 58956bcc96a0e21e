import { canViewTasks } from '@darkroom/domain/permission/access';
import { WORK_SPANS } from '@darkroom/domain/work/work';
import { z } from 'zod';
import { defineDownload, defineEndpoint, showFigure } from '../endpoint.ts';
import { EXPORT_ERRORS, exportInput, body, day, id, oneOf } from '../fields.ts';

/** Definitions are in domain/work. Times are whole minutes. */
const figures = {
  tasks: z.int().describe('Tasks submitted or checked. Each task is included only once.'),
  pieces: z.int().describe('Pieces of the submitted or checked tasks, at their last submission or check.'),
  working: z.int().describe('Minutes with at least one task in progress, between the first and last step of each day.'),
  taken: z.int().describe('Tasks taken: started, or taken for a check.'),
  waiting: z.int().describe('Minutes that the taken tasks had waited since they were assigned or submitted.'),
  completed: z.int().describe('Edited tasks that were completed for the first time.'),
  first_pass: z.int().describe('Tasks of `completed` without any fault.'),
  faults: z
    .array(
      z.object({ kind: z.string().describe('Key of the fault type.'), count: z.int().describe('Number of faults.') }),
    )
    .readonly()
    .describe('Faults that QC found in edited tasks, by fault type.'),
  rework: z.int().describe('Edited tasks that were completed and then sent to rework.'),
};

const workFilter = {
  staff_id: id().optional().describe('Account ID of the person. Default: the caller.'),
  by: oneOf(WORK_SPANS).default('day').describe('Length of one row: a day, a week or a month.'),
  date: day().optional().describe('A day of the last row, `YYYY-MM-DD`. Default: today.'),
};

export const workEndpoints = {
  people: defineEndpoint({
    name: 'work.people',
    method: 'POST',
    path: '/api/work/people',
    summary: 'List the people whose work the caller can view',
    description: 'Everyone in the workstreams the caller leads, including former staff. The caller is not in the list.',
    access: canViewTasks,
    lock: null,
    kind: 'read',
    input: body({}),
    output: z.object({
      results: z.array(
        z.object({
          id: z.int().describe('Account ID of the person.'),
          full_name: z.string(),
          active: z.boolean(),
          end_time: z.string().nullable().describe('Last working day of a person who has left. Null if not set.'),
        }),
      ),
    }),
    errors: [],
    topics: ['staff'],
  }),
  list: defineEndpoint({
    name: 'work.list',
    method: 'POST',
    path: '/api/work/list',
    summary: 'Get a person’s work by day, week or month, with its total',
    description: 'The person is the caller, or works in a workstream that the caller leads.',
    access: canViewTasks,
    lock: null,
    kind: 'read',
    input: body(workFilter),
    output: z.object({
      results: z
        .array(
          z.object({
            from: z.string().describe('First day of the row, `YYYY-MM-DD`.'),
            to: z.string().describe('Last day of the row, `YYYY-MM-DD`.'),
            ...figures,
          }),
        )
        .describe('One row for each period, with its figures.'),
      total: z.object(figures).describe('Figures of all rows together.'),
      archived_before: z
        .string()
        .nullable()
        .describe(
          'Month (`YYYY-MM`) before which steps of finished tasks are archived, so figures lack them. Null if these days are complete.',
        ),
    }),
    errors: ['not_found'],
    topics: ['task'],
    shows: {
      // Only the person's own work changes the figures of one person.
      task: {
        ...showFigure,
        others: ({ staff_id }: { staff_id?: number | undefined }) => (staff_id ? 'later' : 'own'),
      },
    },
  }),
};

export const workExport = defineDownload({
  name: 'export.work',
  path: '/api/work/export',
  summary: 'Export a person’s work with its total, one row for each day, week or month',
  access: canViewTasks,
  input: exportInput(workFilter),
  errors: [...EXPORT_ERRORS, 'not_found'],
});
