import type { ComplaintLine, ComplaintTask } from '@darkroom/contract/request/complaint';
import type { RequestRow } from '@darkroom/contract/request/request';
import type { Task } from '@darkroom/contract/task/task';
import { moveOf } from '@darkroom/domain/lock/screens';
import { piecesDelivered } from '@darkroom/domain/price/report';
import { boardsSeen, boardsWorked } from '@darkroom/domain/request/access';
import { shareRedone, keepsJob, refusesRework, refusesTakingOn } from '@darkroom/domain/request/complaint';
import { taskQuantity } from '@darkroom/domain/task/counts';
import { decide } from '@darkroom/domain/task/decide';
import type { TaskPatch } from '@darkroom/domain/task/state';
import { IN_REWORK, isIn, type TaskEvent } from '@darkroom/domain/task/status';
import { canView, taskVisibility } from '@darkroom/domain/task/visibility';
import { fail } from '../../http/answer/fail.ts';
import type { Ctx } from '../../http/context.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { emit } from '../../live/emit.ts';
import { customers1Below } from '../customer/customer.service.ts';
import { readDelivered } from '../price/price-report.service.ts';
import { isJobOfCustomer, lockVisibleRequest, readVisibleRequest, writeRequest } from '../request/request.service.ts';
import { faultKindKeys } from '../setting/setting.service.ts';
import { stopLocked } from '../task/task-lock.service.ts';
import { readTaskRows } from '../task/task-move.service.ts';
import { writeMoves } from '../task/task-write.service.ts';
import { lockSeen } from '../task/task.service.ts';
import {
  countComplaints,
  type CountedLine,
  findCauses,
  findComplaintTasks,
  findRounds,
  findSharing,
  insertSent,
  insertLinkedRework,
  type SentTask,
} from './complaint.queries.ts';
import { nameTasks } from './follow.queries.ts';

/**
 * Complaints of a period on the boards the actor sees, in groups, with the share of delivered pieces in rework (decisions 057, 102, 106).
 */
export async function readComplaints(
  ctx: Ctx,
  input: InputFor<'request.complaints'>,
): Promise<AnswerOf<'request.complaints'>> {
  const { by, date_from: from, date_to: to, ...levels } = input;
  const period = { from, to, boards: boardsSeen(ctx.actor), customers1: await customers1Below(ctx.db, levels) };
  const delivered = await readDelivered(ctx.db, { from, to, ...levels });
  const all = delivered.reduce((sum, line) => sum + piecesDelivered(line), 0);
  const deliveredOf = (key: CountedLine['key']) => {
    if (by === 'fault_kind') return all;
    const field = by === 'customer' ? 'cus_id1' : 'service_cat2_id';
    return delivered.reduce((sum, line) => sum + (line[field] === key ? piecesDelivered(line) : 0), 0);
  };
  const lines = await countComplaints(ctx.db, by, period);
  const [whole] = (await countComplaints(ctx.db, 'whole', period)) as [CountedLine?];
  const results = lines.map((line): ComplaintLine => {
    const of = deliveredOf(line.key);
    return { ...line, delivered: of, share: shareRedone(line.pieces, of) };
  });
  const { complaints = 0, tasks = 0, pieces = 0, minutes = 0 } = whole ?? {};
  return { results, complaints, tasks, pieces, minutes, delivered: all, share: shareRedone(pieces, all) };
}

