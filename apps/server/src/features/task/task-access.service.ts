import type { Task, TaskRow } from '@darkroom/contract/task/task';
import { canView, getTaskVisibility, type TaskVisibility } from '@darkroom/domain/task/visibility';
import type { Database } from '../../db/connect.ts';
import type { Condition } from '../../db/list/condition.ts';
import type { Ctx, SessionActor } from '../../http/context.ts';
import { taskConditions, type TaskFilter } from './list/task.filter.ts';
import { visibilityCondition } from './list/task.visibility.ts';
import { findTaskRows, findTasks, lockTasks } from './task.queries.ts';
import { rejectSystemLocked } from './task-system-lock.service.ts';
import { lockTasksAtVersion, createTaskNotFoundError } from './task.service.ts';

/** Reads task rows for other features: rework, exports. */
export const readTaskRows = (db: Database, ids: readonly number[]): Promise<TaskRow[]> => findTaskRows(db, ids);

export const readTasksById = async (db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, Task>> =>
  new Map((await findTasks(db, ids)).map((task) => [task.task_id, task]));

/** Creates the conditions of a task filter, limited to tasks that the actor sees. */
export const createTaskConditions = async (
  ctx: Ctx,
  filter: TaskFilter,
  visibility: TaskVisibility,
): Promise<Condition[]> => (await taskConditions(ctx, filter, visibility)).where;

/** Creates the condition for tasks `t` that the actor sees. Returns null if the actor sees all. */
export const createVisibilityCondition = (actor: SessionActor): Condition | null =>
  visibilityCondition(getTaskVisibility(actor));

/** Returns true if the actor can see a task (domain §2). Users who see all tasks also see a deleted one. */
export async function canSeeTask(ctx: Ctx, task_id: number): Promise<boolean> {
  const visibility = getTaskVisibility(ctx.actor);
  if (visibility.everything || !Number.isSafeInteger(task_id) || task_id > 2 ** 31 - 1) return visibility.everything;
  const [task] = await findTasks(ctx.db, [task_id]);
  return task !== undefined && canView(visibility, task);
}

/** Locks and reads one task. The caller must check its visibility. */
export const lockTask = async (ctx: Ctx, task_id: number): Promise<Task | undefined> =>
  (await lockTasks(ctx.db, [task_id]))[0];

/** Locks one visible and unlocked task. If a version is given, it must be current. */
export async function lockVisibleTask(ctx: Ctx, task_id: number, version: number | undefined): Promise<Task> {
  const expectedVersion = version ?? (await findTasks(ctx.db, [task_id]))[0]?.version;
  if (expectedVersion === undefined) throw createTaskNotFoundError();
  const [task] = (await lockTasksAtVersion(ctx, [{ task_id, version: expectedVersion }])) as [Task];
  rejectSystemLocked(ctx, [task]);
  return task;
}
