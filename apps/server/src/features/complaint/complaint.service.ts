import type { ComplaintLine, ComplaintTask } from '@darkroom/contract/request/complaint';
import type { RequestRow } from '@darkroom/contract/request/request';
import type { Task } from '@darkroom/contract/task/task';
import { getTaskMove } from '@darkroom/domain/lock/screens';
import { countDeliveredPieces } from '@darkroom/domain/price/report';
import { getVisibleBoards, getWorkableBoards } from '@darkroom/domain/request/access';
import {
  calculateReworkShare,
  findJobChangeRefusal,
  findReworkRefusal,
  findAdoptionRefusal,
} from '@darkroom/domain/request/complaint';
import { taskQuantity } from '@darkroom/domain/task/quantities';
import { decide } from '@darkroom/domain/task/decide';
import type { TaskPatch } from '@darkroom/domain/task/state';
import { IN_REWORK, isIn, type TaskEvent } from '@darkroom/domain/task/status';
import { canView, getTaskVisibility } from '@darkroom/domain/task/visibility';
import { fail } from '../../http/response/fail.ts';
import type { Ctx } from '../../http/context.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { emit } from '../../live/emit.ts';
import { findCustomers1Below } from '../customer/customer.service.ts';
import { readDelivered } from '../price/price-report.service.ts';
import { isJobOfCustomer, lockVisibleRequest, readVisibleRequest, writeRequest } from '../request/request.service.ts';
import { readFaultTypeKeys } from '../setting/setting.service.ts';
import { rejectSystemLocked } from '../task/task-system-lock.service.ts';
import { readTaskRows } from '../task/task-access.service.ts';
import { writeMoves } from '../task/task-write.service.ts';
import { lockTasksAtVersion } from '../task/task.service.ts';
import {
  countComplaints,
  type ComplaintCounts,
  findReworkCauses,
  findComplaintTasks,
  findReworkRounds,
  findComplaintsSharingRework,
  insertComplaintTasks,
  insertLinkedRework,
  type NewComplaintTask,
} from './complaint.queries.ts';
import { readTaskNumbers } from './complaint-sync.queries.ts';

/**
 * Reads the complaints of a period on the boards the actor sees, in groups, with the share of delivered pieces in
 * rework (decisions 057, 102, 106).
 */
export async function readComplaints(
  ctx: Ctx,
  input: InputFor<'request.complaints'>,
): Promise<ResponseOf<'request.complaints'>> {
  const { by, date_from: from, date_to: to, ...levels } = input;
  const period = {
    from,
    to,
    boards: getVisibleBoards(ctx.actor),
    customers1: await findCustomers1Below(ctx.db, levels),
  };
  const delivered = await readDelivered(ctx.db, { from, to, ...levels });
  const allDelivered = delivered.reduce((sum, line) => sum + countDeliveredPieces(line), 0);
  const sumDelivered = (key: ComplaintCounts['key']) => {
    if (by === 'fault_kind') return allDelivered;
    const field = by === 'customer' ? 'cus_id1' : 'service_cat2_id';
    return delivered.reduce((sum, line) => sum + (line[field] === key ? countDeliveredPieces(line) : 0), 0);
  };
  const lines = await countComplaints(ctx.db, by, period);
  const [totals] = (await countComplaints(ctx.db, 'whole', period)) as [ComplaintCounts?];
  const results = lines.map((line): ComplaintLine => {
    const deliveredPieces = sumDelivered(line.key);
    return { ...line, delivered: deliveredPieces, share: calculateReworkShare(line.pieces, deliveredPieces) };
  });
  const { complaints = 0, tasks = 0, pieces = 0, minutes = 0 } = totals ?? {};
  return {
    results,
    complaints,
    tasks,
    pieces,
    minutes,
    delivered: allDelivered,
    share: calculateReworkShare(pieces, allDelivered),
  };
}

/**
 * Sends tasks of a complaint's job to rework or takes over running reworks, all or nothing, and starts the complaint
 * (decision 106).
 */
