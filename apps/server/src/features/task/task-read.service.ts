import type { Task } from '@darkroom/contract/task/task';
import type { Database } from '../../db/connect.ts';
import { findTasksOfDetails, insertTasks } from './task.queries.ts';

/** Reads all tasks of some details, for the job tree. */
export const readTasks = (db: Database, job_detail_ids: readonly number[]): Promise<Task[]> =>
  findTasksOfDetails(db, job_detail_ids);

/** Adds the first task of each new detail (domain §2). */
export const addFirstTasks = (
  db: Database,
  job_detail_ids: readonly number[],
  created_by: number,
  now: string,
): Promise<number[]> => insertTasks(db, job_detail_ids, created_by, now);
