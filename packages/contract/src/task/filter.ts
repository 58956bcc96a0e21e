import { BANDS } from '@darkroom/domain/floor/bands';
import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import { JOB_PRIORITIES } from '@darkroom/domain/job/status';
import { TASK_STATUSES } from '@darkroom/domain/task/status';
import { z } from 'zod';
import { count, day, id, ids, oneOf, sortBy, text, some } from '../fields.ts';
import { DUE_FILTERS } from '../promise/promise.ts';

export const taskStatus = () => z.literal(TASK_STATUSES, { error: () => 'invalid' });
export const someStatuses = () => some(taskStatus(), TASK_STATUSES.length);

/**
 * Which part of the floor to list. `all`: everything one may see. `mine`: what is under way in one's hands, as editor or QC.
 * `waiting`: what waits for one to go on (assigned, faults and rework to mend, resolved work one found faults in, rechecks).
 * `pool`: what one could take. The last three never overlap and come with what
 * came back first, then urgent, then promised for sooner, then oldest, unless `sort` says otherwise.
 */
export const TASK_SCOPES = ['all', 'mine', 'waiting', 'pool'] as const;
export type TaskScope = (typeof TASK_SCOPES)[number];

/** What a task list can be narrowed by. */
export const taskFilter = {
  scope: oneOf(TASK_SCOPES).default('all'),
  status: someStatuses().optional(),
  /** Open work where it stands on the floor (decision 128), which the status alone does not tell. */
  band: oneOf(BANDS).optional(),
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
  /** Open work by its promise. */
  due: oneOf(DUE_FILTERS).optional(),
  editor: ids().optional(),
  first_qc: ids().optional(),
  second_qc: ids().optional(),
  has_support: z.boolean().optional(),
  /** In its present status for more than this many hours. */
  waits_hours: count(1, 10_000).optional(),
  job_id: id().optional(),
  /** Words of the job's number or name, a detail's number, or the task's own (`taskNumber`). */
  text: text().optional(),
};

/** What the task list can be ordered by: columns, and `blocking`: open work first, urgent before the rest, then what is
 * promised for sooner, then the oldest day. */
export const TASK_SORTS = ['job_date', 'task_id', 'status', 'status_since', 'due_at', 'blocking'] as const;
/** Without it `all` comes newest first, one's own lists in the order they should be taken. */
export const taskSort = () => sortBy(TASK_SORTS).optional();
