import type { Task, TaskTaken } from '@darkroom/contract/task/task';
import { dayOf, startOfDay } from '@darkroom/domain/calendar/day';
import { moveOf } from '@darkroom/domain/lock/screens';
import type { Subject } from '@darkroom/domain/permission/access';
import { decide, EDITOR_CODE } from '@darkroom/domain/task/decide';
import type { Circumstances, Refused } from '@darkroom/domain/task/needs';
import { breaksFourEyes } from '@darkroom/domain/task/four-eyes';
import { couldTakeOver, editsIn } from '@darkroom/domain/task/places';
import { TaskStatus } from '@darkroom/domain/task/status';
import { TRANSITIONS, type TaskAction } from '@darkroom/domain/task/transitions';
import { newTask, canView, taskVisibility } from '@darkroom/domain/task/visibility';
import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import { audit } from '../../audit/audit.ts';
import { type Listing, writePage } from '../../db/list/page.ts';
import { findArchivedSteps, stepsArchivedBefore } from '../../db/history/steps.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/answer/fail.ts';
import type { Written } from '../../http/answer/written.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { withAppeals } from '../appeal/appeal-of-task.service.ts';
import { notifyOfTasks } from '../notification/notification.service.ts';
import { faultKindKeys, xInUse } from '../setting/setting.service.ts';
import { adviceBeside } from './advice/advice.service.ts';
import { moveMade } from './move.ts';
import { stopLocked } from './task-lock.service.ts';
import { settle, writeMove } from './task-write.service.ts';
import { taskConditions } from './list/task.filter.ts';
import { visibilityCondition } from './list/task.visibility.ts';
import { taskPage } from './list/task.order.ts';
import { WRITTEN_TASK_ROWS } from './list/task.columns.ts';
import {
  assignRows,
  findDetailCount,
  findHolders,
  findMoveFrom,
  findTaskRows,
  findTasks,
  findWorkers,
  insertMoves,
  listHistory,
  lockTasks,
  sumLoad,
  findEditorFaults,
  MAX_EDITOR_FAULTS,
} from './task.queries.ts';

/** The visible tasks of a filter, in an order. */
export async function taskListing(
  ctx: Ctx,
  { sort, ...filter }: Omit<InputFor<'task.list'>, 'page' | 'page_size'>,
): Promise<Listing> {
  const { total, ...narrowed } = await taskConditions(ctx, filter, taskVisibility(ctx.actor));
  return { query: taskPage(narrowed, sort, filter.scope !== 'all'), total };
}

/** Visible tasks, a page at a time (spec §7 task/list, domain §2). */
export async function listTasks(ctx: Ctx, input: InputFor<'task.list'>): Promise<Written<AnswerOf<'task.list'>>> {
  const { page, page_size, ...shown } = input;
  return writePage(ctx.db, await taskListing(ctx, shown), { page, page_size }, WRITTEN_TASK_ROWS);
}

/** The error for a missing or invisible task, in the words of spec §8. */
export const noTask = () => fail('not_found', { errors: [{ field: 'task_id', code: 'task_not_found' }] });

/** One task with all its moves. 404 if it is missing or invisible. */
export async function readHistory(ctx: Ctx, input: InputFor<'task.history'>): Promise<AnswerOf<'task.history'>> {
  const [task] = await findTaskRows(ctx.db, [input.task_id]);
  if (!task || !canView(taskVisibility(ctx.actor), task)) throw noTask();
  const archived = await findArchivedSteps(ctx.db, [task.task_id]);
  const events = await withAppeals(ctx.db, task.task_id, await listHistory(ctx.db, task.task_id));
  return { task, events, archived: archived.get(task.task_id) ?? null };
}

/** Active editors of the actor's workstreams with their visible open work (domain §2). */
export async function readEditors(ctx: Ctx) {
  const sight = taskVisibility(ctx.actor);
  const streams = WORKSTREAMS.filter((stream) => canView(sight, newTask(stream))).map(
    (stream) => [stream, EDITOR_CODE[stream]] as const,
  );
  const editors = await findHolders(
    ctx.db,
    streams.map(([, code]) => code),
    dayOf(ctx.now),
  );
  const load = new Map((await sumLoad(ctx.db, visibilityCondition(sight))).map((row) => [row.user_id, row]));
  return editors.map(({ user_id, is_superuser, is_away, codes }) => ({
    user_id,
    is_superuser,
    is_away,
    workstreams: streams.filter(([, code]) => codes.includes(code)).map(([stream]) => stream),
    open_tasks: load.get(user_id)?.open_tasks ?? 0,
    minutes: load.get(user_id)?.minutes ?? 0,
  }));
}

