import { ERRORS, type ErrorCode } from '@darkroom/contract/errors';
import type { Task } from '@darkroom/contract/task/task';
import { hasPermission } from '@darkroom/domain/permission/access';
import { returnsToEditor, decideAdmin, type AdminDecision } from '@darkroom/domain/task/admin-update';
import { QUANTITY_FIELDS } from '@darkroom/domain/task/quantities';
import { TASK_ROLES } from '@darkroom/domain/task/roles';
import { isTaken } from '@darkroom/domain/task/status';
import { createNewTask, canView, getTaskVisibility } from '@darkroom/domain/task/visibility';
import { writeAudit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import { fail, rejectEmptyPatch, type Failure } from '../../http/response/fail.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { emit, emitTasks } from '../../live/emit.ts';
import { readXToggle } from '../setting/setting.service.ts';
import { notifyOfTasks } from '../notification/notification.service.ts';
import { removeTasksFromComplaints } from '../complaint/complaint-sync.service.ts';
import { refreshStatuses } from '../job/job-status.service.ts';
import { createMove } from './move.ts';
import {
  deleteTasks,
  findDetailQuantities,
  findDetailJob,
  findTasks,
  findWorkers,
  insertMoves,
  insertTasks,
  updateTask,
} from './task.queries.ts';
import { rejectSystemLocked } from './task-system-lock.service.ts';
import { validateFaultTypes, lockTasksAtVersion } from './task.service.ts';
import { writeConsequences } from './task-write.service.ts';

/**
 * Sets any field and status, with a reason (spec §7 admin/task/update). The domain fills in the fields that a status needs and checks
 * four eyes.
 */
export async function adminUpdateTask(ctx: Ctx, input: InputFor<'task.adminUpdate'>): Promise<Task> {
  const { task_id, version, reason, notes, ...requested } = input;
  rejectEmptyPatch({ ...requested, over: undefined, fewer: undefined, notes });
  const [task] = (await lockTasksAtVersion(ctx, [{ task_id, version }])) as [Task];
  rejectSystemLocked(ctx, [{ status: task.status, to: requested.status }]);
  await validateFaultTypes(ctx, requested.fault_kinds);
  const userIds = TASK_ROLES.flatMap((role) => requested[role] ?? []);
  if (requested.status && returnsToEditor(task, requested.status) && task.editor !== null) userIds.push(task.editor);
  const workers = await findWorkers(ctx.db, userIds);
  const decision = decideAdmin(task, requested, {
    actor: ctx.actor,
    now: ctx.now,
    worker: (id) => workers.get(id) ?? null,
    x_in_use: await readXToggle(ctx.db),
    detail:
      requested.status !== undefined || QUANTITY_FIELDS.some((x) => requested[x] !== undefined)
        ? await findDetailQuantities(ctx.db, task)
        : undefined,
  });
  if (!decision.ok) throw createUpdateError(task, decision);
  const { patch, event } = decision;
  const { note: fault_note, fault_kinds } = requested;
  await updateTask(ctx.db, task_id, { ...patch, notes }, ctx.now);
  await insertMoves(ctx.db, [
    createMove(ctx, task, 'admin_update', {
      undoable: true,
      to_status: patch.status,
      event,
      note: reason,
      fault_kinds,
      fault_note,
    }),
  ]);
  const [after] = (await findTasks(ctx.db, [task_id])) as [Task];
  await writeAudit(ctx, {
    action: 'task.adminUpdate',
    entity: 'task',
    entity_id: task_id,
    before: task,
    after,
    note: reason,
  });
  await notifyOfTasks(ctx, [task], [after], { note: fault_note ?? reason, fault_kinds });
  await writeConsequences(ctx, [task]);
  return after;
}

/**
 * Creates the error of an update. Four eyes are a conflict of people (409). Other errors are fields to fill in,
 * returned together. A single error has its own code.
 */
function createUpdateError(task: Task, { errors, figures }: Extract<AdminDecision, { ok: false }>): Failure {
  const fourEyesError = errors.find((error) => error.code === 'four_eyes');
  if (fourEyesError) return fail('four_eyes', { field: fourEyesError.field, current: task });
  const [firstError, ...otherErrors] = errors;
  if (firstError && otherErrors.length === 0 && isErrorCode(firstError.code))
    return fail(firstError.code, { field: firstError.field, ...(figures ? { figures } : {}) });
  return fail('validation', { errors: [...errors] });
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);

/** Changes a task's notes, by its editor, its QCs or users with the permission to change task notes (domain §7). */
export async function updateTaskNotes(ctx: Ctx, input: InputFor<'task.updateNotes'>): Promise<Task> {
  const [task] = (await lockTasksAtVersion(ctx, [input])) as [Task];
  rejectSystemLocked(ctx, [task]);
  const hasPart = [task.editor, task.first_qc, task.second_qc, task.rework_qc_1, task.rework_qc_2].includes(
    ctx.actor.user_id,
  );
  const isAllowed =
    hasPart || hasPermission(ctx.actor, 'npn_change_task_note') || hasPermission(ctx.actor, 'npn_do_any_task');
  if (!isAllowed) throw fail('not_allowed', { current: task });
  await updateTask(ctx.db, task.task_id, { notes: input.notes }, ctx.now);
  const [after] = (await findTasks(ctx.db, [task.task_id])) as [Task];
  await writeAudit(ctx, {
    action: 'task.updateNotes',
    entity: 'task',
    entity_id: task.task_id,
    before: { notes: task.notes },
    after: { notes: after.notes },
  });
  await notifyOfTasks(ctx, [task], [after]);
  await emitTasks(ctx, [task]);
  return after;
}

/** Adds tasks to a detail whose tasks the caller sees (domain §2). */
export async function addTasks(ctx: Ctx, input: InputFor<'task.add'>): Promise<ResponseOf<'task.add'>> {
  const detailJob = await findDetailJob(ctx.db, input.job_detail_id);
  if (!detailJob || !canView(getTaskVisibility(ctx.actor), createNewTask(detailJob.workstream))) {
    throw fail('not_found', { field: 'job_detail_id' });
  }
  const { job_id } = detailJob;
  const details = Array.from({ length: input.count }, () => input.job_detail_id);
  const ids = await insertTasks(ctx.db, details, ctx.actor.user_id, ctx.now);
  await refreshStatuses(ctx.db, [job_id]);
  const results = await findTasks(ctx.db, ids);
  await writeAudit(
    ctx,
    results.map((after) => ({ action: 'task.add', entity: 'task', entity_id: after.task_id, after })),
  );
  await emit(ctx, 'task', ids);
  await emit(ctx, 'job', [job_id]);
  return { results };
}

/** Deletes To Do tasks, all or none. The audit row has the deleted values. */
export async function deleteTodoTasks(ctx: Ctx, input: InputFor<'task.delete'>): Promise<ResponseOf<'task.delete'>> {
  const tasks = await lockTasksAtVersion(ctx, input.tasks);
  rejectSystemLocked(ctx, tasks);
  const started = tasks.find(isTaken);
  if (started) throw fail('task_started', { current: started });
  const ids = tasks.map((t) => t.task_id);
  await removeTasksFromComplaints(ctx, tasks);
  await deleteTasks(ctx.db, ids);
  await writeAudit(
    ctx,
    tasks.map((before) => ({ action: 'task.delete', entity: 'task', entity_id: before.task_id, before })),
  );
  await writeConsequences(ctx, tasks);
  return { deleted: ids };
}
