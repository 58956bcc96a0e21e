import type { Task, TaskTaken } from '@darkroom/contract/task/task';
import { startOfDay } from '@darkroom/domain/calendar/day';
import { getTaskMove } from '@darkroom/domain/lock/screens';
import type { Subject } from '@darkroom/domain/permission/access';
import { decide, EDITOR_CODE } from '@darkroom/domain/task/decide';
import type { ActionContext, Refused } from '@darkroom/domain/task/needs';
import { breaksFourEyes } from '@darkroom/domain/task/four-eyes';
import { canTakeOver, canEditIn } from '@darkroom/domain/task/roles';
import { TaskStatus } from '@darkroom/domain/task/status';
import { TRANSITIONS, type TaskAction } from '@darkroom/domain/task/transitions';
import { createNewTask, canView, getTaskVisibility } from '@darkroom/domain/task/visibility';
import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import { writeAudit } from '../../audit/audit.ts';
import { type Listing, writePage } from '../../db/list/page.ts';
import { findArchivedSteps, findArchivedUntil } from '../../db/history/steps.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/response/fail.ts';
import type { WrittenJson } from '../../http/response/written-json.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { addAppeals } from '../appeal/appeal-of-task.service.ts';
import { notifyOfTasks } from '../notification/notification.service.ts';
import { readFaultTypeKeys, readXToggle } from '../setting/setting.service.ts';
import { createAdviceRows } from './advice/advice.service.ts';
import { createMove } from './move.ts';
import { rejectSystemLocked } from './task-system-lock.service.ts';
import { writeConsequences, writeMove } from './task-write.service.ts';
import { taskConditions } from './list/task.filter.ts';
import { visibilityCondition } from './list/task.visibility.ts';
import { taskPage } from './list/task.order.ts';
import { TASK_ROW_WRITER } from './list/task.columns.ts';
import {
  assignRows,
  findDetailQuantities,
  findPermissionHolders,
  findMoveFromVersion,
  findTaskRows,
  findTasks,
  findWorkers,
  insertMoves,
  listTaskHistory,
  lockTasks,
  sumLoad,
  findEditorFaults,
  MAX_EDITOR_FAULTS,
} from './task.queries.ts';

/** Returns the list of visible tasks of a filter, in an order. */
export async function taskListing(
  ctx: Ctx,
  { sort, ...filter }: Omit<InputFor<'task.list'>, 'page' | 'page_size'>,
): Promise<Listing> {
  const { total, ...conditions } = await taskConditions(ctx, filter, getTaskVisibility(ctx.actor));
  return { query: taskPage(conditions, sort, filter.scope !== 'all'), total };
}

/** Lists visible tasks, a page at a time (spec §7 task/list, domain §2). */
export async function listTasks(ctx: Ctx, input: InputFor<'task.list'>): Promise<WrittenJson<ResponseOf<'task.list'>>> {
  const { page, page_size, ...listFilter } = input;
  return writePage(ctx.db, await taskListing(ctx, listFilter), { page, page_size }, TASK_ROW_WRITER);
}

/** Creates the error for a missing or invisible task, with the text of spec §8. */
export const createTaskNotFoundError = () =>
  fail('not_found', { errors: [{ field: 'task_id', code: 'task_not_found' }] });

/** Reads one task with all its moves. Throws `not_found` if it is missing or invisible. */
export async function readHistory(ctx: Ctx, input: InputFor<'task.history'>): Promise<ResponseOf<'task.history'>> {
  const [task] = await findTaskRows(ctx.db, [input.task_id]);
  if (!task || !canView(getTaskVisibility(ctx.actor), task)) throw createTaskNotFoundError();
  const archived = await findArchivedSteps(ctx.db, [task.task_id]);
  const events = await addAppeals(ctx.db, task.task_id, await listTaskHistory(ctx.db, task.task_id));
  return { task, events, archived: archived.get(task.task_id) ?? null };
}

/** Reads active editors of the actor's workstreams with their visible open work (domain §2). */
export async function readEditors(ctx: Ctx) {
  const visibility = getTaskVisibility(ctx.actor);
  const streams = WORKSTREAMS.filter((stream) => canView(visibility, createNewTask(stream))).map(
    (stream) => [stream, EDITOR_CODE[stream]] as const,
  );
  const editors = await findPermissionHolders(
    ctx.db,
    streams.map(([, code]) => code),
    ctx.now,
  );
  const load = new Map((await sumLoad(ctx.db, visibilityCondition(visibility))).map((row) => [row.user_id, row]));
  return editors.map(({ user_id, is_superuser, is_away, off_from, codes }) => ({
    user_id,
    is_superuser,
    is_away,
    off_from,
    workstreams: streams.filter(([, code]) => codes.includes(code)).map(([stream]) => stream),
    open_tasks: load.get(user_id)?.open_tasks ?? 0,
    minutes: load.get(user_id)?.minutes ?? 0,
  }));
}