/** Active editors with their open work, for users who assign. */
export const readLoad = async (ctx: Ctx): Promise<AnswerOf<'task.load'>> => ({
  results: (await readEditors(ctx)).map(({ is_superuser: _superuser, is_away: _away, ...editor }) => editor),
});

type Seen = readonly { task_id: number; version: number }[];

/**
 * Locks tasks if the actor sees each in its current version. The check runs once before the lock, so the loser of a race gets the answer
 * at once.
 */
export async function lockSeen(ctx: Ctx, wanted: Seen, action?: TaskAction): Promise<Task[]> {
  const ids = wanted.map((w) => w.task_id);
  await checkSeen(ctx, wanted, await findTasks(ctx.db, ids), action);
  const tasks = await lockTasks(ctx.db, ids);
  await checkSeen(ctx, wanted, tasks, action);
  return tasks;
}

async function checkSeen(ctx: Ctx, wanted: Seen, tasks: readonly Task[], action?: TaskAction): Promise<void> {
  const byId = new Map(tasks.map((t) => [t.task_id, t]));
  for (const { task_id, version } of wanted) {
    const lack = await unseen(ctx, byId.get(task_id), version, action);
    if (lack?.code === 'not_found') throw noTask();
    if (lack) throw fail('stale', { current: lack.current });
  }
}

type Unseen = { code: 'not_found' } | { code: 'stale'; current: Task | TaskTaken };

/** The reason why a caller with this version cannot change a task, or null. The loser of a race gets the winner's name. */
export async function unseen(
  ctx: Ctx,
  task: Task | undefined,
  version: number,
  action?: TaskAction,
): Promise<Unseen | null> {
  if (!task) return { code: 'not_found' };
  if (canView(taskVisibility(ctx.actor), task))
    return task.version === version ? null : { code: 'stale', current: task };
  const current = action && TAKING.includes(action) ? await takenBy(ctx, task, version, action) : null;
  return current ? { code: 'stale', current } : { code: 'not_found' };
}

/** Steps that take a task out of a pool. */
const TAKING: readonly TaskAction[] = ['assign', 'start_qc1', 'start_qc2', 'recheck'];

/** Time limit for naming the winner of a race to its loser. */
const RACE_MS = 10 * 60_000;

/**
 * The user who took a task that the actor saw at this version (decision 006). The answer is then "stale" with that user, instead of "not
 * found".
 */
async function takenBy(ctx: Ctx, { task_id }: Task, version: number, action: TaskAction): Promise<TaskTaken | null> {
  const since = new Date(Date.parse(ctx.now) - RACE_MS).toISOString();
  const move = await findMoveFrom(ctx.db, task_id, version, since);
  const theirs =
    move && TRANSITIONS[action].from.includes(move.before.status) && canView(taskVisibility(ctx.actor), move.before);
  if (!theirs) return null;
  const { version: brought, status, editor, first_qc, second_qc } = move;
  return { task_id, version: brought, status, editor, first_qc, second_qc };
}

/** A refused step as an API error. A question about a count needs no row. */
const refusal = ({ code, field, errors, figures }: Refused, current: Task) =>
  errors
    ? fail('validation', { errors: [...errors] })
    : fail(code, { ...(field ? { field } : {}), ...(figures ? { figures } : { current }) });

/** One step of one task (spec §4, §7 editor/task/update). The domain decides, and this writes the decision. */
export async function actOnTask(ctx: Ctx, input: InputFor<'task.act'>): Promise<Task> {
  const { task_id, version, action, ...rest } = input;
  const [task] = (await lockSeen(ctx, [{ task_id, version }], action)) as [Task];
  stopLocked(ctx, [moveOf(task, action)]);
  await checkFaultKinds(ctx, rest.fault_kinds);
  const given = await circumstancesOf(ctx, task, action);
  const decision = decide(task, action, ctx.actor, ctx.now, rest, given);
  if (!decision.ok) throw refusal(decision, task);
  const note = rest.note || rest.rework_notes || null;
  return writeMove(ctx, task, action, decision, { note, fault_kinds: rest.fault_kinds });
}

