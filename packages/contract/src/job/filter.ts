import { JOB_PRIORITIES, JOB_STATUSES } from '@darkroom/domain/job/status';
import { z } from 'zod';
import { day, id, ids, importId, oneOf, text, someOf } from '../fields.ts';
import { DUE_FILTERS } from '../promise/promise.ts';
import { someStatuses } from '../task/filter.ts';

/** Columns the job list can be ordered by. */
export const JOB_SORTS = ['job_date', 'prod_id', 'job_name', 'job_status', 'due_at'] as const;

/** What the job list can be narrowed by. */
export const jobFilter = {
  job_date_from: day().optional(),
  job_date_to: day().optional(),
  customer0_id: ids().optional(),
  customer1_id: ids().optional(),
  customer2_id: ids().optional(),
  job_status: someOf(JOB_STATUSES).optional(),
  /** Jobs with at least one task in one of these statuses. */
  task_status: someStatuses().optional(),
  job_priority: oneOf(JOB_PRIORITIES).optional(),
  /** Open work by its promise. */
  due: oneOf(DUE_FILTERS).optional(),
  service_type_id: ids().optional(),
  service_cat1_id: ids().optional(),
  service_cat2_id: ids().optional(),
  /** Jobs with at least one detail that has no price (true), or none such (false). */
  unpriced: z.boolean().optional(),
  text: text().optional(),
  job_id: id().optional(),
  /** The jobs one import has added. */
  import_id: importId().optional(),
};
