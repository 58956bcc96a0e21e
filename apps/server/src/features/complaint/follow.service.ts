import type { Task } from '@darkroom/contract/task';
import { followsTo, reworkState } from '@darkroom/domain/request/complaint';
import type { Ctx } from '../../http/context.ts';
import { tellCustomer } from '../../live/customers.ts';
import { emit } from '../../live/emit.ts';
import { tellOfRedone } from '../notice/notice.service.ts';
import { holdRequest, writeRequest } from '../request/request.service.ts';
import { anyCompleted, findComplaintsOf, keepInStep } from './follow.queries.ts';

/**
 * What a change of tasks means to the complaints that sent them to rework (decision 106): these are in Processing while any of
 * them is in rework, and whoever works on one is told once all are completed again. Nobody's complaint is closed by it.
 */
export async function followTasks(ctx: Ctx, before: readonly Pick<Task, 'task_id' | 'rework_at'>[]): Promise<void> {
  const reworked = before.filter((task) => task.rework_at !== null);
  if (reworked.length === 0) return;
  const ids = [...new Set(reworked.map((task) => task.task_id))];
  const request_ids = await findComplaintsOf(ctx.db, ids);
  if (request_ids.length === 0) return;
  // Jobs and tasks are held by the change itself; requests come after them, by id.
  for (const id of request_ids) await holdRequest(ctx, id);
  await keepInStep(ctx.db, reworked);
  const completed = await anyCompleted(ctx.db, ids, ctx.now);
  for (const id of request_ids) {
    const request = await holdRequest(ctx, id);
    if (!request) continue;
    const status = followsTo(request.status, request);
    if (status) await writeRequest(ctx, 'request.follow', request, { status });
    else {
      await emit(ctx, 'request', [id]);
      // They are told whether it is being redone or is redone, which the last task changes without moving the request.
      await tellCustomer(ctx, 'portal_request', [id], request.cus_id1);
    }
    if (completed && reworkState(request) === 'REDONE' && request.status === 'PROCESSING')
      await tellOfRedone(ctx, request);
  }
}