/** Other facts for a step with counts: the enabled counts and, at submit, the counts of the other tasks of the detail. */
async function circumstancesOf(ctx: Ctx, task: Task, action: TaskAction): Promise<Circumstances> {
  const { needs } = TRANSITIONS[action];
  const hands_on = needs.includes('valid_quantity') || needs.includes('reworked');
  return {
    x_in_use: needs.includes('x') || needs.includes('valid_quantity') ? await xInUse(ctx.db) : undefined,
    detail: hands_on ? await findDetailCount(ctx.db, task) : undefined,
  };
}

export async function checkFaultKinds(ctx: Ctx, kinds: readonly string[] | undefined): Promise<void> {
  if (!kinds?.length) return;
  const known = await faultKindKeys(ctx.db);
  const errors = kinds.flatMap((kind, i) => (known.has(kind) ? [] : [{ field: `fault_kinds.${i}`, code: 'unknown' }]));
  if (errors.length) throw fail('validation', { errors });
}

/**
 * Assigns To Do tasks to an active editor, all or none (domain §2). Taking a task needs the editor code, assigning to others
 * `assign_task`.
 */
export async function assignTasks(ctx: Ctx, input: InputFor<'task.assign'>): Promise<AnswerOf<'task.assign'>> {
  const tasks = await lockSeen(ctx, input.tasks, 'assign');
  stopLocked(ctx, tasks);
  const now = ctx.now;
  for (const task of tasks) {
    const decision = decide(task, 'assign', ctx.actor, now, { editor: input.editor });
    if (!decision.ok) throw refusal(decision, task);
  }
  await checkEditor(ctx, input.editor, tasks);
  const advice = await adviceBeside(ctx, tasks, input.editor);
  const ids = tasks.map((t) => t.task_id);
  await assignRows(ctx.db, ids, input.editor, now);
  await insertMoves(
    ctx.db,
    tasks.map((task) => moveMade(ctx, task, 'assign', { undoable: true, to_status: TaskStatus.EDITOR_ASSIGNED })),
    advice,
  );
  const results = await findTasks(ctx.db, ids);
  const before = new Map(tasks.map((t) => [t.task_id, t]));
  await audit(
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
  await settle(ctx, tasks);
  return { results };
}

/** Checks that the person is an active editor of each task's workstream and does not check or support it. Returns the person's codes. */
export async function checkEditor(ctx: Ctx, editor: number, tasks: readonly Task[]): Promise<Subject | undefined> {
  const worker = (await findWorkers(ctx.db, [editor])).get(editor);
  for (const task of tasks) {
    if (!worker || !editsIn(worker, task)) throw fail('editor_not_of_workstream', { field: 'editor' });
    if (breaksFourEyes('take', task, editor)) throw fail('four_eyes', { field: 'editor', current: task });
  }
  return worker;
}

/** The same check for tasks of an editor who cannot continue: the new editor must be able to continue them (decision 148). */
export async function checkSuccessor(ctx: Ctx, editor: number, tasks: readonly Task[]): Promise<void> {
  const worker = await checkEditor(ctx, editor, tasks);
  if (!worker || tasks.some((task) => !couldTakeOver(task, worker)))
    throw fail('editor_cannot_go_on', { field: 'editor' });
}

/** Recent faults in other work of a task's editor, as a hint for the check. */
export async function readEditorFaults(
  ctx: Ctx,
  { task_id }: InputFor<'task.editorFaults'>,
): Promise<AnswerOf<'task.editorFaults'>> {
  const sight = taskVisibility(ctx.actor);
  const [task] = await findTasks(ctx.db, [task_id]);
  if (!task || !canView(sight, task)) throw fail('not_found', { field: 'task_id' });
  if (task.editor === null) return { results: [], archived_before: null };
  const asked = { editor: task.editor, without: task_id };
  const results = await findEditorFaults(ctx.db, asked, visibilityCondition(sight));
  const before = await stepsArchivedBefore(ctx.db);
  const lacks =
    before !== null && (results.length < MAX_EDITOR_FAULTS || results.at(-1)!.at < startOfDay(`${before}-01`));
  return { results, archived_before: lacks ? before : null };
}