export async function reworkOfComplaint(ctx: Ctx, input: InputFor<'request.rework'>): Promise<RequestRow> {
  await readVisibleRequest(ctx, input.id, 'id');
  const tasks = new Map(
    (await lockTasksAtVersion(ctx, [...input.tasks, ...input.running])).map((task) => [task.task_id, task]),
  );
  const request = await lockVisibleRequest(ctx, input.id, 'id');
  if (request.version !== input.version) throw fail('stale', { current: request });
  const refusal = findReworkRefusal(request);
  if (refusal) throw fail(refusal, { current: request });
  const job_id = input.job_id ?? request.job_id;
  const jobRefusal = job_id === request.job_id ? null : findJobChangeRefusal(request);
  if (jobRefusal) throw fail(jobRefusal, { current: request });
  await validateReferences(ctx, request, job_id, input, tasks);
  rejectSystemLocked(
    ctx,
    [...tasks.values()].map((task) => getTaskMove(task, 'rework')),
  );
  const linked = input.running.map((requested) =>
    toLinkedRework(ctx, request.id, tasks.get(requested.task_id)!, requested),
  );
  if (input.tasks.length > 0) await sendToRework(ctx, request.id, input.tasks, tasks);
  if (linked.length > 0) await linkRunningReworks(ctx, request.id, linked);
  // A user who cannot reply to the customer only starts the rework, and leaves the complaint to others.
  const canStart = request.status === 'TODO' && getWorkableBoards(ctx.actor).includes(request.board);
  const started = canStart ? { processing_by: ctx.actor.user_id } : {};
  const patch = { ...started, status: 'PROCESSING', job_id, rework_notified: true } as const;
  // The history names the tasks, as it does when rework is deleted.
  return writeRequest(ctx, 'request.rework', request, patch, await readTaskNumbers(ctx.db, [...tasks.keys()]));
}

type RequestedRework = InputFor<'request.rework'>['tasks'][number];
type RunningRework = InputFor<'request.rework'>['running'][number];

/** Sends tasks to rework for a complaint, as one move. */
async function sendToRework(
  ctx: Ctx,
  request_id: number,
  requested: readonly RequestedRework[],
  tasks: ReadonlyMap<number, Task>,
): Promise<void> {
  const decisions = requested.map((item, index) => ({
    ...item,
    ...decideRework(ctx, tasks.get(item.task_id)!, item, index),
  }));
  await writeMoves(
    ctx,
    'rework',
    decisions.map(({ rework_notes, ...move }) => ({ ...move, note: rework_notes })),
  );
  await insertComplaintTasks(
    ctx.db,
    decisions.map(({ task_id, rework_quantity, fault_kinds }) => ({
      request_id,
      task_id,
      sent_at: ctx.now,
      sent_by: ctx.actor.user_id,
      quantity: rework_quantity,
      fault_kinds,
    })),
  );
}

/** Returns the current rework of a task for a complaint, with its original time, user and quantity. */
function toLinkedRework(ctx: Ctx, request_id: number, task: Task, { fault_kinds }: RunningRework): NewComplaintTask {
  const refusal = findAdoptionRefusal(task, ctx.actor);
  if (refusal) throw fail(refusal, { current: task });
  const { task_id, rework_at, rework_by: sent_by, rework_quantity } = task;
  return { request_id, task_id, sent_at: rework_at!, sent_by, quantity: rework_quantity!, fault_kinds };
}

/**
 * Links reworks in progress to a complaint and refuses a repeated link. Informs the viewers of the other complaints.
 */
async function linkRunningReworks(ctx: Ctx, request_id: number, linked: readonly NewComplaintTask[]): Promise<void> {
  const linkedIds = new Set(await insertLinkedRework(ctx.db, linked));
  const errors = linked.flatMap(({ task_id }, index) =>
    linkedIds.has(task_id) ? [] : [{ field: `running.${index}.task_id`, code: 'duplicate' }],
  );
  if (errors.length > 0) throw fail('validation', { errors });
  await emit(ctx, 'request', await findComplaintsSharingRework(ctx.db, request_id, [...linkedIds]));
}

/**
 * Checks the references: the job belongs to the customer, the tasks to the job, the fault types to the bureau. The job
 * can have moved since the request.
 */
async function validateReferences(
  ctx: Ctx,
  request: RequestRow,
  job_id: number | null,
  input: InputFor<'request.rework'>,
  tasks: ReadonlyMap<number, Task>,
): Promise<void> {
  if (job_id === null) throw fail('validation', { errors: [{ field: 'job_id', code: 'required' }] });
  await validateJob(ctx, request, job_id);
  const known = await readFaultTypeKeys(ctx.db);
  const listErrors = (list: 'tasks' | 'running') =>
    input[list].flatMap(({ task_id, fault_kinds }, index) => [
      ...(tasks.get(task_id)?.job_id === job_id ? [] : [{ field: `${list}.${index}.task_id`, code: 'unknown' }]),
      ...fault_kinds.flatMap((kind, k) =>
        known.has(kind) ? [] : [{ field: `${list}.${index}.fault_kinds.${k}`, code: 'unknown' }],
      ),
    ]);
  const errors = [...listErrors('tasks'), ...listErrors('running')];
  if (errors.length > 0) throw fail('validation', { errors });
}

