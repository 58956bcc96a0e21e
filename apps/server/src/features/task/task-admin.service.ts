import type { Task } from '@darkroom/contract';
import { holds } from '@darkroom/domain/permission/access';
import { NO_ACTS } from '@darkroom/domain/task/four-eyes';
import { EVENT_OF_STATUS, isIn, TaskStatus } from '@darkroom/domain/task/status';
import type { TaskPatch } from '@darkroom/domain/task/decide';
import { newTask, sees, taskSight } from '@darkroom/domain/task/visibility';
import { audit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/fail.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { emit } from '../../live/emit.ts';
import { tellOfTasks } from '../notice/notice.service.ts';
import { refreshStatuses } from '../job/job-status.service.ts';
import { deleteTasks, findDetailJob, findTasks, insertMoves, insertTasks, updateTask } from './task.queries.ts';
import { stopLocked } from './task-lock.service.ts';
import { checkEditor, lockSeen, settle } from './task.service.ts';

/** Sets any field and any status, with a reason that goes into the history (spec §7 admin/task/update). Four eyes hold all the same. */
export async function adminUpdateTask(ctx: Ctx, input: InputFor<'task.adminUpdate'>): Promise<Task> {
  const { task_id, version, reason, ...wanted } = input;
  const [task] = (await lockSeen(ctx, [{ task_id, version }])) as [Task];
  await stopLocked(ctx, [{ status: task.status, to: wanted.status }]);
  const status = wanted.status ?? task.status;
  const patch: TaskPatch & { notes?: string } = { ...wanted };
  // A To Do task is nobody's, and begins anew; any other is somebody's.
  if (status === TaskStatus.TO_DO) Object.assign(patch, NO_ACTS);
  if (status === TaskStatus.TO_DO && wanted.editor === undefined) patch.editor = null;
  const editor = patch.editor === undefined ? task.editor : patch.editor;
  if (status !== TaskStatus.TO_DO && editor === null) throw fail('editor_required', { field: 'editor' });
  if (status === TaskStatus.TO_DO && editor !== null) {
    throw fail('validation', { errors: [{ field: 'editor', code: 'invalid' }] });
  }
  const people = { ...task, ...patch };
  if (people.first_qc !== null && people.first_qc === people.second_qc) throw fail('four_eyes', { field: 'second_qc' });
  if (editor !== null && (editor !== task.editor || 'first_qc' in wanted || 'second_qc' in wanted)) {
    await checkEditor(ctx, editor, [{ ...task, ...patch }]);
  }
  if (status !== task.status) {
    if (!isIn([TaskStatus.TO_DO, TaskStatus.EDITOR_ASSIGNED], status) && task.start_time === null)
      patch.start_time = ctx.now;
    patch.end_time = status === TaskStatus.COMPLETED ? (task.end_time ?? ctx.now) : null;
    patch.qc_from = null;
  }
  await updateTask(ctx.db, task_id, patch, ctx.now);
  await insertMoves(ctx.db, [
    {
      task_id,
      action: 'admin_update',
      event: status === task.status ? null : (EVENT_OF_STATUS[status] ?? null),
      from_status: task.status,
      to_status: status,
      user_id: ctx.actor.user_id,
      at: ctx.now,
      note: reason,
    },
  ]);
  const [after] = (await findTasks(ctx.db, [task_id])) as [Task];
  await audit(ctx, {
    action: 'task.adminUpdate',
    entity: 'task',
    entity_id: task_id,
    before: task,
    after,
    note: reason,
  });
  await tellOfTasks(ctx, [task], [after], { note: reason });
  await settle(ctx, [task, after]);
  return after;
}

/** A task's notes: its editor's, its QCs', and whoever may change task notes (domain §7). */
export async function updateTaskNotes(ctx: Ctx, input: InputFor<'task.updateNotes'>): Promise<Task> {
  const [task] = (await lockSeen(ctx, [input])) as [Task];
  await stopLocked(ctx, [task]);
  const part = [task.editor, task.first_qc, task.second_qc, task.rework_qc_1, task.rework_qc_2].includes(
    ctx.actor.user_id,
  );
  const may = part || holds(ctx.actor, 'npn_change_task_note') || holds(ctx.actor, 'npn_do_any_task');
  if (!may) throw fail('not_allowed', { current: task });
  await updateTask(ctx.db, task.task_id, { notes: input.notes }, ctx.now);
  const [after] = (await findTasks(ctx.db, [task.task_id])) as [Task];
  await audit(ctx, {
    action: 'task.updateNotes',
    entity: 'task',
    entity_id: task.task_id,
    before: { notes: task.notes },
    after: { notes: after.notes },
  });
  await tellOfTasks(ctx, [task], [after]);
  await emit(ctx, 'task', [task.task_id]);
  return after;
}

/** More tasks for a detail whose tasks one sees (domain §2). */
export async function addTasks(ctx: Ctx, input: InputFor<'task.add'>): Promise<AnswerOf<'task.add'>> {
  const parent = await findDetailJob(ctx.db, input.job_detail_id);
  if (!parent || !sees(taskSight(ctx.actor), newTask(parent.workstream))) {
    throw fail('not_found', { field: 'job_detail_id' });
  }
  const { job_id } = parent;
  const details = Array.from({ length: input.count }, () => input.job_detail_id);
  const ids = await insertTasks(ctx.db, details, ctx.actor.user_id, ctx.now);
  await refreshStatuses(ctx.db, [job_id]);
  const results = await findTasks(ctx.db, ids);
  await audit(
    ctx,
    results.map((after) => ({ action: 'task.add', entity: 'task', entity_id: after.task_id, after })),
  );
  await emit(ctx, 'task', ids);
  await emit(ctx, 'job', [job_id]);
  return { results };
}

/** Deletes To Do tasks, all or nothing; the audit row keeps what was deleted. */
export async function deleteTodoTasks(ctx: Ctx, input: InputFor<'task.delete'>): Promise<AnswerOf<'task.delete'>> {
  const tasks = await lockSeen(ctx, input.tasks);
  await stopLocked(ctx, tasks);
  const begun = tasks.find((t) => t.status !== TaskStatus.TO_DO);
  if (begun) throw fail('task_in_production', { current: begun });
  const ids = tasks.map((t) => t.task_id);
  await deleteTasks(ctx.db, ids);
  await audit(
    ctx,
    tasks.map((before) => ({ action: 'task.delete', entity: 'task', entity_id: before.task_id, before })),
  );
  await settle(ctx, tasks);
  return { deleted: ids };
}
