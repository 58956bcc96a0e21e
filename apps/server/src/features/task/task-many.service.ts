import type { Task } from '@darkroom/contract/task/task';
import type { TaskMove } from '@darkroom/domain/lock/screens';
import { holds } from '@darkroom/domain/permission/access';
import { spreadByLoad } from '@darkroom/domain/task/spread';
import type { TaskPatch } from '@darkroom/domain/task/state';
import { isTakenUp, TaskStatus } from '@darkroom/domain/task/status';
import { sumTimes, timeInState } from '@darkroom/domain/task/time-in-state';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import { refusedUndo } from '@darkroom/domain/task/undo';
import { peopleOf, canView, taskVisibility } from '@darkroom/domain/task/visibility';
import { audit } from '../../audit/audit.ts';
import { findArchivedSteps } from '../../db/history/steps.ts';
import { readPage, totalOf } from '../../db/list/page.ts';
import { fail } from '../../http/answer/fail.ts';
import type { Ctx } from '../../http/context.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { withdrawWith } from '../appeal/appeal-of-task.service.ts';
import { leaveComplaints } from '../complaint/follow.service.ts';
import { withdrawNotices, notifyOfTasks } from '../notification/notification.service.ts';
import { adviceBeside, forgetChoices } from './advice/advice.service.ts';
import { bulkSteps } from './bulk-steps.service.ts';
import { taskConditions } from './list/task.filter.ts';
import { taskPage } from './list/task.order.ts';
import { moveMade, type Move } from './move.ts';
import { lockedBy } from './task-lock.service.ts';
import { settle } from './task-write.service.ts';
import {
  deleteTasks,
  findInShort,
  findLastMoves,
  findTasks,
  findWorkers,
  insertMoves,
  listMoves,
  lockTasks,
  updateTask,
  findMinutes,
} from './task.queries.ts';
import { unseen, readEditors } from './task.service.ts';

type Refused = AnswerOf<'task.undo'>['refused'];

const MOST = 500;
/** Time limit of an undo: the 8 seconds of the offer, and time for a slow connection. */
const UNDO_MS = 60_000;

/** The first tasks that match, for "select all that match the filter". */
export async function findTaskIds(
  ctx: Ctx,
  { among, of_jobs, ...filter }: InputFor<'task.ids'>,
): Promise<AnswerOf<'task.ids'>> {
  const named = { tasks: among, jobs: of_jobs };
  const { total: parts, ...narrowed } = await taskConditions(ctx, filter, taskVisibility(ctx.actor), named);
  const query = taskPage(narrowed, undefined, filter.scope !== 'all');
  const { ids, total } = await readPage(ctx.db, { query, total: parts }, { page: 1, page_size: MOST });
  return { results: await findInShort(ctx.db, ids), ...totalOf(total) };
}

interface Seen {
  task_id: number;
  version: number;
}

async function lockSeen({ db }: Ctx, wanted: readonly Seen[]): Promise<ReadonlyMap<number, Task>> {
  const ids = wanted.map(({ task_id }) => task_id);
  return new Map((await lockTasks(db, ids)).map((task) => [task.task_id, task]));
}

/** Sorts locked tasks into current versions, and tasks to report as changed. */
async function sortSeen(
  ctx: Ctx,
  wanted: readonly Seen[],
  tasks: ReadonlyMap<number, Task>,
  /** The requested action, and a test for the actor's own steps: their step can have made the task invisible to them. */
  { action, own }: { action?: TaskAction | undefined; own?: (task: Task) => boolean } = {},
) {
  const good: Task[] = [];
  const refused: Refused = [];
  for (const { task_id, version } of wanted) {
    const task = tasks.get(task_id);
    const lack = task?.version === version && own?.(task) ? null : await unseen(ctx, task, version, action);
    if (lack) refused.push({ task_id, code: lack.code, current: lack.code === 'stale' ? lack.current : null });
    else if (task) good.push(task);
  }
  return { good, refused };
}

/** Removes locked tasks and reports them row by row. If all tasks are locked, the call fails with 423 as usual. */
function sortLocked(
  ctx: Ctx,
  { good, refused }: { good: readonly Task[]; refused: Refused },
  move: (task: Task) => TaskMove = (task) => task,
): Task[] {
  const stopped = new Map(good.flatMap((task) => [[task, lockedBy(ctx, move(task))] as const]));
  const free = good.filter((task) => !stopped.get(task));
  const refusal = [...stopped.values()].find((one) => one !== null);
  if (free.length === 0 && refusal) throw refusal;
  for (const task of good)
    if (stopped.get(task)) refused.push({ task_id: task.task_id, code: 'locked', current: task });
  return free;
}