/** Reads active editors with their open work, for users who assign. */
export const readEditorLoad = async (ctx: Ctx): Promise<ResponseOf<'task.load'>> => ({
  results: (await readEditors(ctx)).map(({ is_superuser: _superuser, is_away: _away, ...editor }) => editor),
});

type TaskVersions = readonly { task_id: number; version: number }[];

/** Locks tasks if the actor sees each in its current version. */
export async function lockTasksAtVersion(ctx: Ctx, requested: TaskVersions, action?: TaskAction): Promise<Task[]> {
  const tasks = await lockTasks(
    ctx.db,
    requested.map(({ task_id }) => task_id),
  );
  const byId = new Map(tasks.map((t) => [t.task_id, t]));
  for (const { task_id, version } of requested) {
    const problem = await findVersionProblem(ctx, byId.get(task_id), version, action);
    if (problem?.code === 'not_found') throw createTaskNotFoundError();
    if (problem) throw fail('stale', { current: problem.current });
  }
  return tasks;
}

type VersionProblem = { code: 'not_found' } | { code: 'stale'; current: Task | TaskTaken };

/**
 * Finds the reason why a caller with this version cannot change a task, or null. A caller who comes too late gets the
 * name of the first user.
 */
export async function findVersionProblem(
  ctx: Ctx,
  task: Task | undefined,
  version: number,
  action?: TaskAction,
): Promise<VersionProblem | null> {
  if (!task) return { code: 'not_found' };
  if (canView(getTaskVisibility(ctx.actor), task))
    return task.version === version ? null : { code: 'stale', current: task };
  const current = action && TAKING_ACTIONS.includes(action) ? await findTaker(ctx, task, version, action) : null;
  return current ? { code: 'stale', current } : { code: 'not_found' };
}

/** Steps that take a task out of a pool. */
const TAKING_ACTIONS: readonly TaskAction[] = ['assign', 'start_qc1', 'start_qc2', 'recheck'];

/** Time in which a caller who comes too late gets the name of the user who was first. */
const RACE_LIMIT_MS = 10 * 60_000;

/**
 * Finds the user who took a task that the actor saw at this version (decision 006). The error is then `stale` and not
 * `not_found`.
 */
async function findTaker(ctx: Ctx, { task_id }: Task, version: number, action: TaskAction): Promise<TaskTaken | null> {
  const since = new Date(Date.parse(ctx.now) - RACE_LIMIT_MS).toISOString();
  const move = await findMoveFromVersion(ctx.db, task_id, version, since);
  const wasTaken =
    move && TRANSITIONS[action].from.includes(move.before.status) && canView(getTaskVisibility(ctx.actor), move.before);
  if (!wasTaken) return null;
  const { version: newVersion, status, editor, first_qc, second_qc } = move;
  return { task_id, version: newVersion, status, editor, first_qc, second_qc };
}

/** Creates the API error of a refused step. A question about a count needs no row. */
const createRefusal = ({ code, field, errors, figures }: Refused, current: Task) =>
  errors
    ? fail('validation', { errors: [...errors] })
    : fail(code, { ...(field ? { field } : {}), ...(figures ? { figures } : { current }) });

/** Applies one step to one task (spec §4, §7 editor/task/update). The domain decides, and this function writes. */
export async function actOnTask(ctx: Ctx, input: InputFor<'task.act'>): Promise<Task> {
  const { task_id, version, action, ...rest } = input;
  const [task] = (await lockTasksAtVersion(ctx, [{ task_id, version }], action)) as [Task];
  rejectSystemLocked(ctx, [getTaskMove(task, action)]);
  await validateFaultTypes(ctx, rest.fault_kinds);
  const actionContext = await readActionContext(ctx, task, action);
  const decision = decide(task, action, ctx.actor, ctx.now, rest, actionContext);
  if (!decision.ok) throw createRefusal(decision, task);
  const note = rest.note || rest.rework_notes || null;
  return writeMove(ctx, task, action, decision, { note, fault_kinds: rest.fault_kinds });
}

