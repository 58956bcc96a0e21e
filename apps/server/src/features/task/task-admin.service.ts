import { ERRORS, type ErrorCode } from '@darkroom/contract/errors';
import type { Task } from '@darkroom/contract/task/task';
import { holds } from '@darkroom/domain/permission/access';
import { comesBack, decideAdmin, type AdminDecision } from '@darkroom/domain/task/admin-update';
import { COUNTS } from '@darkroom/domain/task/counts';
import { PLACE_NAMES } from '@darkroom/domain/task/places';
import { isTakenUp } from '@darkroom/domain/task/status';
import { newTask, canView, taskVisibility } from '@darkroom/domain/task/visibility';
import { audit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import { fail, refuseNothing, type Failure } from '../../http/answer/fail.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { emit, emitTasks } from '../../live/emit.ts';
import { xInUse } from '../setting/setting.service.ts';
import { notifyOfTasks } from '../notification/notification.service.ts';
import { leaveComplaints } from '../complaint/follow.service.ts';
import { refreshStatuses } from '../job/job-status.service.ts';
import { moveMade } from './move.ts';
import {
  deleteTasks,
  findDetailCount,
  findDetailJob,
  findTasks,
  findWorkers,
  insertMoves,
  insertTasks,
  updateTask,
} from './task.queries.ts';
import { stopLocked } from './task-lock.service.ts';
import { checkFaultKinds, lockSeen } from './task.service.ts';
import { settle } from './task-write.service.ts';

/**
 * Sets any field and status, with a reason (spec §7 admin/task/update). The domain fills in the fields that a status needs and checks
 * four eyes.
 */
export async function adminUpdateTask(ctx: Ctx, input: InputFor<'task.adminUpdate'>): Promise<Task> {
  const { task_id, version, reason, notes, ...wanted } = input;
  refuseNothing({ ...wanted, over: undefined, fewer: undefined, notes });
  const [task] = (await lockSeen(ctx, [{ task_id, version }])) as [Task];
  stopLocked(ctx, [{ status: task.status, to: wanted.status }]);
  await checkFaultKinds(ctx, wanted.fault_kinds);
  const named = PLACE_NAMES.flatMap((place) => wanted[place] ?? []);
  if (wanted.status && comesBack(task, wanted.status) && task.editor !== null) named.push(task.editor);
  const workers = await findWorkers(ctx.db, named);
  const decision = decideAdmin(task, wanted, {
    actor: ctx.actor,
    now: ctx.now,
    worker: (id) => workers.get(id) ?? null,
    x_in_use: await xInUse(ctx.db),
    detail:
      wanted.status !== undefined || COUNTS.some((x) => wanted[x] !== undefined)
        ? await findDetailCount(ctx.db, task)
        : undefined,
  });
  if (!decision.ok) throw refusedUpdate(task, decision);
  const { patch, event } = decision;
  const { note: fault_note, fault_kinds } = wanted;
  await updateTask(ctx.db, task_id, { ...patch, notes }, ctx.now);
  await insertMoves(ctx.db, [
    moveMade(ctx, task, 'admin_update', {
      undoable: true,
      to_status: patch.status,
      event,
      note: reason,
      fault_kinds,
      fault_note,
    }),
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
  await notifyOfTasks(ctx, [task], [after], { note: fault_note ?? reason, fault_kinds });
  await settle(ctx, [task]);
  return after;
}

/** Four eyes are a conflict of people (409), and other errors are fields to fill in, answered at once. A single error has its own code. */
function refusedUpdate(task: Task, { errors, figures }: Extract<AdminDecision, { ok: false }>): Failure {
  const eyes = errors.find((error) => error.code === 'four_eyes');
  if (eyes) return fail('four_eyes', { field: eyes.field, current: task });
  const [only, ...more] = errors;
  if (only && more.length === 0 && isErrorCode(only.code))
    return fail(only.code, { field: only.field, ...(figures ? { figures } : {}) });
  return fail('validation', { errors: [...errors] });
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);

/** Changes a task's notes, by its editor, its QCs or users with the permission to change task notes (domain §7). */
export async function updateTaskNotes(ctx: Ctx, input: InputFor<'task.updateNotes'>): Promise<Task> {
  const [task] = (await lockSeen(ctx, [input])) as [Task];
  stopLocked(ctx, [task]);
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
  await notifyOfTasks(ctx, [task], [after]);
  await emitTasks(ctx, [task]);
  return after;
}

/** Adds tasks to a detail whose tasks the caller sees (domain §2). */
export async function addTasks(ctx: Ctx, input: InputFor<'task.add'>): Promise<AnswerOf<'task.add'>> {
  const parent = await findDetailJob(ctx.db, input.job_detail_id);
  if (!parent || !canView(taskVisibility(ctx.actor), newTask(parent.workstream))) {
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

/** Deletes To Do tasks, all or none. The audit row keeps the deleted values. */
export async function deleteTodoTasks(ctx: Ctx, input: InputFor<'task.delete'>): Promise<AnswerOf<'task.delete'>> {
  const tasks = await lockSeen(ctx, input.tasks);
  stopLocked(ctx, tasks);
  const begun = tasks.find(isTakenUp);
  if (begun) throw fail('task_in_production', { current: begun });
  const ids = tasks.map((t) => t.task_id);
  await leaveComplaints(ctx, tasks);
  await deleteTasks(ctx.db, ids);
  await audit(
    ctx,
    tasks.map((before) => ({ action: 'task.delete', entity: 'task', entity_id: before.task_id, before })),
  );
  await settle(ctx, tasks);
  return { deleted: ids };
}
