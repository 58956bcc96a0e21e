import type { Job, JobDetail } from '@darkroom/contract';
import { taskQuantity } from '@darkroom/domain/task/decide';
import { TaskStatus } from '@darkroom/domain/task/status';
import type { Database } from '../../db/connect.ts';
import { readTasks } from '../task/task-read.service.ts';
import { findDetailRows, findDetailsOfJobs, findJobRows, type DetailRow } from './job.queries.ts';

/** Rows by one of their ids, each group in the rows' order. */
function grouped<T>(rows: readonly T[], id: (row: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const group = groups.get(id(row));
    if (group) group.push(row);
    else groups.set(id(row), [row]);
  }
  return groups;
}

async function withTasks(db: Database, details: readonly DetailRow[]): Promise<JobDetail[]> {
  const ids = details.map((d) => d.job_detail_id);
  const tasks = grouped(await readTasks(db, ids), (t) => t.job_detail_id);
  return details.map((detail) => {
    const own = tasks.get(detail.job_detail_id) ?? [];
    const done = own.filter((t) => t.status === TaskStatus.COMPLETED);
    return { ...detail, done_quantity: done.reduce((sum, t) => sum + taskQuantity(t), 0), tasks: own };
  });
}

/** Jobs whole, in the order of the ids: three statements, however many jobs. */
export async function readJobs(db: Database, ids: readonly number[]): Promise<Job[]> {
  if (ids.length === 0) return [];
  const jobs = await findJobRows(db, ids);
  const details = grouped(await withTasks(db, await findDetailsOfJobs(db, ids)), (d) => d.job_id);
  return jobs.map((job) => ({ ...job, job_details: details.get(job.job_id) ?? [] }));
}

/** Details whole, in id order: two statements, however many. */
export const readDetails = async (db: Database, ids: readonly number[]): Promise<JobDetail[]> =>
  withTasks(db, await findDetailRows(db, ids));
