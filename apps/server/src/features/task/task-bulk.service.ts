import type { Task } from '@darkroom/contract/task/task';
import type { TaskMove } from '@darkroom/domain/lock/screens';
import { hasPermission } from '@darkroom/domain/permission/access';
import { distributeByLoad } from '@darkroom/domain/task/distribute';
import type { TaskPatch } from '@darkroom/domain/task/state';
import { isTaken, TaskStatus } from '@darkroom/domain/task/status';
import { sumTimes, measureTimeInState } from '@darkroom/domain/task/time-in-state';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import { findUndoRefusal } from '@darkroom/domain/task/undo';
import { getTaskPeople, canView, getTaskVisibility } from '@darkroom/domain/task/visibility';
import { writeAudit } from '../../audit/audit.ts';
import { findArchivedSteps } from '../../db/history/steps.ts';
import { readPage, toTotalFields } from '../../db/list/page.ts';
import { fail } from '../../http/response/fail.ts';
import type { Ctx } from '../../http/context.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { withdrawAppealsOfUndone } from '../appeal/appeal-of-task.service.ts';
import { removeTasksFromComplaints } from '../complaint/complaint-sync.service.ts';
import { retractMoveNotifications, notifyOfTasks } from '../notification/notification.service.ts';
import { createAdviceRows, deleteChoices } from './advice/advice.service.ts';
import { decideBulkSteps } from './bulk-steps.service.ts';
import { taskConditions } from './list/task.filter.ts';
import { taskPage } from './list/task.order.ts';
import { createMove, type Move } from './move.ts';
import { findLockFailure } from './task-system-lock.service.ts';
import { writeConsequences } from './task-write.service.ts';
import {
  deleteTasks,
  findTaskSummaries,
  findLastMoves,
  findTasks,
  findWorkers,
  insertMoves,
  listMoves,
  lockTasks,
  updateTask,
  findMinutes,
} from './task.queries.ts';
import { findVersionProblem, readEditors } from './task.service.ts';

type RefusedRows = ResponseOf<'task.undo'>['refused'];

const MAX_TASKS = 500;
/** Time limit of an undo: the 8 seconds that the screen offers it, and time for a slow connection. */
const UNDO_LIMIT_MS = 60_000;

/** Finds the first tasks that match, for "select all that match the filter". */
export async function findTaskIds(
  ctx: Ctx,
  { task_ids, job_ids, ...filter }: InputFor<'task.ids'>,
): Promise<ResponseOf<'task.ids'>> {
  const limits = { tasks: task_ids, jobs: job_ids };
  const { total: totalParts, ...conditions } = await taskConditions(ctx, filter, getTaskVisibility(ctx.actor), limits);
  const query = taskPage(conditions, undefined, filter.scope !== 'all');
  const { ids, total } = await readPage(ctx.db, { query, total: totalParts }, { page: 1, page_size: MAX_TASKS });
  return { results: await findTaskSummaries(ctx.db, ids), ...toTotalFields(total) };
}

interface TaskVersion {
  task_id: number;
  version: number;
}

async function lockTasksById({ db }: Ctx, requested: readonly TaskVersion[]): Promise<ReadonlyMap<number, Task>> {
  const ids = requested.map(({ task_id }) => task_id);
  return new Map((await lockTasks(db, ids)).map((task) => [task.task_id, task]));
}

/** Sorts locked tasks into current versions, and tasks to report as changed. */
async function splitByVersion(
  ctx: Ctx,
  requested: readonly TaskVersion[],
  tasks: ReadonlyMap<number, Task>,
  /** The requested action, and a test for the actor's own steps: their step can have made the task invisible to them. */
  { action, own }: { action?: TaskAction | undefined; own?: (task: Task) => boolean } = {},
) {
  const accepted: Task[] = [];
  const refused: RefusedRows = [];
  for (const { task_id, version } of requested) {
    const task = tasks.get(task_id);
    const problem =
      task?.version === version && own?.(task) ? null : await findVersionProblem(ctx, task, version, action);
    if (problem)
      refused.push({ task_id, code: problem.code, current: problem.code === 'stale' ? problem.current : null });
    else if (task) accepted.push(task);
  }
  return { good: accepted, refused };
}

