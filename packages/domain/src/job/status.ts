import { TaskStatus } from '../task/status.ts';

/** The simple three-state display (spec §4): what a job shows, and all a customer ever sees. */
export const JOB_STATUSES = ['TO_DO', 'PENDING', 'COMPLETED'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/**
 * A job's status from the statuses of all its tasks (domain §2): TO_DO while every task is To Do or Editor Assigned (or
 * there is none), COMPLETED when every task is Completed, else PENDING.
 */
export function jobStatus(tasks: readonly TaskStatus[]): JobStatus {
  if (tasks.every((s) => s === TaskStatus.TO_DO || s === TaskStatus.EDITOR_ASSIGNED)) return 'TO_DO';
  return tasks.every((s) => s === TaskStatus.COMPLETED) ? 'COMPLETED' : 'PENDING';
}

/** One task in the three-state display. */
export const simpleStatus = (status: TaskStatus): JobStatus => jobStatus([status]);

/** Job priorities (spec §3). A job without one is ordinary. */
export const JOB_PRIORITIES = ['Urgent', 'Carefully'] as const;
export type JobPriority = (typeof JOB_PRIORITIES)[number];

/** `YYMMDD-NNN`: the job's human number, made of its date and the running number of that day (domain §2). */
export const makeProdId = (job_date: string, running: number): string =>
  `${job_date.slice(2, 4)}${job_date.slice(5, 7)}${job_date.slice(8, 10)}-${String(running).padStart(3, '0')}`;

/** `<prod_id>-NN`: a detail's number within its job. */
export const makeSubProdId = (prod_id: string, running: number): string =>
  `${prod_id}-${String(running).padStart(2, '0')}`;

/** Equal for production IDs that differ only by case: they are one (domain §2, unique). The twin of the index `job_prod_id_any_case`. */
export const prodIdKey = (prod_id: string): string => prod_id.toLowerCase();
