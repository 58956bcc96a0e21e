import type { OutputOf } from '@darkroom/contract/endpoint';
import { isSeen, type Job, type JobDetail, type StripTask } from '@darkroom/contract/job/job';
import type { jobManyEndpoints } from '@darkroom/contract/job/many';
import type { Task } from '@darkroom/contract/task/task';
import type { TaskInShort } from '@darkroom/contract/task/many';
import { belowOf } from '@darkroom/domain/job/below';
import type { RowKey } from '../../../ui/data-table/data-table-row.tsx';

/** As much of a job as it takes to do something with it and to name it. */
export type JobInShort = OutputOf<typeof jobManyEndpoints.ids>['results'][number];

/** Rows of three kinds are selected in one table; their keys say which is which. */
export const jobKey = (job: Pick<Job, 'job_id'>): string => `j${job.job_id}`;
export const detailKey = (detail: Pick<JobDetail, 'job_detail_id'>): string => `d${detail.job_detail_id}`;
export const taskKey = (task: Pick<Task, 'task_id'>): string => `t${task.task_id}`;

/** What is chosen, by its key. Jobs are known in short, so that those of other pages can be acted on too. */
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

/** A job of the page, with what hangs below it as it is shown. */
const asShown = (job: Job): JobInShort => inShort(job, belowOf(job.job_details));

/** The choice that has these keys; jobs on the page are remembered as they are now. */
export function choose(chosen: Chosen, keys: ReadonlySet<RowKey>, jobs: readonly Job[]): Chosen {
  const onPage = new Map<RowKey, JobInShort>(jobs.map((job) => [jobKey(job), asShown(job)]));
  return new Map([...keys].map((key) => [key, onPage.get(key) ?? chosen.get(key) ?? null]));
}

/** What stays chosen when another page comes: jobs. Details and tasks are only seen under theirs. */
export const jobsOnly = (chosen: Chosen): Chosen => new Map([...chosen].filter(([, job]) => job !== null));

/** The choice after some of its jobs were changed: a later step needs their newest versions. What hangs below them was not. */
export const withVersions = (chosen: Chosen, jobs: readonly Named[]): Chosen => {
  const next = new Map(chosen);
  for (const job of jobs) {
    const was = next.get(jobKey(job));
    if (was) next.set(jobKey(job), inShort(job, was.below));
  }
  return next;
};

/**
 * Of the jobs somebody was asked about, those that are still selected, as they were when the question was opened: what others have changed
 * since, they have not agreed to (decision 158).
 */
export function asAsked(asked: readonly JobInShort[], { jobs }: Pick<Selected, 'jobs'>): JobInShort[] {
  const still = new Set(jobs.map(({ job_id }) => job_id));
  return asked.filter(({ job_id }) => still.has(job_id));
}

export interface Selected {
  jobs: JobInShort[];
  /** Those of them that are not on this page: their tasks are not known here. */
  elsewhere: JobInShort[];
  /** How many tasks the selected jobs have; null where some of them are not on this page. */
  tasksOfJobs: number | null;
  /** Details whose job is not selected itself, with the job they belong to. */
  details: { job: Job; detail: JobDetail }[];
  /** Those one sees: a cell of the strip that only shows its status is not acted on. */
  tasks: { job: Job; detail: JobDetail; task: Task }[];
  /** Every task one sees that is selected itself, or under a selected job or detail of this page. */
  allTasks: TaskInShort[];
}

/** The selected rows as they now are. Keys of rows that are gone stand for nothing. */
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
