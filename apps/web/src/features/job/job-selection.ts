import type { Job, JobDetail, Task } from '@darkroom/contract';
import type { RowKey } from '../../ui/data-table-row.tsx';

/** Rows of three kinds are selected in one table; their keys say which is which. */
export const jobKey = (job: Pick<Job, 'job_id'>): string => `j${job.job_id}`;
export const detailKey = (detail: Pick<JobDetail, 'job_detail_id'>): string => `d${detail.job_detail_id}`;
export const taskKey = (task: Pick<Task, 'task_id'>): string => `t${task.task_id}`;

export interface Selected {
  jobs: Job[];
  /** Details whose job is not selected itself, with the job they belong to. */
  details: { job: Job; detail: JobDetail }[];
  tasks: { job: Job; detail: JobDetail; task: Task }[];
}

/** The selected rows as they now are. Keys of rows that are gone stand for nothing. */
export function selectedRows(jobs: readonly Job[], keys: ReadonlySet<RowKey>): Selected {
  const details = jobs.flatMap((job) => job.job_details.map((detail) => ({ job, detail })));
  return {
    jobs: jobs.filter((job) => keys.has(jobKey(job))),
    details: details.filter(({ job, detail }) => keys.has(detailKey(detail)) && !keys.has(jobKey(job))),
    tasks: details
      .flatMap(({ job, detail }) => detail.tasks.map((task) => ({ job, detail, task })))
      .filter(({ task }) => keys.has(taskKey(task))),
  };
}

export const countSelected = (selected: Selected): number =>
  selected.jobs.length + selected.details.length + selected.tasks.length;

export const tasksOf = (job: Job): Task[] => job.job_details.flatMap((detail) => detail.tasks);