/** One step for many tasks (quality 24), each decided alone. A task that cannot move stays unchanged and is reported with the reason. */
export async function moveMany(ctx: Ctx, input: InputFor<'task.bulk'>): Promise<AnswerOf<'task.bulk'>> {
  const { action, editor } = input;
  const needsEditor = action === 'assign' || action === 'reassign';
  if (needsEditor && editor === undefined) throw fail('editor_required', { field: 'editor' });
  if (action === 'delete' && !holds(ctx.actor, 'npn_delete_task')) throw fail('forbidden');
  const locked = await lockSeen(ctx, input.tasks);
  const sorted = await sortSeen(ctx, input.tasks, locked, { action: action === 'assign' ? action : undefined });
  const { refused } = sorted;
  const moves: Move[] = [];
  const moved: Task[] = [];
  const gone: Task[] = [];
  const free = sortLocked(ctx, sorted);
  // The advice before the assignment. A spread by load has no choice of a person, so it has no advice.
  const advice = needsEditor && !input.spread ? await adviceBeside(ctx, free, editor!) : [];
  const workers =
    action === 'reassign'
      ? await findWorkers(
          ctx.db,
          free.flatMap((task) => task.editor ?? []),
        )
      : null;
  for (const task of free) {
    if (action === 'delete') {
      if (!isTakenUp(task)) gone.push(task);
      else refused.push({ task_id: task.task_id, code: 'task_in_production', current: task });
      continue;
    }
    const steps = await bulkSteps(ctx, task, { action, editor, worker: (id) => workers?.get(id) ?? null });
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
  await leaveComplaints(ctx, gone);
  await deleteTasks(
    ctx.db,
    gone.map((t) => t.task_id),
  );
  const before = new Map(moved.map((t) => [t.task_id, t]));
  await audit(ctx, [
    ...done.map((after) => ({
      action: `task.${action}`,
      entity: 'task' as const,
      entity_id: after.task_id,
      before: before.get(after.task_id),
      after,
    })),
    ...gone.map((task) => ({ action: 'task.delete', entity: 'task' as const, entity_id: task.task_id, before: task })),
  ]);
  await notifyOfTasks(ctx, moved, done);
  if (moved.length || gone.length) await settle(ctx, [...moved, ...gone]);
  return { done, deleted: gone.map((t) => t.task_id), refused };
}

/** Undoes the caller's own last moves, within permissions and four eyes (domain §2). Refusals are reported row by row. */
export async function undoMoves(ctx: Ctx, input: InputFor<'task.undo'>): Promise<AnswerOf<'task.undo'>> {
  const locked = await lockSeen(ctx, input.tasks);
  const last = await findLastMoves(ctx.db, [...locked.keys()]);
  const isOwn = ({ task_id }: Task) => {
    const move = last.get(task_id);
    return move?.user_id === ctx.actor.user_id && Date.parse(ctx.now) - Date.parse(move.at) <= UNDO_MS;
  };
  const sorted = await sortSeen(ctx, input.tasks, locked, { own: isOwn });
  const { refused } = sorted;
  const back = (task: Task): TaskMove => ({ status: task.status, to: last.get(task.task_id)?.before?.status });
  const origins = [...last.values()].flatMap((move) => move.before ?? []);
  const workers = await findWorkers(ctx.db, origins.flatMap(peopleOf));
  const given_back: AnswerOf<'task.undo'>['given_back'] = [];
  const moves: Move[] = [];
  const moved: Task[] = [];
  const takenBack: { task: Task; was: Task; at: string; action: string }[] = [];
  for (const task of sortLocked(ctx, sorted, back)) {
    const move = last.get(task.task_id);
    if (!move || !isOwn(task) || move.before === null || move.action === 'undo') {
      refused.push({ task_id: task.task_id, code: 'undo_too_late', current: task });
      continue;
    }
    const was = { ...task, ...move.before };
    const refusal = refusedUndo(task, was, move.action, ctx.actor, (id) => workers.get(id) ?? null);
    if (refusal) {
      refused.push({ task_id: task.task_id, code: refusal, current: task });
      continue;
    }
    const { action, note, fault_kinds, fault_note } = move;
    const { task_id, x1, x2, x3, rework_quantity, rework_notes } = task;
    const written = { action, note, fault_kinds, fault_note, x1, x2, x3, rework_quantity, rework_notes };
    given_back.push({ task_id, ...written });
    // A correction can also change notes. Notes that were written later stay.
    const corrected = action === 'admin_update' && move.before?.version === task.version - 1;
    const patch = { ...restored(was), ...(corrected ? { notes: was.notes } : {}), status_since: was.status_since };
    await updateTask(ctx.db, task.task_id, patch, ctx.now);
    moves.push(moveMade(ctx, task, 'undo', { undoable: false, to_status: was.status }));
    moved.push(task);
    takenBack.push({ task, was, at: move.at, action });
  }
  await insertMoves(ctx.db, moves);
  const done = await findTasks(
    ctx.db,
    moved.map((t) => t.task_id),
  );
  await withdrawNotices(ctx, takenBack);
  const undone = takenBack.map(({ task: { task_id }, ...of }) => ({ task_id, ...of }));
  await withdrawWith(ctx, undone);
  await forgetChoices(ctx, undone);
  await notifyOfTasks(ctx, moved, done, { undo: true });
  const before = new Map(moved.map((t) => [t.task_id, t]));
  await audit(
    ctx,
    done.map((after) => ({
      action: 'task.undo',
      entity: 'task' as const,
      entity_id: after.task_id,
      before: before.get(after.task_id),
      after,
    })),
  );
  if (moved.length) await settle(ctx, moved);
  return { done, refused, given_back };
}

/** The columns that a move can change. */
const restored = (was: Task): TaskPatch => ({
  status: was.status,
  editor: was.editor,
  first_qc: was.first_qc,
  second_qc: was.second_qc,
  edited_by: was.edited_by,
  qc1_by: was.qc1_by,
  qc2_by: was.qc2_by,
  x1: was.x1,
  x2: was.x2,
  x3: was.x3,
  start_time: was.start_time,
  end_time: was.end_time,
  rework_quantity: was.rework_quantity,
  rework_of: was.rework_of,
  rework_notes: was.rework_notes,
  rework_qc_1: was.rework_qc_1,
  rework_qc_2: was.rework_qc_2,
  rework_at: was.rework_at,
  rework_by: was.rework_by,
  fault_stage: was.fault_stage,
  qc_from: was.qc_from,
});

/** Working and waiting time per stage of visible tasks, and the sum for the footer of a list. */
export async function readTimes(ctx: Ctx, { task_ids }: InputFor<'task.times'>): Promise<AnswerOf<'task.times'>> {
  const sight = taskVisibility(ctx.actor);
  const seen = (await findTasks(ctx.db, task_ids)).filter((task) => canView(sight, task));
  const archived = await findArchivedSteps(ctx.db, task_ids);
  const moves = await listMoves(
    ctx.db,
    seen.map((t) => t.task_id),
  );
  const byTask = new Map<number, typeof moves>();
  for (const move of moves) {
    const own = byTask.get(move.task_id);
    if (own) own.push(move);
    else byTask.set(move.task_id, [move]);
  }
  // If the last step does not lead to the task's status, some steps are missing and the times are unknown.
  const tasks = seen.filter(
    ({ task_id, status }) => !archived.has(task_id) && (byTask.get(task_id)?.at(-1)?.to_status ?? 1) === status,
  );
  const results = tasks.map(({ task_id, created_at }) => ({
    task_id,
    stages: timeInState(created_at, byTask.get(task_id) ?? [], ctx.now),
  }));
  return { results, total: sumTimes(results.map((r) => r.stages)), archived: seen.length - tasks.length };
}

const ASSIGNABLE: readonly TaskStatus[] = [TaskStatus.TO_DO, TaskStatus.EDITOR_ASSIGNED];

/** Proposes editors for these tasks by load, without assigning (decision 076). Invisible tasks answer as missing ones. */
export async function spreadTasks(ctx: Ctx, input: InputFor<'task.spread'>): Promise<AnswerOf<'task.spread'>> {
  const sight = taskVisibility(ctx.actor);
  const tasks = (await findTasks(ctx.db, input.tasks)).filter(
    (task) => canView(sight, task) && ASSIGNABLE.includes(task.status),
  );
  const minutes = await findMinutes(
    ctx.db,
    tasks.map(({ task_id }) => task_id),
  );
  const minutesOf = ({ task_id }: { task_id: number }) => minutes.get(task_id) ?? 1;
  const editors = (await readEditors(ctx))
    .filter(({ user_id, is_superuser, is_away }) => input.editors?.includes(user_id) ?? !(is_superuser || is_away))
    .map((editor) => {
      // The plan can move the editor's tasks among these, so they do not count as load.
      const moving = tasks.filter((task) => task.editor === editor.user_id);
      return {
        ...editor,
        open_tasks: editor.open_tasks - moving.length,
        minutes: Math.max(0, editor.minutes - moving.reduce((sum, task) => sum + minutesOf(task), 0)),
      };
    });
  const { shares, left } = spreadByLoad(
    tasks.map((task) => ({
      task_id: task.task_id,
      workstream: task.workstream,
      minutes: minutesOf(task),
      barred: [...task.supporters.map(({ user_id }) => user_id), task.first_qc, task.second_qc].filter(
        (id) => id !== null,
      ),
    })),
    editors,
  );
  const known = new Set(tasks.map(({ task_id }) => task_id));
  return {
    results: shares.map(({ task_ids, ...share }) => ({ ...share, tasks: [...task_ids] })),
    left: [...left, ...input.tasks.filter((id) => !known.has(id))],
  };
}
