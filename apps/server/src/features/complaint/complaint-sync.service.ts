import type { Task } from '@darkroom/contract/task/task';
import { getFollowingStatus, getReworkState } from '@darkroom/domain/request/complaint';
import { writeAudit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import { notifyCustomer } from '../../live/customers.ts';
import { emit } from '../../live/emit.ts';
import { notifyReworkCompleted } from '../notification/notification.service.ts';
import { lockCheckedRequest, writeRequest } from '../request/request.service.ts';
import {
  hasCompletedTask,
  findComplaintsOfTasks,
  findComplaintsOfDeleted,
  updateComplaintTasks,
} from './complaint-sync.queries.ts';

/** Updates the complaints of changed tasks: Processing while one is in rework, and a notification when all are completed (decision 106). */
export async function updateComplaintsOfTasks(
  ctx: Ctx,
  before: readonly Pick<Task, 'task_id' | 'rework_at'>[],
): Promise<void> {
  // A correction can move a task to a status before the start. It is then in no rework, but still belongs to its complaint.
  const ids = [...new Set(before.map((task) => task.task_id))];
  const request_ids = await findComplaintsOfTasks(ctx.db, before);
  if (request_ids.length === 0) return;
  // The change already has the locks of jobs. Requests come after them, by id.
  for (const id of request_ids) await lockCheckedRequest(ctx, id);
  // The history shows why rework has ended or continues.
  for (const { request_id, tasks, taken_back } of await updateComplaintTasks(ctx.db, before)) {
    const action = taken_back ? 'request.reworkDeleted' : 'request.reworkAgain';
    await writeAudit(ctx, { action, entity: 'customer_request', entity_id: request_id, note: tasks });
  }
  const completed = await hasCompletedTask(ctx.db, ids, ctx.now);
  for (const id of request_ids) {
    const request = await lockCheckedRequest(ctx, id);
    if (!request) continue;
    const status = getFollowingStatus(request.status, request);
    if (status) await writeRequest(ctx, 'request.follow', request, { status });
    else {
      await emit(ctx, 'request', [id]);
      // The customer sees if work is in rework or completed. The last task changes that without a move of the request.
      await notifyCustomer(ctx, 'portal_request', [id], request.cus_id1);
    }
    if (completed && getReworkState(request) === 'REDONE' && request.status === 'PROCESSING')
      await notifyReworkCompleted(ctx, request);
  }
}

/** Removes tasks from their complaints, with a history entry. Called while the jobs are locked, before the tasks are deleted. */
export async function removeTasksFromComplaints(ctx: Ctx, deleted: readonly Pick<Task, 'task_id'>[]): Promise<void> {
  if (deleted.length === 0) return;
  const affected = await findComplaintsOfDeleted(
    ctx.db,
    deleted.map((task) => task.task_id),
  );
  for (const { request_id, tasks } of affected) {
    const request = await lockCheckedRequest(ctx, request_id);
    if (!request) continue;
    await writeAudit(ctx, { action: 'task.delete', entity: 'customer_request', entity_id: request_id, note: tasks });
    await emit(ctx, 'request', [request_id]);
    await notifyCustomer(ctx, 'portal_request', [request_id], request.cus_id1);
  }
}