/**
 * Reads other facts for a step with counts: the enabled counts and, at submit, the counts of the other tasks of the
 * detail.
 */
async function readActionContext(ctx: Ctx, task: Task, action: TaskAction): Promise<ActionContext> {
  const { needs } = TRANSITIONS[action];
  const submits = needs.includes('valid_quantity') || needs.includes('reworked');
  return {
    x_in_use: needs.includes('x') || needs.includes('valid_quantity') ? await readXToggle(ctx.db) : undefined,
    detail: submits ? await findDetailQuantities(ctx.db, task) : undefined,
  };
}

export async function validateFaultTypes(ctx: Ctx, kinds: readonly string[] | undefined): Promise<void> {
  if (!kinds?.length) return;
  const known = await readFaultTypeKeys(ctx.db);
  const errors = kinds.flatMap((kind, i) => (known.has(kind) ? [] : [{ field: `fault_kinds.${i}`, code: 'unknown' }]));
  if (errors.length) throw fail('validation', { errors });
}

/** Assigns To Do tasks to an active editor, all or none (domain §2). Taking needs the editor code, and assigning needs `assign_task`. */
export async function assignTasks(ctx: Ctx, input: InputFor<'task.assign'>): Promise<ResponseOf<'task.assign'>> {
  const tasks = await lockTasksAtVersion(ctx, input.tasks, 'assign');
  rejectSystemLocked(ctx, tasks);
  const now = ctx.now;
  for (const task of tasks) {
    const decision = decide(task, 'assign', ctx.actor, now, { editor: input.editor });
    if (!decision.ok) throw createRefusal(decision, task);
  }
  await checkEditor(ctx, input.editor, tasks);
  const advice = await createAdviceRows(ctx, tasks, input.editor);
  const ids = tasks.map((t) => t.task_id);
  await assignRows(ctx.db, ids, input.editor, now);
  await insertMoves(
    ctx.db,
    tasks.map((task) => createMove(ctx, task, 'assign', { undoable: true, to_status: TaskStatus.EDITOR_ASSIGNED })),
    advice,
  );
  const results = await findTasks(ctx.db, ids);
  const before = new Map(tasks.map((t) => [t.task_id, t]));
  await writeAudit(
    ctx,
    results.map((after) => ({
      action: 'task.assign',
      entity: 'task',
      entity_id: after.task_id,
      subject_id: input.editor,
      before: before.get(after.task_id),
      after,
    })),
  );
  await notifyOfTasks(ctx, tasks, results);
  await writeConsequences(ctx, tasks);
  return { results };
}

/** Checks that the person is an active editor of each task's workstream and does not check or support it. Returns the person's codes. */
export async function checkEditor(ctx: Ctx, editor: number, tasks: readonly Task[]): Promise<Subject | undefined> {
  const worker = (await findWorkers(ctx.db, [editor])).get(editor);
  for (const task of tasks) {
    if (!worker || !canEditIn(worker, task)) throw fail('editor_not_of_workstream', { field: 'editor' });
    if (breaksFourEyes('take', task, editor)) throw fail('four_eyes', { field: 'editor', current: task });
  }
  return worker;
}

/**
 * Checks a new editor for tasks whose editor cannot continue. The new editor must be able to continue them (decision
 * 148).
 */
export async function checkSuccessor(ctx: Ctx, editor: number, tasks: readonly Task[]): Promise<void> {
  const worker = await checkEditor(ctx, editor, tasks);
  if (!worker || tasks.some((task) => !canTakeOver(task, worker)))
    throw fail('editor_cannot_continue', { field: 'editor' });
}

/** Reads recent faults in other work of a task's editor, as a hint for the check. */
export async function readEditorFaults(
  ctx: Ctx,
  { task_id }: InputFor<'task.editorFaults'>,
): Promise<ResponseOf<'task.editorFaults'>> {
  const visibility = getTaskVisibility(ctx.actor);
  const [task] = await findTasks(ctx.db, [task_id]);
  if (!task || !canView(visibility, task)) throw fail('not_found', { field: 'task_id' });
  if (task.editor === null) return { results: [], archived_before: null };
  const faultQuery = { editor: task.editor, without: task_id };
  const results = await findEditorFaults(ctx.db, faultQuery, visibilityCondition(visibility));
  const before = await findArchivedUntil(ctx.db);
  const isIncomplete =
    before !== null && (results.length < MAX_EDITOR_FAULTS || results.at(-1)!.at < startOfDay(`${before}-01`));
  return { results, archived_before: isIncomplete ? before : null };
}
