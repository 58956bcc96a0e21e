import { TaskStatus } from '../task/status.ts';

/** Simple status (spec §4) of a job. Customers see no other status. */
export const JOB_STATUSES = ['TO_DO', 'PENDING', 'COMPLETED'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/**
 * Returns the status of a job from its tasks (domain §2). TO_DO: each task is To Do or Editor Assigned, or there is none. COMPLETED: each
 * task is Completed. PENDING: all other cases.
 */
export function jobStatus(tasks: readonly TaskStatus[]): JobStatus {
  if (tasks.every((s) => s === TaskStatus.TO_DO || s === TaskStatus.EDITOR_ASSIGNED)) return 'TO_DO';
  return tasks.every((s) => s === TaskStatus.COMPLETED) ? 'COMPLETED' : 'PENDING';
}

export const simpleStatus = (status: TaskStatus): JobStatus => jobStatus([status]);

/** Job priorities (spec §3). A job without priority is ordinary work. */
export const JOB_PRIORITIES = ['Urgent', 'Carefully'] as const;
export type JobPriority = (typeof JOB_PRIORITIES)[number];

/** Creates `YYMMDD-NNN`: the number of a job from its date and the running number of that day (domain §2). */
export const createProdId = (job_date: string, running: number): string =>
  `${job_date.slice(2, 4)}${job_date.slice(5, 7)}${job_date.slice(8, 10)}-${String(running).padStart(3, '0')}`;

/** Creates `<prod_id>-NN`: the number of a detail within its job. */
export const createSubProdId = (prod_id: string, running: number): string =>
  `${prod_id}-${String(running).padStart(2, '0')}`;

/**
 * Returns the key of a production ID, which is unique regardless of upper and lower case (domain §2). The same key in SQL is the index
 * `job_prod_id_any_case`.
 */
export const prodIdKey = (prod_id: string): string => prod_id.toLowerCase();