/** Sends tasks of a complaint's job to rework or takes on running reworks, all or nothing, and starts the complaint (decision 106). */
export async function reworkOfComplaint(ctx: Ctx, input: InputFor<'request.rework'>): Promise<RequestRow> {
  await readVisibleRequest(ctx, input.id, 'id');
  const tasks = new Map((await lockSeen(ctx, [...input.tasks, ...input.running])).map((task) => [task.task_id, task]));
  const request = await lockVisibleRequest(ctx, input.id, 'id');
  if (request.version !== input.version) throw fail('stale', { current: request });
  const refusal = refusesRework(request);
  if (refusal) throw fail(refusal, { current: request });
  const job_id = input.job_id ?? request.job_id;
  const kept = job_id === request.job_id ? null : keepsJob(request);
  if (kept) throw fail(kept, { current: request });
  await checkNamed(ctx, request, job_id, input, tasks);
  stopLocked(
    ctx,
    [...tasks.values()].map((task) => moveOf(task, 'rework')),
  );
  const taken = input.running.map((asked) => takenOn(ctx, request.id, tasks.get(asked.task_id)!, asked));
  if (input.tasks.length > 0) await send(ctx, request.id, input.tasks, tasks);
  if (taken.length > 0) await takeOn(ctx, request.id, taken);
  // A user who cannot answer the customer only starts the rework, and leaves the complaint to those who can.
  const takes = request.status === 'TODO' && boardsWorked(ctx.actor).includes(request.board);
  const started = takes ? { processing_by: ctx.actor.user_id } : {};
  const patch = { ...started, status: 'PROCESSING', job_id, rework_notified: true } as const;
  // The history names the tasks, as it does when rework is deleted.
  return writeRequest(ctx, 'request.rework', request, patch, await nameTasks(ctx.db, [...tasks.keys()]));
}

type Asked = InputFor<'request.rework'>['tasks'][number];
type Running = InputFor<'request.rework'>['running'][number];

/** Sends tasks to rework for a complaint, as one move. */
async function send(
  ctx: Ctx,
  request_id: number,
  asked: readonly Asked[],
  tasks: ReadonlyMap<number, Task>,
): Promise<void> {
  const decided = asked.map((one, at) => ({ ...one, ...decideRework(ctx, tasks.get(one.task_id)!, one, at) }));
  await writeMoves(
    ctx,
    'rework',
    decided.map(({ rework_notes, ...made }) => ({ ...made, note: rework_notes })),
  );
  await insertSent(
    ctx.db,
    decided.map(({ task_id, rework_quantity, fault_kinds }) => ({
      request_id,
      task_id,
      sent_at: ctx.now,
      sent_by: ctx.actor.user_id,
      quantity: rework_quantity,
      fault_kinds,
    })),
  );
}

/** The current rework of a task for a complaint, with its original time, user and quantity. */
function takenOn(ctx: Ctx, request_id: number, task: Task, { fault_kinds }: Running): SentTask {
  const refusal = refusesTakingOn(task, ctx.actor);
  if (refusal) throw fail(refusal, { current: task });
  const { task_id, rework_at, rework_by: sent_by, rework_quantity } = task;
  return { request_id, task_id, sent_at: rework_at!, sent_by, quantity: rework_quantity!, fault_kinds };
}

/** Links reworks in progress to a complaint and refuses a repeated link. Viewers of the other complaints are informed. */
async function takeOn(ctx: Ctx, request_id: number, taken: readonly SentTask[]): Promise<void> {
  const made = new Set(await insertLinkedRework(ctx.db, taken));
  const errors = taken.flatMap(({ task_id }, at) =>
    made.has(task_id) ? [] : [{ field: `running.${at}.task_id`, code: 'duplicate' }],
  );
  if (errors.length > 0) throw fail('validation', { errors });
  await emit(ctx, 'request', await findSharing(ctx.db, request_id, [...made]));
}

/**
 * Checks the references: the job belongs to the customer (it can have moved since the request named it), the tasks to the job, the fault
 * types to the bureau.
 */
