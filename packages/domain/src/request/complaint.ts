import { isEntitled, type Actor } from '../task/decide.ts';
import type { TaskState } from '../task/state.ts';
import { IN_REWORK, isIn } from '../task/status.ts';
import type { RequestStatus, RequestType } from './status.ts';

/** What makes a request a complaint that can send tasks to rework (decision 106). */
interface Complaining {
  readonly type: RequestType;
  readonly status: RequestStatus;
}

/** Why tasks cannot be sent to rework from a request now; null when they can. */
export function refusesRework({
  type,
  status,
}: Complaining): 'not_complaint' | 'request_needs_review' | 'request_done' | null {
  if (type !== 'FAULTS') return 'not_complaint';
  if (status === 'NEED_REVIEW') return 'request_needs_review';
  return status === 'DONE' ? 'request_done' : null;
}

/** Why a complaint cannot take on the rework a task is in: that asks for what sending it there asks for, and for a rework that runs. */
export function refusesTakingOn(task: TaskState, actor: Actor): 'not_allowed' | 'wrong_status' | null {
  if (!isEntitled(task, 'rework', actor)) return 'not_allowed';
  const runs = isIn(IN_REWORK, task.status) && task.rework_at !== null && task.rework_quantity !== null;
  return runs ? null : 'wrong_status';
}

/** What the tasks of a complaint come to. */
interface Reworked {
  readonly rework_open: number;
  readonly rework_done: number;
  /** Numbers of the parts it names that are being redone by a rework that is not its own. */
  readonly parts_in_rework: readonly string[];
}

/** How a complaint's work stands; customers are told this and nothing more of it. Null: nothing was sent to rework. */
export const REWORK_STATES = ['BEING_REDONE', 'REDONE'] as const;
export type ReworkState = (typeof REWORK_STATES)[number];

export function reworkState({ rework_open, rework_done, parts_in_rework }: Reworked): ReworkState | null {
  if (rework_open > 0) return 'BEING_REDONE';
  if (rework_done === 0) return null;
  // Nobody reads that it is redone while a part they named is not.
  return parts_in_rework.length > 0 ? 'BEING_REDONE' : 'REDONE';
}

/**
 * Why a complaint stays about the job it names; null where it may be about another, or none. Once work of a job was redone for it, that
 * is the job it is about: what its customer reads, what it cost and who made it are that job's.
 */
export function keepsJob({
  job_id,
  rework_open,
  rework_done,
}: Partial<Reworked> & { readonly job_id: number | null }): 'rework_open' | 'complaint_redone' | null {
  if (rework_open) return 'rework_open';
  return job_id !== null && rework_done ? 'complaint_redone' : null;
}

/** What a complaint's status becomes by itself when its tasks have moved; null: it stays. Only a person closes it. */
export const followsTo = (
  status: RequestStatus,
  { rework_open }: Pick<Reworked, 'rework_open'>,
): RequestStatus | null => (rework_open > 0 && status !== 'PROCESSING' ? 'PROCESSING' : null);

/** Pieces that a rework left more of than there were before it, which its customer pays for; nought while it runs, or where it is not known. */
export const piecesAdded = (completed: boolean, counted: number, before: number | null): number =>
  completed && before !== null ? Math.max(0, counted - before) : 0;

/** What redoing cost: minutes by the estimate of a piece; null where there is none. */
export const reworkMinutes = (pieces: number, estimate_minutes: number | null): number | null =>
  estimate_minutes === null ? null : pieces * estimate_minutes;

/** The part of what was delivered that had to be redone; null where nothing was. */
export const shareRedone = (pieces: number, delivered: number): number | null =>
  delivered > 0 ? pieces / delivered : null;
