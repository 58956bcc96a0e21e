import type { handOver, TasksInHand } from '@darkroom/contract/staff/staff';
import type { Task } from '@darkroom/contract/task/task';
import { anyOf, can, type Subject } from '@darkroom/domain/permission/access';
import type { Workstream } from '@darkroom/domain/customer/enums';
import { decide } from '@darkroom/domain/task/decide';
import type { TaskPatch } from '@darkroom/domain/task/state';
import { NO_ACTS } from '@darkroom/domain/task/four-eyes';
import { canContinue, takenOver } from '@darkroom/domain/task/places';
import { CAME_BACK, isIn, TaskStatus } from '@darkroom/domain/task/status';
import { canView, taskVisibility } from '@darkroom/domain/task/visibility';
import type { z } from 'zod';
import { audit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import { fail, Failure } from '../../http/answer/fail.ts';
import { notifyOfTasks } from '../notification/notification.service.ts';
import { moveMade, type Move } from './move.ts';
import {
  findInHand,
  findTasks,
  findWorkers,
  insertMoves,
  lockTasks,
  replaceSupporters,
  updateTask,
} from './task.queries.ts';
import { withdrawn } from './supporter.service.ts';
import { stopLocked } from './task-lock.service.ts';
import { checkSuccessor } from './task.service.ts';
import { settle } from './task-write.service.ts';

/** Work that can go back to the pool, because it was not checked yet. */
const RETURNABLE = [TaskStatus.EDITOR_ASSIGNED, TaskStatus.PROCESSING] as const satisfies TaskStatus[];

type InHand = TasksInHand['tasks'];

/** The open work of a person: as editor, current QC and supporter. Tasks the caller cannot see have no number and name (decision 073). */
export async function tasksInHand(ctx: Ctx, user_id: number): Promise<InHand> {
  const hand = await findInHand(ctx.db, [user_id]);
  const sight = taskVisibility(ctx.actor);
  const ids = hand.map(({ task_id }) => task_id);
  const seen = new Set((await findTasks(ctx.db, ids)).flatMap((task) => (canView(sight, task) ? [task.task_id] : [])));
  return hand.map(({ user_id: _whose, ...task }) => ({
    ...task,
    ...(seen.has(task.task_id) ? {} : { sub_prod_id: null, job_name: null }),
    needs_successor: task.part === 'editor' && !isIn(RETURNABLE, task.status),
  }));
}

/** Tasks that a user cannot continue with the current account: all if it is closed, else those without the needed permission. */
async function tasksLost(ctx: Ctx, user_id: number): Promise<InHand> {
  const hand = await tasksInHand(ctx, user_id);
  const worker = (await findWorkers(ctx.db, [user_id])).get(user_id);
  if (!worker) return hand;
  return hand.filter((task) => !keeps(worker, task));
}

/** A supporter of a task can continue with any permissions. */
const keeps = (worker: Subject, task: Pick<InHand[number], 'part' | 'workstream' | 'status'>): boolean => {
  if (task.part === 'supporter') return true;
  if (task.part === 'editor') return canContinue('editor', task, worker);
  // The QC who found a fault checks it again after it is resolved.
  const status = isIn(CAME_BACK, task.status) ? TaskStatus.RESOLVED : task.status;
  return canContinue('first_qc', { ...task, status }, worker);
};

/** People who would lose codes and the tasks they could no longer continue: two counts, independent of the caller's visibility. */
export async function countLosing(
  ctx: Ctx,
  user_ids: readonly number[],
  { before, after }: Record<'before' | 'after', Subject>,
): Promise<{ people: number; tasks: number }> {
  const hand = await findInHand(ctx.db, user_ids);
  const lost = hand.filter((task) => keeps(before, task) && !keeps(after, task));
  const [people, tasks] = [lost.map(({ user_id }) => user_id), lost.map(({ task_id }) => task_id)];
  return { people: new Set(people).size, tasks: new Set(tasks).size };
}

const bySeen = (tasks: HandOver['tasks']) =>
  JSON.stringify([...new Map(tasks.map((task) => [task.task_id, task.version]))].sort(([a], [b]) => a - b));

/** The tasks that the caller saw, and the next editor by workstream. Null returns the tasks to the pool where possible. */
type HandOver = { [Field in keyof typeof handOver]: z.output<(typeof handOver)[Field]> };

/**
 * Hands over the tasks that the holder of a closed or reduced account cannot continue (decision 067), if they match those shown to the
 * caller.
 */
export async function handOverLost(
  ctx: Ctx,
  user_id: number,
  { tasks, editors }: HandOver,
  teams: TasksInHand['teams'] = [],
): Promise<void> {
  const lost = await tasksLost(ctx, user_id);
  if (bySeen(lost) !== bySeen(tasks))
    throw fail(tasks.length === 0 ? 'has_tasks' : 'stale', { current: { tasks: lost, teams } });
  if (lost.length === 0) return;
  if (!can(ctx.actor, anyOf('npn_assign_task', 'npn_do_any_task'))) {
    throw fail('forbidden', { detail: 'Handing over tasks takes assign_task.' });
  }
  const locked = await lockTasks(
    ctx.db,
    lost.map((task) => task.task_id),
  );
  if (bySeen(locked) !== bySeen(tasks)) {
    throw fail('stale', { current: { tasks: await tasksLost(ctx, user_id), teams } });
  }
  await handOverTasks(ctx, user_id, locked, editors);
}

interface Step {
  action: string;
  patch: TaskPatch;
  supporters?: Task['supporters'];
}

/** Hands over locked tasks. This is not in the transition table: the admin rules apply, including four eyes. */
async function handOverTasks(
  ctx: Ctx,
  user_id: number,
  tasks: readonly Task[],
  editors: HandOver['editors'],
): Promise<void> {
  const steps = tasks.map((task) => ({ task, ...stepOf(ctx, task, user_id, editors) }));
  stopLocked(
    ctx,
    steps.map(({ task, patch }) => ({ status: task.status, to: patch.status })),
  );
  for (const stream of ['OTS', 'PTE'] as const) {
    const moved = steps.filter((step) => step.task.workstream === stream && step.patch.editor !== undefined);
    const editor = editors[stream];
    // The user who cannot continue the tasks cannot be their next editor.
    if (editor === user_id) throw fail('editor_not_of_workstream', { field: `editors.${stream}` });
    if (editor !== null)
      await checkEditsOn(
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
    moves.push(moveMade(ctx, task, action, { undoable: false, to_status: patch.status }));
  }
  await insertMoves(ctx.db, moves);
  const after = await findTasks(
    ctx.db,
    tasks.map((task) => task.task_id),
  );
  const before = new Map(tasks.map((task) => [task.task_id, task]));
  await audit(
    ctx,
    after.map((task) => ({
      action: 'task.hand_over',
      entity: 'task',
      entity_id: task.task_id,
      subject_id: user_id,
      before: before.get(task.task_id),
      after: task,
    })),
  );
  await notifyOfTasks(ctx, tasks, after);
  await settle(ctx, tasks);
}

function stepOf(ctx: Ctx, task: Task, user_id: number, editors: HandOver['editors']): Step {
  if (task.editor === user_id) {
    const editor = editors[task.workstream];
    const returnable = isIn(RETURNABLE, task.status);
    if (editor !== null) return { action: 'hand_over', patch: takenOver(task, editor) };
    if (!returnable) throw fail('editor_required', { field: `editors.${task.workstream}` });
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
  const supporters = task.supporters.filter((one) => one.user_id !== user_id);
  const staying = supporters.map((one) => one.user_id);
  return { action: 'supporters', patch: withdrawn(task, staying), supporters };
}

async function checkEditsOn(ctx: Ctx, editor: number, stream: Workstream, tasks: readonly Task[]): Promise<void> {
  if (tasks.length === 0) return;
  try {
    await checkSuccessor(ctx, editor, tasks);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // The error leaves out the tasks, because the caller perhaps cannot see them.
    throw fail(error.code, { field: `editors.${stream}` });
  }
}