async function checkNamed(
  ctx: Ctx,
  request: RequestRow,
  job_id: number | null,
  input: InputFor<'request.rework'>,
  tasks: ReadonlyMap<number, Task>,
): Promise<void> {
  if (job_id === null) throw fail('validation', { errors: [{ field: 'job_id', code: 'required' }] });
  await checkJob(ctx, request, job_id);
  const known = await faultKindKeys(ctx.db);
  const wrong = (list: 'tasks' | 'running') =>
    input[list].flatMap(({ task_id, fault_kinds }, at) => [
      ...(tasks.get(task_id)?.job_id === job_id ? [] : [{ field: `${list}.${at}.task_id`, code: 'unknown' }]),
      ...fault_kinds.flatMap((kind, k) =>
        known.has(kind) ? [] : [{ field: `${list}.${at}.fault_kinds.${k}`, code: 'unknown' }],
      ),
    ]);
  const errors = [...wrong('tasks'), ...wrong('running')];
  if (errors.length > 0) throw fail('validation', { errors });
}

/** A job of another customer is refused as unknown. */
async function checkJob(ctx: Ctx, { cus_id1 }: RequestRow, job_id: number): Promise<void> {
  if (await isJobOfCustomer(ctx, job_id, cus_id1)) return;
  throw fail('validation', { errors: [{ field: 'job_id', code: 'unknown' }] });
}

function decideRework(
  ctx: Ctx,
  task: Task,
  { rework_quantity, rework_notes }: Asked,
  at: number,
): { task: Task; decision: { patch: TaskPatch; event: TaskEvent | null } } {
  const decision = decide(task, 'rework', ctx.actor, ctx.now, { rework_quantity, rework_notes });
  if (decision.ok) return { task, decision };
  if (decision.field) throw fail(decision.code, { field: `tasks.${at}.${decision.field}` });
  throw fail(decision.code, { current: task });
}

/** Work of a complaint: tasks of its job with editors and QCs, and the cost of rework. A hidden task has only its status. */
export async function readComplaint(
  ctx: Ctx,
  { id, job_id }: InputFor<'request.complaint'>,
): Promise<AnswerOf<'request.complaint'>> {
  const request = await readVisibleRequest(ctx, id, 'id');
  if (job_id !== undefined) await checkJob(ctx, request, job_id);
  const ids = await findComplaintTasks(ctx.db, id, job_id ?? null);
  const causes = new Map((await findCauses(ctx.db, id, ids)).map((cause) => [cause.task_id, cause]));
  const rounds = await findRounds(ctx.db, id);
  const sight = taskVisibility(ctx.actor);
  const rows = await readTaskRows(ctx.db, ids);
  const tasks = rows.map((row) => {
    const { qc_1, qc_2, for_others, ...cause } = causes.get(row.task_id)!;
    const { task_id, status, version, sub_prod_id, service_cat2_id, editor, edited_by } = row;
    const { workstream, rework_qc_1, rework_qc_2 } = row;
    const people = { editor, edited_by: [...edited_by], qc_1, qc_2, rework_qc_1, rework_qc_2 };
    const task = { version, workstream, sub_prod_id, service_cat2_id, quantity: taskQuantity(row), ...people };
    const sent = rounds.filter((round) => round.task_id === task_id).map(({ task_id: _of, ...round }) => round);
    const shown = { ...cause, task_id, status, task, rounds: sent, running: runningOf(row, for_others) };
    return canView(sight, row) ? shown : { ...UNSEEN, task_id, status };
  });
  return {
    tasks,
    // The cost belongs to the complaint, so it includes hidden tasks.
    pieces: ids.reduce((sum, id) => sum + (causes.get(id)?.pieces ?? 0), 0),
    minutes: ids.reduce((sum, id) => sum + (causes.get(id)?.minutes ?? 0), 0),
    parts_in_rework: request.parts_in_rework,
  };
}

/** The current rework of a task, as it was requested. */
function runningOf(
  { status, rework_at, rework_by, rework_quantity, rework_notes }: Task,
  for_others: boolean,
): ComplaintTask['running'] {
  if (!isIn(IN_REWORK, status) || rework_at === null) return null;
  return { since: rework_at, by: rework_by, pieces: rework_quantity ?? 0, rework_notes, for_others };
}

/** Placeholder for a task that the actor cannot see (domain §2, "In a job"). */
const UNSEEN = {
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
