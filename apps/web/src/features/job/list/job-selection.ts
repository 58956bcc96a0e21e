import type { OutputOf } from '@darkroom/contract/endpoint';
import { isVisible, type Job, type JobDetail, type StripTask } from '@darkroom/contract/job/job';
import type { jobBulkEndpoints } from '@darkroom/contract/job/bulk';
import type { Task } from '@darkroom/contract/task/task';
import type { TaskSummary } from '@darkroom/contract/task/bulk';
import { calculateJobChecksum } from '@darkroom/domain/job/job-checksum';
import type { RowKey } from '../../../ui/data-table/data-table-row.tsx';

/** Fields of a job that actions and messages need. */
export type JobSummary = OutputOf<typeof jobBulkEndpoints.ids>['results'][number];

/** Returns the key of a job. A table can contain selected rows of three kinds, and the prefix of the key identifies the kind. */
export const jobKey = (job: Pick<Job, 'job_id'>): string => `j${job.job_id}`;
export const detailKey = (detail: Pick<JobDetail, 'job_detail_id'>): string => `d${detail.job_detail_id}`;
export const taskKey = (task: Pick<Task, 'task_id'>): string => `t${task.task_id}`;

/** Selected rows by key. Jobs have their short form, so that jobs of other pages can be changed too. */
export type RowSelection = ReadonlyMap<RowKey, JobSummary | null>;

type JobSummaryFields = Omit<JobSummary, 'checksum'>;

const toJobSummary = (
  { job_id, version, prod_id, job_date, job_status, quoted, requested }: JobSummaryFields,
  checksum: number,
): JobSummary => ({
  job_id,
  version,
  prod_id,
  job_date,
  job_status,
  quoted,
  requested,
  checksum,
});

/** Returns a job of the page as a summary, with the details and tasks that are shown. */
const summarizeJob = (job: Job): JobSummary => toJobSummary(job, calculateJobChecksum(job.job_details));

/** Returns the selection with these keys. Jobs on the page are stored in their current state. */
export function updateSelection(
  selection: RowSelection,
  keys: ReadonlySet<RowKey>,
  jobs: readonly Job[],
): RowSelection {
  const summaryByKey = new Map<RowKey, JobSummary>(jobs.map((job) => [jobKey(job), summarizeJob(job)]));
  return new Map([...keys].map((key) => [key, summaryByKey.get(key) ?? selection.get(key) ?? null]));
}

/** Returns the selection after a change of page. Only jobs stay, because details and tasks are only visible under their job. */
export const keepSelectedJobs = (selection: RowSelection): RowSelection =>
  new Map([...selection].filter(([, job]) => job !== null));

/** Returns the selection with the newest versions of changed jobs, because a later step needs them. Rows below the jobs did not change. */
export const withNewVersions = (selection: RowSelection, jobs: readonly JobSummaryFields[]): RowSelection => {
  const next = new Map(selection);
  for (const job of jobs) {
    const previousSummary = next.get(jobKey(job));
    if (previousSummary) next.set(jobKey(job), toJobSummary(job, previousSummary.checksum));
  }
  return next;
};

/**
 * Returns the jobs of a confirmation that are still selected, in their state when the dialog opened. The user has not confirmed later
 * changes of others (decision 158).
 */
export function filterConfirmedJobs(
  confirmedJobs: readonly JobSummary[],
  { jobs }: Pick<SelectedRows, 'jobs'>,
): JobSummary[] {
  const selectedIds = new Set(jobs.map(({ job_id }) => job_id));
  return confirmedJobs.filter(({ job_id }) => selectedIds.has(job_id));
}

export interface SelectedRows {
  jobs: JobSummary[];
  /** Selected jobs on other pages. Their tasks are not loaded. */
  otherPageJobs: JobSummary[];
  /** Number of tasks of the selected jobs. Null if some jobs are on other pages. */
  tasksOfJobs: number | null;
  /** Details whose job is not selected, with that job. */
  details: { job: Job; detail: JobDetail }[];
  /** Visible tasks. A cell that only shows a status has no actions. */
  tasks: { job: Job; detail: JobDetail; task: Task }[];
  /** Every visible task that is selected itself, or below a selected job or detail of this page. */
  allTasks: TaskSummary[];
}

/** Returns the current state of the selected rows. Keys of missing rows are ignored. */
export function getSelectedRows(jobs: readonly Job[], selection: RowSelection): SelectedRows {
  const details = jobs.flatMap((job) => job.job_details.map((detail) => ({ job, detail })));
  const jobsOnPage = jobs.filter((job) => selection.has(jobKey(job)));
  const keysOnPage = new Set(jobsOnPage.map(jobKey));
  const otherPageJobs = [...selection].flatMap(([key, job]) => (job && !keysOnPage.has(String(key)) ? [job] : []));
  const visibleTasks = details.flatMap(({ job, detail }) =>
    detail.tasks.filter(isVisible).map((task) => ({ job, detail, task })),
  );
  const getRowKeys = ({ job, detail, task }: (typeof visibleTasks)[number]) => [
    jobKey(job),
    detailKey(detail),
    taskKey(task),
  ];
  return {
    jobs: [...jobsOnPage.map(summarizeJob), ...otherPageJobs],
    otherPageJobs,
    tasksOfJobs: otherPageJobs.length > 0 ? null : jobsOnPage.flatMap(getTasks).length,
    details: details.filter(({ job, detail }) => selection.has(detailKey(detail)) && !selection.has(jobKey(job))),
    tasks: visibleTasks.filter(({ task }) => selection.has(taskKey(task))),
    allTasks: visibleTasks
      .filter((row) => getRowKeys(row).some((key) => selection.has(key)))
      .map(({ detail, task }) => ({ ...task, sub_prod_id: detail.sub_prod_id })),
  };
}

export const countSelected = (selected: SelectedRows): number =>
  selected.jobs.length + selected.details.length + selected.tasks.length;

export const getTasks = (job: Job): StripTask[] => job.job_details.flatMap((detail) => detail.tasks);