/** Removes locked tasks and reports them row by row. If all tasks are locked, the request fails with 423 as usual. */
function removeLocked(
  ctx: Ctx,
  { good, refused }: { good: readonly Task[]; refused: RefusedRows },
  move: (task: Task) => TaskMove = (task) => task,
): Task[] {
  const stopped = new Map(good.flatMap((task) => [[task, findLockFailure(ctx, move(task))] as const]));
  const unlocked = good.filter((task) => !stopped.get(task));
  const refusal = [...stopped.values()].find((item) => item !== null);
  if (unlocked.length === 0 && refusal) throw refusal;
  for (const task of good)
    if (stopped.get(task)) refused.push({ task_id: task.task_id, code: 'locked', current: task });
  return unlocked;
}

/**
 * Applies one step to many tasks (quality 24), each decided separately. A task that cannot move stays unchanged and is
 * reported with the reason.
 */
export async function moveTasksInBulk(ctx: Ctx, input: InputFor<'task.bulk'>): Promise<ResponseOf<'task.bulk'>> {
  const { action, editor } = input;
  const needsEditor = action === 'assign' || action === 'reassign';
  if (needsEditor && editor === undefined) throw fail('editor_required', { field: 'editor' });
  if (action === 'delete' && !hasPermission(ctx.actor, 'npn_delete_task')) throw fail('forbidden');
  const locked = await lockTasksById(ctx, input.tasks);
  const split = await splitByVersion(ctx, input.tasks, locked, { action: action === 'assign' ? action : undefined });
  const { refused } = split;
  const moves: Move[] = [];
  const moved: Task[] = [];
  const deletable: Task[] = [];
  const unlocked = removeLocked(ctx, split);
  // The advice is from before the assignment. A spread by load does not choose a person, so it has no advice.
  const advice = needsEditor && !input.spread ? await createAdviceRows(ctx, unlocked, editor!) : [];
  const workers =
    action === 'reassign'
      ? await findWorkers(
          ctx.db,
          unlocked.flatMap((task) => task.editor ?? []),
        )
      : null;
  for (const task of unlocked) {
    if (action === 'delete') {
      if (!isTaken(task)) deletable.push(task);
      else refused.push({ task_id: task.task_id, code: 'task_started', current: task });
      continue;
    }
    const steps = await decideBulkSteps(ctx, task, { action, editor, worker: (id) => workers?.get(id) ?? null });
    if (typeof steps === 'string') refused.push({ task_id: task.task_id, code: steps, current: task });
    else {
      const patch = Object.assign({}, ...steps.map((step) => step.patch)) as TaskPatch;
      await updateTask(ctx.db, task.task_id, patch, ctx.now);
      moves.push(...steps.map((step) => step.move));
      moved.push(task);
    }
  }
  await insertMoves(
    ctx.db,
    moves,
    advice.filter((row) => moved.some(({ task_id }) => task_id === row.task_id)),
  );
  const done = await findTasks(
    ctx.db,
    moved.map((t) => t.task_id),
  );
  await removeTasksFromComplaints(ctx, deletable);
  await deleteTasks(
    ctx.db,
    deletable.map((t) => t.task_id),
  );
  const before = new Map(moved.map((t) => [t.task_id, t]));
  await writeAudit(ctx, [
    ...done.map((after) => ({
      action: `task.${action}`,
      entity: 'task' as const,
      entity_id: after.task_id,
      before: before.get(after.task_id),
      after,
    })),
    ...deletable.map((task) => ({
      action: 'task.delete',
      entity: 'task' as const,
      entity_id: task.task_id,
      before: task,
    })),
  ]);
  await notifyOfTasks(ctx, moved, done);
  if (moved.length || deletable.length) await writeConsequences(ctx, [...moved, ...deletable]);
  return { done, deleted: deletable.map((t) => t.task_id), refused };
}

