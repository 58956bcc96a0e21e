import type { Task, TaskRow } from '@darkroom/contract/task/task';
import { canView, taskVisibility, type TaskVisibility } from '@darkroom/domain/task/visibility';
import type { Database } from '../../db/connect.ts';
import type { Condition } from '../../db/list/condition.ts';
import type { Ctx, SessionActor } from '../../http/context.ts';
import { taskConditions, type TaskFilter } from './list/task.filter.ts';
import { visibilityCondition } from './list/task.visibility.ts';
import { findTaskRows, findTasks, lockTasks } from './task.queries.ts';
import { stopLocked } from './task-lock.service.ts';
import { lockSeen, noTask } from './task.service.ts';

/** What other features read and write of tasks, outside the transition table: rework, exports. */
export const readTaskRows = (db: Database, ids: readonly number[]): Promise<TaskRow[]> => findTaskRows(db, ids);

/** Tasks as they stand, by id. */
export const readTasksById = async (db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, Task>> =>
  new Map((await findTasks(db, ids)).map((task) => [task.task_id, task]));

/** A task filter's conditions within what the actor may see. */
export const narrowTasks = async (ctx: Ctx, filter: TaskFilter, sight: TaskVisibility): Promise<Condition[]> =>
  (await taskConditions(ctx, filter, sight)).where;

/** Which tasks the actor may see, as a condition on the task `t`; null when all are. */
export const tasksSeen = (actor: SessionActor): Condition | null => visibilityCondition(taskVisibility(actor));

/** Whether the actor may know of a task (domain §2, "Who sees which tasks"); one that is gone is seen by who sees them all. */
export async function maySeeTask(ctx: Ctx, task_id: number): Promise<boolean> {
  const sight = taskVisibility(ctx.actor);
  if (sight.everything || !Number.isSafeInteger(task_id) || task_id > 2 ** 31 - 1) return sight.everything;
  const [task] = await findTasks(ctx.db, [task_id]);
  return task !== undefined && canView(sight, task);
}

/** One task as it stands, held against everybody else's move; what the actor may know of it is the caller's to ask. */
export const holdTask = async (ctx: Ctx, task_id: number): Promise<Task | undefined> =>
  (await lockTasks(ctx.db, [task_id]))[0];

/** Locks one task the actor may see and no lock keeps still; with a version, only if it is still the one they saw. */
export async function lockVisible(ctx: Ctx, task_id: number, version: number | undefined): Promise<Task> {
  const seen = version ?? (await findTasks(ctx.db, [task_id]))[0]?.version;
  if (seen === undefined) throw noTask();
  const [task] = (await lockSeen(ctx, [{ task_id, version: seen }])) as [Task];
  stopLocked(ctx, [task]);
  return task;
}
