import type { Appeal } from '@darkroom/contract/quality/appeal';
import type { FaultAppeal, Task } from '@darkroom/contract/task/task';
import { judgesIn, refusedAppeal, refusedDecision } from '@darkroom/domain/appeal/appeal';
import { actedOn } from '@darkroom/domain/task/four-eyes';
import { canView, taskVisibility } from '@darkroom/domain/task/visibility';
import { audit } from '../../audit/audit.ts';
import { listAnswer, readPage } from '../../db/list/page.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/answer/fail.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { emit, emitTasks } from '../../live/emit.ts';
import { countBlindChecks } from '../blind-check/blind-check.service.ts';
import { notifyOfAppeal } from '../notification/notification.service.ts';
import { stopLocked } from '../task/task-lock.service.ts';
import { holdTask, lockVisible, readTasksById } from '../task/task-move.service.ts';
import {
  appealPage,
  countOpen,
  excludeFault,
  findAppealedTask,
  findAppeals,
  findFault,
  insertAppeal,
  updateDecided,
  type AppealRow,
} from './appeal.queries.ts';

/** Appeals in the workstreams that the actor checks or leads, each with the reason if the actor cannot decide it. */
export async function listAppeals(ctx: Ctx, input: InputFor<'appeal.list'>): Promise<AnswerOf<'appeal.list'>> {
  const { list, page, page_size } = input;
  const query = appealPage(list, judgesIn(ctx.actor));
  const { ids, total } = await readPage(ctx.db, { query, total: [{ rows: query }] }, { page, page_size });
  return listAnswer(await readAppeals(ctx, ids), total, page_size);
}

/** Number of appeals that the actor can decide, and of blind checks that they can start (decision 134). */
export const countAppeals = async (ctx: Ctx): Promise<AnswerOf<'appeal.waiting'>> => ({
  appeals: await countOpen(ctx.db, judgesIn(ctx.actor), ctx.actor.user_id),
  checks: await countBlindChecks(ctx),
});

/** Creates an editor's appeal against a fault (decision 133). It moves nothing, so the task continues as usual. */
export async function createAppeal(ctx: Ctx, input: InputFor<'appeal.create'>): Promise<FaultAppeal> {
  const { task_id, fault_id, reason } = input;
  const task = await lockVisible(ctx, task_id, undefined);
  const fault = await findFault(ctx.db, task_id, fault_id);
  const refusal = fault ? refusedAppeal(fault, ctx.actor, ctx.now) : 'not_found';
  if (!fault || refusal) throw fail(refusal ?? 'not_found', { field: 'fault_id' });
  const { user_id: made_by } = ctx.actor;
  const appeal = await insertAppeal(ctx.db, {
    fault_id,
    task_id,
    workstream: task.workstream,
    reason,
    made_by,
    made_at: ctx.now,
    barred: [...new Set([...fault.people, ...actedOn(task), made_by])],
  });
  await audit(ctx, { action: 'appeal.create', entity: 'task', entity_id: task_id, note: reason });
  await emitTasks(ctx, [task]);
  await emit(ctx, 'appeal', [appeal.id]);
  return appeal;
}

/** Upholds or dismisses an appeal, once. A user who can decide it sees the task as far as needed, and others get not found. */
export async function decideAppeal(ctx: Ctx, input: InputFor<'appeal.decide'>): Promise<Appeal> {
  const { id, version, upheld, decision } = input;
  const task_id = await findAppealedTask(ctx.db, id);
  const task = task_id === undefined ? undefined : await holdTask(ctx, task_id);
  const [row] = task ? await findAppeals(ctx.db, [id]) : [];
  if (!task || !row) throw fail('not_found', { field: 'id' });
  const refusal = refusedDecision(row, task, ctx.actor);
  if (refusal && !canView(taskVisibility(ctx.actor), task)) throw fail('not_found', { field: 'id' });
  if (refusal === 'not_allowed') throw fail(refusal);
  const appeal = shown(row, task, ctx);
  if (row.version !== version || row.state !== 'OPEN') throw fail('stale', { current: appeal });
  stopLocked(ctx, [task]);
  if (refusal) throw fail(refusal, { current: appeal });
  const state = upheld ? 'UPHELD' : 'DISMISSED';
  const decided = { state, decision, decided_by: ctx.actor.user_id, decided_at: ctx.now } as const;
  await updateDecided(ctx.db, id, decided);
  if (upheld) await excludeFault(ctx.db, { history_id: row.fault_id, task_id: task.task_id });
  await audit(ctx, {
    action: upheld ? 'appeal.uphold' : 'appeal.dismiss',
    entity: 'task',
    entity_id: task.task_id,
    subject_id: row.made_by,
    note: decision,
  });
  const after = { ...appeal, ...decided, version: version + 1 };
  await notifyOfAppeal(ctx, task, after);
  await emitTasks(ctx, [task]);
  await emit(ctx, 'appeal', [id]);
  return after;
}

async function readAppeals(ctx: Ctx, ids: readonly number[]): Promise<Appeal[]> {
  const rows = await findAppeals(ctx.db, ids);
  const tasks = await readTasksById(
    ctx.db,
    rows.map(({ task_id }) => task_id),
  );
  return rows.flatMap((row) => {
    const task = tasks.get(row.task_id);
    return task ? [shown(row, task, ctx)] : [];
  });
}

function shown({ barred, ...row }: AppealRow, task: Task, { actor }: Ctx): Appeal {
  return { ...row, refused: row.state === 'OPEN' ? refusedDecision({ barred }, task, actor) : null };
}