/** Refuses a job of another customer as unknown. */
async function validateJob(ctx: Ctx, { cus_id1 }: RequestRow, job_id: number): Promise<void> {
  if (await isJobOfCustomer(ctx, job_id, cus_id1)) return;
  throw fail('validation', { errors: [{ field: 'job_id', code: 'unknown' }] });
}

function decideRework(
  ctx: Ctx,
  task: Task,
  { rework_quantity, rework_notes }: RequestedRework,
  at: number,
): { task: Task; decision: { patch: TaskPatch; event: TaskEvent | null } } {
  const decision = decide(task, 'rework', ctx.actor, ctx.now, { rework_quantity, rework_notes });
  if (decision.ok) return { task, decision };
  if (decision.field) throw fail(decision.code, { field: `tasks.${at}.${decision.field}` });
  throw fail(decision.code, { current: task });
}

/**
 * Reads the work of a complaint: tasks of its job with editors and QCs, and the cost of rework. Hidden tasks have only
 * their status.
 */
export async function readComplaint(
  ctx: Ctx,
  { id, job_id }: InputFor<'request.complaint'>,
): Promise<ResponseOf<'request.complaint'>> {
  const request = await readVisibleRequest(ctx, id, 'id');
  if (job_id !== undefined) await validateJob(ctx, request, job_id);
  const ids = await findComplaintTasks(ctx.db, id, job_id ?? null);
  const causes = new Map((await findReworkCauses(ctx.db, id, ids)).map((cause) => [cause.task_id, cause]));
  const rounds = await findReworkRounds(ctx.db, id);
  const visibility = getTaskVisibility(ctx.actor);
  const rows = await readTaskRows(ctx.db, ids);
  const tasks = rows.map((row) => {
    const { qc_1, qc_2, counted_by_other_complaint, ...cause } = causes.get(row.task_id)!;
    const { task_id, status, version, sub_prod_id, service_cat2_id, editor, edited_by_ids } = row;
    const { workstream, rework_qc_1, rework_qc_2 } = row;
    const people = { editor, edited_by_ids: [...edited_by_ids], qc_1, qc_2, rework_qc_1, rework_qc_2 };
    const task = { version, workstream, sub_prod_id, service_cat2_id, quantity: taskQuantity(row), ...people };
    const taskRounds = rounds.filter((round) => round.task_id === task_id).map(({ task_id: _of, ...round }) => round);
    const visibleTask = {
      ...cause,
      task_id,
      status,
      task,
      rounds: taskRounds,
      running: getRunningRework(row, counted_by_other_complaint),
    };
    return canView(visibility, row) ? visibleTask : { ...HIDDEN_TASK, task_id, status };
  });
  return {
    tasks,
    // The cost belongs to the complaint, so it includes hidden tasks.
    pieces: ids.reduce((sum, id) => sum + (causes.get(id)?.pieces ?? 0), 0),
    minutes: ids.reduce((sum, id) => sum + (causes.get(id)?.minutes ?? 0), 0),
    sub_prod_ids_in_rework: request.sub_prod_ids_in_rework,
  };
}

/** Returns the current rework of a task, as it was requested. */
function getRunningRework(
  { status, rework_at, rework_by, rework_quantity, rework_notes }: Task,
  counted_by_other_complaint: boolean,
): ComplaintTask['running'] {
  if (!isIn(IN_REWORK, status) || rework_at === null) return null;
  return { since: rework_at, by: rework_by, pieces: rework_quantity ?? 0, rework_notes, counted_by_other_complaint };
}

/** Placeholder for a task that the actor cannot see (domain §2, "In a job"). */
const HIDDEN_TASK = {
  task: null,
  sent_at: null,
  sent_by: null,
  rounds: null,
  running: null,
  counted_before: null,
  pieces: null,
  minutes: null,
  fault_kinds: null,
  recheck_fault_kinds: null,
};
