import type { RedoRow } from '@darkroom/contract/request/redo';
import type { Task } from '@darkroom/contract/task/task';
import { taskQuantity } from '@darkroom/domain/task/quantities';
import type { TaskPatch } from '@darkroom/domain/task/state';
import { IN_REWORK, isIn, TaskStatus } from '@darkroom/domain/task/status';
import { findReworkDeletionRefusal } from '@darkroom/domain/task/undo';
import { getTaskVisibility } from '@darkroom/domain/task/visibility';
import type { Database } from '../../db/connect.ts';
import { type Listing, writePage } from '../../db/list/page.ts';
import type { Ctx } from '../../http/context.ts';
import { fail, rejectEmptyPatch } from '../../http/response/fail.ts';
import type { WrittenJson } from '../../http/response/written-json.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { retractRework } from '../notification/notification.service.ts';
import { lockVisibleTask, createTaskConditions, readTaskRows } from '../task/task-access.service.ts';
import { writeMove } from '../task/task-write.service.ts';
import { findSentToRework, findReworkHistories, redoPage, REDO_ROW_WRITER } from './redo.queries.ts';

/** Returns the list of visible reworks of a filter, in an order. */
export async function redoListing(
  ctx: Ctx,
  { sort, state, ...filter }: Omit<InputFor<'redo.list'>, 'page' | 'page_size'>,
): Promise<Listing> {
  const where = await createTaskConditions(ctx, { ...filter, scope: 'all' }, getTaskVisibility(ctx.actor));
  const query = redoPage(where, { state, sort });
  return { query, total: [{ rows: query }] };
}

/** Reads the reworks with their history, in the order of the ids. */
export async function readRedoRows(db: Database, ids: readonly number[]): Promise<RedoRow[]> {
  const histories = await findReworkHistories(db, ids);
  return (await readTaskRows(db, ids)).map((row) => ({
    ...row,
    rework_count: histories.get(row.task_id)?.rework_count ?? 0,
    rework_completed_at: histories.get(row.task_id)?.rework_completed_at ?? null,
    fault_kinds: histories.get(row.task_id)?.fault_kinds ?? [],
  }));
}

/** Lists current and past reworks with their history (spec §7 redo/list), limited to visible tasks. */
export async function listRedo(ctx: Ctx, input: InputFor<'redo.list'>): Promise<WrittenJson<ResponseOf<'redo.list'>>> {
  const { page, page_size, ...listFilter } = input;
  return writePage(ctx.db, await redoListing(ctx, listFilter), { page, page_size }, REDO_ROW_WRITER);
}

/** Changes quantity and note of a running rework. */
export async function updateRedo(ctx: Ctx, input: InputFor<'redo.update'>): Promise<Task> {
  const { task_id, version, ...changes } = input;
  rejectEmptyPatch(changes);
  const task = await lockVisibleTask(ctx, task_id, version);
  if (!isIn(IN_REWORK, task.status)) throw fail('wrong_status', { current: task });
  // Limited to the delivered pieces, whatever its editor has counted since (decision 102).
  const limit = Math.min(taskQuantity(task), task.quantity_before_rework || Infinity);
  const quantity = input.rework_quantity ?? task.rework_quantity;
  if (quantity !== null && (quantity < 1 || quantity > limit)) {
    throw fail('rework_quantity_invalid', { field: 'rework_quantity' });
  }
  const notes = input.rework_notes ?? task.rework_notes;
  if (!notes?.trim()) throw fail('rework_notes_required', { field: 'rework_notes' });
  const patch = { rework_quantity: quantity, rework_notes: notes };
  return writeMove(ctx, task, 'redo_update', { patch }, { note: notes });
}

/**
 * Undoes a rework: the task is Completed again with its earlier counts, and the previous rework is the last one. The
 * history has both.
 */
export async function deleteRedo(ctx: Ctx, input: InputFor<'redo.delete'>): Promise<Task> {
  const task = await lockVisibleTask(ctx, input.task_id, input.version);
  const refusal = findReworkDeletionRefusal(task);
  if (refusal) throw fail(refusal, { current: task });
  const { x1, x2, x3, before } = await findSentToRework(ctx.db, task);
  const patch: TaskPatch = {
    status: TaskStatus.COMPLETED,
    x1: before?.x1 ?? x1,
    x2: before?.x2 ?? x2,
    x3: before?.x3 ?? x3,
    end_time: before?.end_time ?? task.end_time ?? ctx.now,
    rework_quantity: before?.rework_quantity ?? null,
    quantity_before_rework: before?.quantity_before_rework ?? null,
    rework_notes: before?.rework_notes ?? null,
    rework_qc_1: before?.rework_qc_1 ?? null,
    rework_qc_2: before?.rework_qc_2 ?? null,
    rework_at: before?.rework_at ?? null,
    rework_by: before?.rework_by ?? null,
  };
  const after = await writeMove(ctx, task, 'redo_delete', { patch }, { note: task.rework_notes });
  await retractRework(ctx, task);
  return after;
}