/** Undoes the caller's own last moves, within permissions and four eyes (domain §2). Refusals are reported row by row. */
export async function undoTaskMoves(ctx: Ctx, input: InputFor<'task.undo'>): Promise<ResponseOf<'task.undo'>> {
  const locked = await lockTasksById(ctx, input.tasks);
  const last = await findLastMoves(ctx.db, [...locked.keys()]);
  const isOwn = ({ task_id }: Task) => {
    const move = last.get(task_id);
    return move?.user_id === ctx.actor.user_id && Date.parse(ctx.now) - Date.parse(move.at) <= UNDO_LIMIT_MS;
  };
  const split = await splitByVersion(ctx, input.tasks, locked, { own: isOwn });
  const { refused } = split;
  const toTaskMove = (task: Task): TaskMove => ({ status: task.status, to: last.get(task.task_id)?.before?.status });
  const earlierStates = [...last.values()].flatMap((move) => move.before ?? []);
  const workers = await findWorkers(ctx.db, earlierStates.flatMap(getTaskPeople));
  const undone_inputs: ResponseOf<'task.undo'>['undone_inputs'] = [];
  const moves: Move[] = [];
  const moved: Task[] = [];
  const undoneMoves: { task: Task; was: Task; at: string; action: string }[] = [];
  for (const task of removeLocked(ctx, split, toTaskMove)) {
    const move = last.get(task.task_id);
    if (!move || !isOwn(task) || move.before === null || move.action === 'undo') {
      refused.push({ task_id: task.task_id, code: 'undo_too_late', current: task });
      continue;
    }
    const earlier = { ...task, ...move.before };
    const refusal = findUndoRefusal(task, earlier, move.action, ctx.actor, (id) => workers.get(id) ?? null);
    if (refusal) {
      refused.push({ task_id: task.task_id, code: refusal, current: task });
      continue;
    }
    const { action, note, fault_kinds, fault_note } = move;
    const { task_id, x1, x2, x3, rework_quantity, rework_notes } = task;
    const stepFields = { action, note, fault_kinds, fault_note, x1, x2, x3, rework_quantity, rework_notes };
    undone_inputs.push({ task_id, ...stepFields });
    // A correction can also change notes. Notes that were written later stay.
    const isCorrection = action === 'admin_update' && move.before?.version === task.version - 1;
    const patch = {
      ...pickUndoColumns(earlier),
      ...(isCorrection ? { notes: earlier.notes } : {}),
      status_since: earlier.status_since,
    };
    await updateTask(ctx.db, task.task_id, patch, ctx.now);
    moves.push(createMove(ctx, task, 'undo', { undoable: false, to_status: earlier.status }));
    moved.push(task);
    undoneMoves.push({ task, was: earlier, at: move.at, action });
  }
  await insertMoves(ctx.db, moves);
  const done = await findTasks(
    ctx.db,
    moved.map((t) => t.task_id),
  );
  await retractMoveNotifications(ctx, undoneMoves);
  const undone = undoneMoves.map(({ task: { task_id }, ...of }) => ({ task_id, ...of }));
  await withdrawAppealsOfUndone(ctx, undone);
  await deleteChoices(ctx, undone);
  await notifyOfTasks(ctx, moved, done, { undo: true });
  const before = new Map(moved.map((t) => [t.task_id, t]));
  await writeAudit(
    ctx,
    done.map((after) => ({
      action: 'task.undo',
      entity: 'task' as const,
      entity_id: after.task_id,
      before: before.get(after.task_id),
      after,
    })),
  );
  if (moved.length) await writeConsequences(ctx, moved);
  return { done, refused, undone_inputs };
}

