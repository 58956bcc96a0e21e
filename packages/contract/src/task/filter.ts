import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import { BANDS } from '@darkroom/domain/floor/bands';
import { JOB_PRIORITIES } from '@darkroom/domain/job/status';
import { TASK_STATUSES } from '@darkroom/domain/task/status';
import { z } from 'zod';
import { DUE_FILTERS } from '../due-date/due-date.ts';
import { count, day, id, ids, oneOf, oneOrMore, sortBy, text } from '../fields.ts';

export const taskStatus = () => z.literal(TASK_STATUSES, { error: () => 'invalid' });
export const oneOrMoreStatuses = () => oneOrMore(taskStatus(), TASK_STATUSES.length);

/**
 * Part of the floor to list. `all`: all tasks that the caller can see. `mine`: tasks in progress with the caller as editor or QC.
 * `waiting`: tasks that wait for the caller (assigned, faults and rework to fix, resolved faults, rechecks). `pool`: tasks that the
 * caller can take. The last three do not overlap. Their default order is rework and faults first, then urgent, due date, age.
 */
export const TASK_SCOPES = ['all', 'mine', 'waiting', 'pool'] as const;
export type TaskScope = (typeof TASK_SCOPES)[number];

export const taskFilter = {
  scope: oneOf(TASK_SCOPES)
    .default('all')
    .describe(
      '`all`: all tasks that the caller can view. `mine`: in progress with the caller. `waiting`: waiting for the caller. `pool`: tasks that the caller can take.',
    ),
  status: oneOrMoreStatuses().optional().describe('Only tasks in one of these statuses, by number.'),
  band: oneOf(BANDS).optional().describe('Only open work in this stage of the floor.'),
  workstream: oneOf(WORKSTREAMS).optional(),
  job_date_from: day().optional(),
  job_date_to: day().optional(),
  customer0_id: ids().optional(),
  customer1_id: ids().optional(),
  customer2_id: ids().optional(),
  service_type_id: ids().optional(),
  service_cat1_id: ids().optional(),
  service_cat2_id: ids().optional(),
  job_priority: oneOf(JOB_PRIORITIES).optional(),
  due: oneOf(DUE_FILTERS).optional().describe('Only open work by its due date: late, likely to be late, or due today.'),
  editor: ids().optional(),
  first_qc: ids().optional(),
  second_qc: ids().optional(),
  has_support: z.boolean().optional().describe('True: tasks with supporters. False: tasks without.'),
  waits_hours: count(1, 10_000)
    .optional()
    .describe('Only tasks in their current status for more than this many hours.'),
  job_id: id().optional().describe('Only tasks of this job.'),
  text: text()
    .optional()
    .describe('Text in the prod ID, the job name or the sub prod ID, or a task ID such as `#990155`.'),
};

/** Sort columns of the task list. `blocking`: open work first, then urgent, due date and day. */
export const TASK_SORTS = ['job_date', 'task_id', 'status', 'status_since', 'due_at', 'blocking'] as const;
/** Default: newest first for `all`, the working order for the caller's own lists. */
export const taskSort = () => sortBy(TASK_SORTS).optional();
