import type { handOverFields, MemberWork } from '@darkroom/contract/staff/staff';
import type { Task } from '@darkroom/contract/task/task';
import { anyOf, can, type Subject } from '@darkroom/domain/permission/access';
import type { Workstream } from '@darkroom/domain/customer/enums';
import { decide } from '@darkroom/domain/task/decide';
import type { TaskPatch } from '@darkroom/domain/task/state';
import { NO_ACTS } from '@darkroom/domain/task/four-eyes';
import { canContinue, createTakeoverPatch } from '@darkroom/domain/task/roles';
import { RETURNED_TO_EDITOR, WITH_EDITOR, isIn, TaskStatus } from '@darkroom/domain/task/status';
import { canView, getTaskVisibility } from '@darkroom/domain/task/visibility';
import type { z } from 'zod';
import { writeAudit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import type { InputFor, ResponseOf } from '../../http/handlers.ts';
import { fail, Failure } from '../../http/response/fail.ts';
import { notifyOfTasks } from '../notification/notification.service.ts';
import { createMove, type Move } from './move.ts';
import {
  findOpenWorkRows,
  findTasks,
  findWorkers,
  insertMoves,
  lockTasks,
  replaceSupporters,
  updateTask,
} from './task.queries.ts';
import { createRemovalPatch } from './supporter.service.ts';
import { rejectSystemLocked } from './task-system-lock.service.ts';
import { checkSuccessor, lockTasksAtVersion } from './task.service.ts';
import { writeConsequences } from './task-write.service.ts';

/** Work that can go back to the pool, because it was not checked yet. */
const RETURNABLE = [TaskStatus.EDITOR_ASSIGNED, TaskStatus.PROCESSING] as const satisfies TaskStatus[];

type OpenWork = MemberWork['tasks'];

/**
 * Finds the open work of a person: as editor, current QC and supporter. Tasks that the caller cannot see have no number
 * and name (decision 073).
 */
export async function findOpenWork(ctx: Ctx, user_id: number): Promise<OpenWork> {
  const openWork = await findOpenWorkRows(ctx.db, [user_id]);
  const visibility = getTaskVisibility(ctx.actor);
  const ids = openWork.map(({ task_id }) => task_id);
  const visibleIds = new Set(
    (await findTasks(ctx.db, ids)).flatMap((task) => (canView(visibility, task) ? [task.task_id] : [])),
  );
  return openWork.map(({ user_id: _whose, ...task }) => ({
    ...task,
    ...(visibleIds.has(task.task_id) ? {} : { sub_prod_id: null, job_name: null }),
    needs_successor: task.part === 'editor' && !isIn(RETURNABLE, task.status),
  }));
}

/**
 * Finds tasks that a user cannot continue with the current account: all if it is closed, else those without the needed
 * permission.
 */
async function findLostTasks(ctx: Ctx, user_id: number): Promise<OpenWork> {
  const openWork = await findOpenWork(ctx, user_id);
  const worker = (await findWorkers(ctx.db, [user_id])).get(user_id);
  if (!worker) return openWork;
  return openWork.filter((task) => !canKeep(worker, task));
}

/** Returns true if a worker can continue the task. A supporter can continue with any permissions. */
const canKeep = (worker: Subject, task: Pick<OpenWork[number], 'part' | 'workstream' | 'status'>): boolean => {
  if (task.part === 'supporter') return true;
  if (task.part === 'editor') return canContinue('editor', task, worker);
  // The QC who found a fault checks it again after it is resolved.
  const status = isIn(RETURNED_TO_EDITOR, task.status) ? TaskStatus.RESOLVED : task.status;
  return canContinue('first_qc', { ...task, status }, worker);
};

/**
 * Counts the people who would lose codes, and the tasks that they could no longer continue. Both counts are independent
 * of the caller's visibility.
 */
export async function countLostTasks(
  ctx: Ctx,
  user_ids: readonly number[],
  { before, after }: Record<'before' | 'after', Subject>,
): Promise<{ people: number; tasks: number }> {
  const openWork = await findOpenWorkRows(ctx.db, user_ids);
  const lostTasks = openWork.filter((task) => canKeep(before, task) && !canKeep(after, task));
  const [people, tasks] = [lostTasks.map(({ user_id }) => user_id), lostTasks.map(({ task_id }) => task_id)];
  return { people: new Set(people).size, tasks: new Set(tasks).size };
}

const toVersionKey = (tasks: HandoverInput['tasks']) =>
  JSON.stringify([...new Map(tasks.map((task) => [task.task_id, task.version]))].sort(([a], [b]) => a - b));

/**
 * The tasks that the caller saw, and the next editor by workstream. Null if the tasks return to the pool where
 * possible.
 */
type HandoverInput = { [Field in keyof typeof handOverFields]: z.output<(typeof handOverFields)[Field]> };

/** Hands over the tasks that the holder of a closed or reduced account cannot continue (decision 067), if they match the caller's list. */
export async function handOverLostTasks(
  ctx: Ctx,
  user_id: number,
  { tasks, editors }: HandoverInput,
  teams: MemberWork['teams'] = [],
): Promise<void> {
  const lostTasks = await findLostTasks(ctx, user_id);
  if (toVersionKey(lostTasks) !== toVersionKey(tasks))
    throw fail(tasks.length === 0 ? 'has_tasks' : 'stale', { current: { tasks: lostTasks, teams } });
  if (lostTasks.length === 0) return;
  if (!can(ctx.actor, anyOf('npn_assign_task', 'npn_do_any_task'))) {
    throw fail('forbidden', { detail: 'Handing over tasks requires `npn_assign_task`.' });
  }
  const locked = await lockTasks(
    ctx.db,
    lostTasks.map((task) => task.task_id),
  );
  if (toVersionKey(locked) !== toVersionKey(tasks)) {
    throw fail('stale', { current: { tasks: await findLostTasks(ctx, user_id), teams } });
  }
  await handOverTasks(ctx, locked, { member: user_id, editors, undoable: false });
}

/**
 * Hands over the tasks that the caller selected (decision 173): those of a member who is away, or each task of its editor. Quantities
 * and times stay, and the moves can be undone.
 */
export async function handOverSelected(
  ctx: Ctx,
  { tasks, editors, member_id }: InputFor<'task.handOver'>,
): Promise<ResponseOf<'task.handOver'>> {
  const locked = await lockTasksAtVersion(ctx, tasks);
  const openWork = member_id === undefined ? null : await findOpenWorkRows(ctx.db, [member_id]);
  const canBeMoved = ({ task_id, editor, status }: Task): boolean =>
    openWork
      ? openWork.some((row) => row.task_id === task_id && row.part !== 'supporter')
      : editor !== null && isIn([...WITH_EDITOR, TaskStatus.RESOLVED], status);
  if (!locked.every(canBeMoved)) throw fail('wrong_status');
  // An editor who already has a task continues with it.
  const moving = locked.filter((task) => member_id !== undefined || task.editor !== editors[task.workstream]);
  return { results: await handOverTasks(ctx, moving, { member: member_id ?? null, editors, undoable: true }) };
}

interface Step {
  action: string;
  patch: TaskPatch;
  supporters?: Task['supporters'];
}

/** Hands over locked tasks. The admin rules apply, including four eyes, not the transition table. */
async function handOverTasks(
  ctx: Ctx,
  tasks: readonly Task[],
  { member, editors, undoable }: { member: number | null; editors: HandoverInput['editors']; undoable: boolean },
): Promise<Task[]> {
  const steps = tasks.map((task) => ({ task, ...decideStep(ctx, task, member ?? task.editor, editors) }));
  rejectSystemLocked(
    ctx,
    steps.map(({ task, patch }) => ({ status: task.status, to: patch.status })),
  );
  for (const stream of ['OTS', 'PTE'] as const) {
    const moved = steps.filter((step) => step.task.workstream === stream && step.patch.editor !== undefined);
    const editor = editors[stream];
    // The user who cannot continue the tasks cannot be their next editor.
    if (moved.length > 0 && editor !== null && editor === member)
      throw fail('editor_not_of_workstream', { field: `editors.${stream}` });
    if (editor !== null)
      await validateNextEditor(
        ctx,
        editor,
        stream,
        moved.map((step) => step.task),
      );
  }
  const moves: Move[] = [];
  for (const { task, action, patch, supporters } of steps) {
    if (supporters) await replaceSupporters(ctx.db, task.task_id, supporters, ctx.now);
    await updateTask(ctx.db, task.task_id, patch, ctx.now);
    moves.push(createMove(ctx, task, action, { undoable, to_status: patch.status }));
  }
  await insertMoves(ctx.db, moves);
  const after = await findTasks(
    ctx.db,
    tasks.map((task) => task.task_id),
  );
  const before = new Map(tasks.map((task) => [task.task_id, task]));
  await writeAudit(
    ctx,
    after.map((task) => ({
      action: 'task.hand_over',
      entity: 'task',
      entity_id: task.task_id,
      ...(member === null ? {} : { subject_id: member }),
      before: before.get(task.task_id),
      after: task,
    })),
  );
  await notifyOfTasks(ctx, tasks, after);
  await writeConsequences(ctx, tasks);
  return after;
}

function decideStep(ctx: Ctx, task: Task, user_id: number | null, editors: HandoverInput['editors']): Step {
  if (task.editor === user_id) {
    const editor = editors[task.workstream];
    const isReturnable = isIn(RETURNABLE, task.status);
    if (editor !== null) return { action: 'hand_over', patch: createTakeoverPatch(task, editor) };
    if (!isReturnable) throw fail('editor_required', { field: `editors.${task.workstream}` });
    return { action: 'hand_over', patch: { editor: null, status: TaskStatus.TO_DO, ...NO_ACTS } };
  }
  if (task.first_qc === user_id || task.second_qc === user_id) {
    const decision = decide(task, 'release_qc', ctx.actor, ctx.now);
    if (decision.ok) return { action: 'release_qc', patch: decision.patch };
    // The recheck of the fault has no QC now, so any QC can take it (decision 031).
    if (task.fault_stage === 1 && task.first_qc === user_id) return { action: 'release_qc', patch: { first_qc: null } };
    if (task.fault_stage === 2 && task.second_qc === user_id)
      return { action: 'release_qc', patch: { second_qc: null } };
  }
  const supporters = task.supporters.filter((supporter) => supporter.user_id !== user_id);
  const remaining = supporters.map((supporter) => supporter.user_id);
  return { action: 'supporters', patch: createRemovalPatch(task, remaining), supporters };
}

async function validateNextEditor(ctx: Ctx, editor: number, stream: Workstream, tasks: readonly Task[]): Promise<void> {
  if (tasks.length === 0) return;
  try {
    await checkSuccessor(ctx, editor, tasks);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // The error leaves out the tasks, because the caller perhaps cannot see them.
    throw fail(error.code, { field: `editors.${stream}` });
  }
}
