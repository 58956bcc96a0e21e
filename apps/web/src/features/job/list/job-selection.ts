import type { OutputOf } from '@darkroom/contract/endpoint';
import { isSeen, type Job, type JobDetail, type StripTask } from '@darkroom/contract/job/job';
import type { jobManyEndpoints } from '@darkroom/contract/job/many';
import type { Task } from '@darkroom/contract/task/task';
import type { TaskInShort } from '@darkroom/contract/task/many';
import { belowOf } from '@darkroom/domain/job/below';
import type { RowKey } from '../../../ui/data-table/data-table-row.tsx';

/** Fields of a job that actions and messages need. */
export type JobInShort = OutputOf<typeof jobManyEndpoints.ids>['results'][number];

/** Rows of three kinds are selected in one table. The prefix of the key gives the kind. */
export const jobKey = (job: Pick<Job, 'job_id'>): string => `j${job.job_id}`;
export const detailKey = (detail: Pick<JobDetail, 'job_detail_id'>): string => `d${detail.job_detail_id}`;
export const taskKey = (task: Pick<Task, 'task_id'>): string => `t${task.task_id}`;

/** Selected rows by key. Jobs have their short form, so that jobs of other pages can be changed too. */
export type Chosen = ReadonlyMap<RowKey, JobInShort | null>;

type Named = Omit<JobInShort, 'below'>;

const inShort = (
  { job_id, version, prod_id, job_date, job_status, quoted, requested }: Named,
  below: number,
): JobInShort => ({
  job_id,
  version,
  prod_id,
  job_date,
  job_status,
  quoted,
  requested,
  below,
});

/** A job of the page as a summary, with the details and tasks that are shown. */
const asShown = (job: Job): JobInShort => inShort(job, belowOf(job.job_details));

/** Selection with these keys. Jobs on the page are stored in their current state. */
export function choose(chosen: Chosen, keys: ReadonlySet<RowKey>, jobs: readonly Job[]): Chosen {
  const onPage = new Map<RowKey, JobInShort>(jobs.map((job) => [jobKey(job), asShown(job)]));
  return new Map([...keys].map((key) => [key, onPage.get(key) ?? chosen.get(key) ?? null]));
}

/** Selection after a change of page: only jobs stay, because details and tasks are only visible under their job. */
export const jobsOnly = (chosen: Chosen): Chosen => new Map([...chosen].filter(([, job]) => job !== null));

/** Selection after a change of jobs: a later step needs their newest versions. Rows below them did not change. */
export const withVersions = (chosen: Chosen, jobs: readonly Named[]): Chosen => {
  const next = new Map(chosen);
  for (const job of jobs) {
    const was = next.get(jobKey(job));
    if (was) next.set(jobKey(job), inShort(job, was.below));
  }
  return next;
};

/**
 * Jobs of a confirmation that are still selected, in their state when the dialog opened. The user has not confirmed later changes of
 * others (decision 158).
 */
export function asRequested(asked: readonly JobInShort[], { jobs }: Pick<Selected, 'jobs'>): JobInShort[] {
  const still = new Set(jobs.map(({ job_id }) => job_id));
  return asked.filter(({ job_id }) => still.has(job_id));
}

export interface Selected {
  jobs: JobInShort[];
  /** Selected jobs on other pages. Their tasks are not loaded. */
  elsewhere: JobInShort[];
  /** Number of tasks of the selected jobs. Null if some jobs are on other pages. */
  tasksOfJobs: number | null;
  /** Details whose job is not selected, with that job. */
  details: { job: Job; detail: JobDetail }[];
  /** Visible tasks. A cell that only shows a status has no actions. */
  tasks: { job: Job; detail: JobDetail; task: Task }[];
  /** Every visible task that is selected itself, or below a selected job or detail of this page. */
  allTasks: TaskInShort[];
}

/** Current state of the selected rows. Keys of missing rows are ignored. */
export function selectedRows(jobs: readonly Job[], chosen: Chosen): Selected {
  const details = jobs.flatMap((job) => job.job_details.map((detail) => ({ job, detail })));
  const here = jobs.filter((job) => chosen.has(jobKey(job)));
  const keysHere = new Set(here.map(jobKey));
  const elsewhere = [...chosen].flatMap(([key, job]) => (job && !keysHere.has(String(key)) ? [job] : []));
  const seen = details.flatMap(({ job, detail }) => detail.tasks.filter(isSeen).map((task) => ({ job, detail, task })));
  const keysOf = ({ job, detail, task }: (typeof seen)[number]) => [jobKey(job), detailKey(detail), taskKey(task)];
  return {
    jobs: [...here.map(asShown), ...elsewhere],
    elsewhere,
    tasksOfJobs: elsewhere.length > 0 ? null : here.flatMap(tasksOf).length,
    details: details.filter(({ job, detail }) => chosen.has(detailKey(detail)) && !chosen.has(jobKey(job))),
    tasks: seen.filter(({ task }) => chosen.has(taskKey(task))),
    allTasks: seen
      .filter((row) => keysOf(row).some((key) => chosen.has(key)))
      .map(({ detail, task }) => ({ ...task, sub_prod_id: detail.sub_prod_id })),
  };
}

export const countSelected = (selected: Selected): number =>
  selected.jobs.length + selected.details.length + selected.tasks.length;

export const tasksOf = (job: Job): StripTask[] => job.job_details.flatMap((detail) => detail.tasks);
