import type { Appeal } from '@darkroom/contract/quality/appeal';
import type { FaultAppeal, Task } from '@darkroom/contract/task/task';
import { getAppealWorkstreams, findAppealRefusal, findDecisionRefusal } from '@darkroom/domain/appeal/appeal';
import { getParticipants } from '@darkroom/domain/task/four-eyes';
import { canView, getTaskVisibility } from '@darkroom/domain/task/visibility';
import { writeAudit } from '../../audit/audit.ts';
import { toListResponse, readPage } from '../../db/list/page.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/response/fail.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { emit, emitTasks } from '../../live/emit.ts';
import { countBlindChecks } from '../blind-check/blind-check.service.ts';
import { notifyOfAppeal } from '../notification/notification.service.ts';
import { rejectSystemLocked } from '../task/task-system-lock.service.ts';
import { lockTask, lockVisibleTask, readTasksById } from '../task/task-access.service.ts';
import {
  appealPage,
  countDecidableAppeals,
  excludeFault,
  findAppealedTask,
  findAppeals,
  findFault,
  insertAppeal,
  updateDecision,
  type AppealRow,
} from './appeal.queries.ts';

/** Lists appeals in the workstreams that the actor checks or leads, with the reason if the actor cannot decide one. */
export async function listAppeals(ctx: Ctx, input: InputFor<'appeal.list'>): Promise<ResponseOf<'appeal.list'>> {
  const { list, page, page_size } = input;
  const query = appealPage(list, getAppealWorkstreams(ctx.actor));
  const { ids, total } = await readPage(ctx.db, { query, total: [{ rows: query }] }, { page, page_size });
  return toListResponse(await readAppeals(ctx, ids), total, page_size);
}

/** Counts the appeals that the actor can decide, and the blind checks that the actor can start (decision 134). */
export const countAppeals = async (ctx: Ctx): Promise<ResponseOf<'appeal.waiting'>> => ({
  appeals: await countDecidableAppeals(ctx.db, getAppealWorkstreams(ctx.actor), ctx.actor.user_id),
  checks: await countBlindChecks(ctx),
});

/** Creates an editor's appeal against a fault (decision 133). The task does not change. */
export async function createAppeal(ctx: Ctx, input: InputFor<'appeal.create'>): Promise<FaultAppeal> {
  const { task_id, fault_id, reason } = input;
  const task = await lockVisibleTask(ctx, task_id, undefined);
  const fault = await findFault(ctx.db, task_id, fault_id);
  const refusal = fault ? findAppealRefusal(fault, ctx.actor, ctx.now) : 'not_found';
  if (!fault || refusal) throw fail(refusal ?? 'not_found', { field: 'fault_id' });
  const { user_id: created_by } = ctx.actor;
  const appeal = await insertAppeal(ctx.db, {
    fault_id,
    task_id,
    workstream: task.workstream,
    reason,
    created_by,
    created_at: ctx.now,
    excluded_users: [...new Set([...fault.people, ...getParticipants(task), created_by])],
  });
  await writeAudit(ctx, { action: 'appeal.create', entity: 'task', entity_id: task_id, note: reason });
  await emitTasks(ctx, [task]);
  await emit(ctx, 'appeal', [appeal.id]);
  return appeal;
}

/**
 * Upholds or dismisses an appeal, once. A user who can decide it sees the task as far as needed. Others get
 * `not_found`.
 */
export async function decideAppeal(ctx: Ctx, input: InputFor<'appeal.decide'>): Promise<Appeal> {
  const { id, version, upheld, decision } = input;
  const task_id = await findAppealedTask(ctx.db, id);
  const task = task_id === undefined ? undefined : await lockTask(ctx, task_id);
  const [row] = task ? await findAppeals(ctx.db, [id]) : [];
  if (!task || !row) throw fail('not_found', { field: 'id' });
  const refusal = findDecisionRefusal(row, task, ctx.actor);
  if (refusal && !canView(getTaskVisibility(ctx.actor), task)) throw fail('not_found', { field: 'id' });
  if (refusal === 'not_allowed') throw fail(refusal);
  const appeal = toAppeal(row, task, ctx);
  if (row.version !== version || row.state !== 'OPEN') throw fail('stale', { current: appeal });
  rejectSystemLocked(ctx, [task]);
  if (refusal) throw fail(refusal, { current: appeal });
  const state = upheld ? 'UPHELD' : 'DISMISSED';
  const decided = { state, decision, decided_by: ctx.actor.user_id, decided_at: ctx.now } as const;
  await updateDecision(ctx.db, id, decided);
  if (upheld) await excludeFault(ctx.db, { history_id: row.fault_id, task_id: task.task_id });
  await writeAudit(ctx, {
    action: upheld ? 'appeal.uphold' : 'appeal.dismiss',
    entity: 'task',
    entity_id: task.task_id,
    subject_id: row.created_by,
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
    return task ? [toAppeal(row, task, ctx)] : [];
  });
}

function toAppeal({ excluded_users, ...row }: AppealRow, task: Task, { actor }: Ctx): Appeal {
  return { ...row, refused: row.state === 'OPEN' ? findDecisionRefusal({ excluded_users }, task, actor) : null };
}
