import { canViewTasks } from '@darkroom/domain/permission/access';
import { WORK_SPANS } from '@darkroom/domain/work/work';
import { z } from 'zod';
import { defineDownload, defineEndpoint, showFigure } from '../endpoint.ts';
import { EXPORT_ERRORS, exportInput, body, day, id, oneOf } from '../fields.ts';

/** Definitions are in domain/work. Times are whole minutes. */
const figures = {
  tasks: z.int(),
  pieces: z.int(),
  working: z.int(),
  taken: z.int(),
  waiting: z.int(),
  completed: z.int(),
  first_pass: z.int(),
  faults: z.array(z.object({ kind: z.string(), count: z.int() })).readonly(),
  rework: z.int(),
};

const workFilter = {
  /** The person. Default: the caller. */
  staff_id: id().optional(),
  by: oneOf(WORK_SPANS).default('day'),
  /** A day of the last period. Default: today. */
  date: day().optional(),
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
          id: z.int(),
          full_name: z.string(),
          active: z.boolean(),
          /** Last working day of a person who has left. */
          end_time: z.string().nullable(),
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
      results: z.array(z.object({ from: z.string(), to: z.string(), ...figures })),
      total: z.object(figures),
      /**
       * Steps of finished tasks before this month are archived, so figures of earlier days lack them. Null without effect on these days.
       */
      archived_before: z.string().nullable(),
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
