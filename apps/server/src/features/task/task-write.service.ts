import type { Task } from '@darkroom/contract/task/task';
import type { TaskPatch } from '@darkroom/domain/task/state';
import type { TaskEvent } from '@darkroom/domain/task/status';
import { writeAudit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import { emitTasks } from '../../live/emit.ts';
import { updateComplaintsOfTasks } from '../complaint/complaint-sync.service.ts';
import { refreshStatuses } from '../job/job-status.service.ts';
import { notifyOfTasks } from '../notification/notification.service.ts';
import { createMove } from './move.ts';
import { findTasks, insertMoves, updateTask } from './task.queries.ts';

/** Writes the consequences of changed tasks, given as they were before: derived statuses, and the live event to all open screens. */
export async function writeConsequences(ctx: Ctx, before: readonly Task[]): Promise<void> {
  const job_ids = [...new Set(before.map((t) => t.job_id))];
  await refreshStatuses(ctx.db, job_ids);
  await emitTasks(ctx, before, job_ids);
  await updateComplaintsOfTasks(ctx, before);
}

interface MoveDecision {
  readonly patch: TaskPatch;
  readonly event?: TaskEvent | null;
}

/** Writes one move of one task, like `writeMoves`. */
export async function writeMove(
  ctx: Ctx,
  task: Task,
  action: string,
  decision: MoveDecision,
  { note, fault_kinds }: { note: string | null; fault_kinds?: readonly string[] | undefined },
): Promise<Task> {
  const [after] = (await writeMoves(ctx, action, [{ task, decision, note }], fault_kinds)) as [Task];
  return after;
}

/** Writes the same move of several tasks as one: tasks, history, audit, derived statuses and live event. */
export async function writeMoves(
  ctx: Ctx,
  action: string,
  moves: readonly { task: Task; decision: MoveDecision; note: string | null }[],
  fault_kinds?: readonly string[],
): Promise<Task[]> {
  const before = moves.map(({ task }) => task);
  for (const { task, decision } of moves) await updateTask(ctx.db, task.task_id, decision.patch, ctx.now);
  await insertMoves(
    ctx.db,
    moves.map(({ task, decision: { patch, event = null }, note }) =>
      createMove(ctx, task, action, { undoable: true, to_status: patch.status, event, note, fault_kinds }),
    ),
  );
  const done = await findTasks(
    ctx.db,
    before.map((task) => task.task_id),
  );
  const byId = new Map(done.map((after) => [after.task_id, after]));
  await writeAudit(
    ctx,
    moves.map(({ task, note }) => ({
      action: `task.${action}`,
      entity: 'task' as const,
      entity_id: task.task_id,
      before: task,
      after: byId.get(task.task_id),
      note: note ?? undefined,
    })),
  );
  const [firstMove] = moves;
  await notifyOfTasks(ctx, before, done, { note: moves.length === 1 ? firstMove?.note : null, fault_kinds });
  await writeConsequences(ctx, before);
  return done;
}