/** Picks the columns that a move can change. */
const pickUndoColumns = (earlier: Task): TaskPatch => ({
  status: earlier.status,
  editor: earlier.editor,
  first_qc: earlier.first_qc,
  second_qc: earlier.second_qc,
  edited_by_ids: earlier.edited_by_ids,
  qc1_by_ids: earlier.qc1_by_ids,
  qc2_by_ids: earlier.qc2_by_ids,
  x1: earlier.x1,
  x2: earlier.x2,
  x3: earlier.x3,
  start_time: earlier.start_time,
  end_time: earlier.end_time,
  rework_quantity: earlier.rework_quantity,
  quantity_before_rework: earlier.quantity_before_rework,
  rework_notes: earlier.rework_notes,
  rework_qc_1: earlier.rework_qc_1,
  rework_qc_2: earlier.rework_qc_2,
  rework_at: earlier.rework_at,
  rework_by: earlier.rework_by,
  fault_stage: earlier.fault_stage,
  status_before_check: earlier.status_before_check,
});

/** Reads the working and waiting time per stage of visible tasks, and the sum for the footer of a list. */
export async function readTimes(ctx: Ctx, { task_ids }: InputFor<'task.times'>): Promise<ResponseOf<'task.times'>> {
  const visibility = getTaskVisibility(ctx.actor);
  const visibleTasks = (await findTasks(ctx.db, task_ids)).filter((task) => canView(visibility, task));
  const archived = await findArchivedSteps(ctx.db, task_ids);
  const moves = await listMoves(
    ctx.db,
    visibleTasks.map((t) => t.task_id),
  );
  const byTask = new Map<number, typeof moves>();
  for (const move of moves) {
    const taskMoves = byTask.get(move.task_id);
    if (taskMoves) taskMoves.push(move);
    else byTask.set(move.task_id, [move]);
  }
  // If the last step does not lead to the task's status, some steps are missing and the times are unknown.
  const tasks = visibleTasks.filter(
    ({ task_id, status }) => !archived.has(task_id) && (byTask.get(task_id)?.at(-1)?.to_status ?? 1) === status,
  );
  const results = tasks.map(({ task_id, created_at }) => ({
    task_id,
    stages: measureTimeInState(created_at, byTask.get(task_id) ?? [], ctx.now),
  }));
  return { results, total: sumTimes(results.map((r) => r.stages)), archived: visibleTasks.length - tasks.length };
}

const ASSIGNABLE: readonly TaskStatus[] = [TaskStatus.TO_DO, TaskStatus.EDITOR_ASSIGNED];

/**
 * Proposes editors for these tasks by load, without assigning (decision 076). Invisible tasks give the same error as
 * missing ones.
 */
export async function spreadTasks(ctx: Ctx, input: InputFor<'task.spread'>): Promise<ResponseOf<'task.spread'>> {
  const visibility = getTaskVisibility(ctx.actor);
  const tasks = (await findTasks(ctx.db, input.tasks)).filter(
    (task) => canView(visibility, task) && ASSIGNABLE.includes(task.status),
  );
  const minutes = await findMinutes(
    ctx.db,
    tasks.map(({ task_id }) => task_id),
  );
  const getMinutes = ({ task_id }: { task_id: number }) => minutes.get(task_id) ?? 1;
  const editors = (await readEditors(ctx))
    .filter(({ user_id, is_superuser, is_away }) => input.editors?.includes(user_id) ?? !(is_superuser || is_away))
    .map((editor) => {
      // The selected tasks are excluded from the editors' load, because the plan can move them.
      const moving = tasks.filter((task) => task.editor === editor.user_id);
      return {
        ...editor,
        open_tasks: editor.open_tasks - moving.length,
        minutes: Math.max(0, editor.minutes - moving.reduce((sum, task) => sum + getMinutes(task), 0)),
      };
    });
  const { shares, left } = distributeByLoad(
    tasks.map((task) => ({
      task_id: task.task_id,
      workstream: task.workstream,
      minutes: getMinutes(task),
      excluded_users: [...task.supporters.map(({ user_id }) => user_id), task.first_qc, task.second_qc].filter(
        (id) => id !== null,
      ),
    })),
    editors,
  );
  const visibleIds = new Set(tasks.map(({ task_id }) => task_id));
  return {
    results: shares.map(({ task_ids, ...share }) => ({ ...share, tasks: [...task_ids] })),
    unassignable_task_ids: [...left, ...input.tasks.filter((id) => !visibleIds.has(id))],
  };
}
