import { jobEndpoints, type Job, type JobDetail } from '@darkroom/contract/job/job';
import { jobDetailEndpoints } from '@darkroom/contract/job/bulk';
import type { Task } from '@darkroom/contract/task/task';
import type { QueryClient } from '@tanstack/react-query';
import { updateCachedRows } from '../../../lib/api/cached-list.ts';
import { invalidateTopics } from '../../../lib/api/query.ts';
import { toJob, withChangedJob } from '../details/detail-row.ts';

/** Updates the changed jobs on screen immediately, and refetches every list that can differ. Resolves after the refetch. */
function updateJobs(client: QueryClient, change: (job: Job) => Job): Promise<void> {
  updateCachedRows(client, jobEndpoints.list, change);
  updateCachedRows(client, jobDetailEndpoints.details, (row) => {
    const job = toJob(row);
    const changedJob = change(job);
    return changedJob === job ? row : withChangedJob(row, changedJob);
  });
  return invalidateTopics(client, ['job', 'task']);
}

export const putJob = (client: QueryClient, job: Job): Promise<void> =>
  updateJobs(client, (item) => (item.job_id === job.job_id ? job : item));

export const putDetail = (client: QueryClient, detail: JobDetail): void =>
  void updateJobs(client, (job) =>
    job.job_id === detail.job_id
      ? {
          ...job,
          job_details: job.job_details.map((job_detail) =>
            job_detail.job_detail_id === detail.job_detail_id ? detail : job_detail,
          ),
        }
      : job,
  );

export const putTask = (client: QueryClient, task: Task): void =>
  void updateJobs(client, (job) =>
    job.job_details.some((detail) => detail.tasks.some((item) => item.task_id === task.task_id))
      ? {
          ...job,
          job_details: job.job_details.map((detail) => ({
            ...detail,
            tasks: detail.tasks.map((item) => (item.task_id === task.task_id ? { ...item, ...task } : item)),
          })),
        }
      : job,
  );
