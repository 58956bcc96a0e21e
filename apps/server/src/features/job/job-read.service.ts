import type { Job, JobDetail, StripTask } from '@darkroom/contract/job/job';
import type { JobDetailRow } from '@darkroom/contract/job/bulk';
import type { Task } from '@darkroom/contract/task/task';
import { groupBy } from '@darkroom/domain/list/group-by';
import { sumDeliveries } from '@darkroom/domain/task/quantities';
import type { Actor } from '@darkroom/domain/task/decide';
import { canView, getTaskVisibility, type TaskVisibility } from '@darkroom/domain/task/visibility';
import type { Database } from '../../db/connect.ts';
import { readTasks } from '../task/task-read.service.ts';
import { findDetailRows, findDetailsOfJobs, findJobRows, type DetailRow } from './job.queries.ts';

/**
 * A detail and a job with all tasks in full, for internal use only. `toVisibleDetail` and `toVisibleJob` create the
 * responses.
 */
export type WholeDetail = Omit<JobDetail, 'tasks'> & { tasks: Task[] };
export type WholeJob = Omit<Job, 'job_details'> & { job_details: WholeDetail[] };

/** Returns the tasks of details, detail by detail. */
export const tasksOf = (details: readonly Pick<WholeDetail, 'tasks'>[]): Task[] => details.flatMap((d) => d.tasks);

/** Returns a cell of the strip for this visibility (domain §2, "In a job"). */
const toStripTask = (visibility: TaskVisibility, task: Task): StripTask =>
  canView(visibility, task) ? task : { task_id: task.task_id, status: task.status };

export const toVisibleTask = (actor: Actor, task: Task): StripTask => toStripTask(getTaskVisibility(actor), task);

/** Returns a detail as the actor can see it. */
export function toVisibleDetail(actor: Actor, detail: WholeDetail): JobDetail {
  const visibility = getTaskVisibility(actor);
  return { ...detail, tasks: detail.tasks.map((task) => toStripTask(visibility, task)) };
}

/** Returns a job as the actor can see it. */
export const toVisibleJob = (actor: Actor, job: WholeJob): Job => ({
  ...job,
  job_details: job.job_details.map((detail) => toVisibleDetail(actor, detail)),
});

async function addTasks(db: Database, details: readonly DetailRow[]): Promise<WholeDetail[]> {
  const ids = details.map((d) => d.job_detail_id);
  const tasks = groupBy(await readTasks(db, ids), (t) => t.job_detail_id);
  return details.map((detail) => {
    const detailTasks = tasks.get(detail.job_detail_id) ?? [];
    return { ...detail, done_quantity: sumDeliveries(detailTasks).done, tasks: detailTasks };
  });
}

/** Reads jobs as the actor can see them, in the order of the ids. */
export const readJobs = async (db: Database, ids: readonly number[], actor: Actor): Promise<Job[]> =>
  (await readWholeJobs(db, ids)).map((job) => toVisibleJob(actor, job));

/** Reads whole jobs in the order of the ids, in three statements. */
export async function readWholeJobs(db: Database, ids: readonly number[]): Promise<WholeJob[]> {
  if (ids.length === 0) return [];
  const jobs = await findJobRows(db, ids);
  const details = groupBy(await addTasks(db, await findDetailsOfJobs(db, ids)), (d) => d.job_id);
  return jobs.map((job) => ({ ...job, job_details: details.get(job.job_id) ?? [] }));
}

/** Reads whole details in id order, in two statements. */
export const readWholeDetails = async (db: Database, ids: readonly number[]): Promise<WholeDetail[]> =>
  addTasks(db, await findDetailRows(db, ids));

/** Reads details with their jobs as the actor can see them, in the order of the ids, in three statements. */
export async function readDetailRows(db: Database, ids: readonly number[], actor: Actor): Promise<JobDetailRow[]> {
  if (ids.length === 0) return [];
  const details = new Map((await readWholeDetails(db, ids)).map((detail) => [detail.job_detail_id, detail]));
  const job_ids = [...new Set([...details.values()].map(({ job_id }) => job_id))];
  const jobs = new Map((await findJobRows(db, job_ids)).map((job) => [job.job_id, job]));
  return ids.flatMap((id) => {
    const detail = details.get(id);
    const job = detail && jobs.get(detail.job_id);
    return job ? [{ ...toVisibleDetail(actor, detail), job }] : [];
  });
}
