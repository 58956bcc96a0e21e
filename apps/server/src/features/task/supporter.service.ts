import type { Task } from '@darkroom/contract/task/task';
import { addActors, breaksFourEyes } from '@darkroom/domain/task/four-eyes';
import { canEditIn } from '@darkroom/domain/task/roles';
import { BEING_EDITED, isIn, TaskStatus } from '@darkroom/domain/task/status';
import type { TaskPatch } from '@darkroom/domain/task/state';
import { anyOf, can, type Subject } from '@darkroom/domain/permission/access';
import { writeAudit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/response/fail.ts';
import type { InputFor } from '../../http/handlers.ts';
import { emitTasks } from '../../live/emit.ts';
import { createMove } from './move.ts';
import {
  findTasks,
  findInvolvedSupporters,
  findWorkers,
  insertMoves,
  replaceSupporters,
  updateTask,
} from './task.queries.ts';
import { rejectSystemLocked } from './task-system-lock.service.ts';
import { lockTasksAtVersion } from './task.service.ts';

/**
 * Sets the supporters of a task with notes (domain §2), by assigners or its editor. Supporters are active editors of its workstream who
 * do not check it.
 */
export async function changeSupporters(ctx: Ctx, input: InputFor<'task.supporters'>): Promise<Task> {
  const [task] = (await lockTasksAtVersion(ctx, [input])) as [Task];
  rejectSystemLocked(ctx, [task]);
  const isAllowed = task.editor === ctx.actor.user_id || can(ctx.actor, anyOf('npn_assign_task', 'npn_do_any_task'));
  if (!isAllowed) throw fail('not_allowed', { current: task });
  const ids = input.supporters.map((s) => s.user_id);
  const workers = await findWorkers(ctx.db, ids);
  validateSupporters(task, ids, workers);

  const supportedIds = await findInvolvedSupporters(ctx.db, task.task_id);
  await replaceSupporters(ctx.db, task.task_id, input.supporters, ctx.now);
  await updateTask(ctx.db, task.task_id, createRemovalPatch(task, ids, supportedIds), ctx.now);
  await insertMoves(ctx.db, [createMove(ctx, task, 'supporters', { undoable: false })]);
  const [after] = (await findTasks(ctx.db, [task.task_id])) as [Task];
  await writeAudit(ctx, {
    action: 'task.supporters',
    entity: 'task',
    entity_id: task.task_id,
    before: { supporters: task.supporters },
    after: { supporters: after.supporters },
  });
  await emitTasks(ctx, [task]);
  return after;
}

/** Refuses all invalid people at once. Four eyes alone is a 409, otherwise one of the errors. */
function validateSupporters(task: Task, ids: readonly number[], workers: ReadonlyMap<number, Subject>): void {
  const currentIds = new Set(task.supporters.map((supporter) => supporter.user_id));
  const getErrorCode = (id: number, at: number) => {
    const worker = workers.get(id);
    if (!worker) return 'unknown';
    if (ids.indexOf(id) < at) return 'duplicate';
    if (task.editor === id || breaksFourEyes('edit', task, id)) return 'four_eyes';
    return currentIds.has(id) || canEditIn(worker, task) ? null : 'editor_not_of_workstream';
  };
  const errors = ids.flatMap((id, index) => {
    const code = getErrorCode(id, index);
    return code === null ? [] : [{ field: `supporters.${index}.user_id`, code }];
  });
  const [first] = errors;
  if (!first) return;
  if (errors.every(({ code }) => code === 'four_eyes')) throw fail('four_eyes', { field: first.field, current: task });
  throw fail('validation', { errors });
}

/**
 * Returns the patch that records removed supporters, who cannot check the task (domain §2). Supporters who were removed
 * before work began are left out.
 */
export function createRemovalPatch(
  task: Task,
  remaining: readonly number[],
  supportedIds: readonly number[] = task.supporters.map((supporter) => supporter.user_id),
): TaskPatch {
  if (task.status === TaskStatus.TO_DO) return {};
  const isInWork = isIn(BEING_EDITED, task.status);
  const removedIds = task.supporters
    .map((s) => s.user_id)
    .filter((id) => !remaining.includes(id) && (isInWork || supportedIds.includes(id)));
  return addActors('edit', task, removedIds);
}
