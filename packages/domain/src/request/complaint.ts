import { isEntitled, type Actor } from '../task/decide.ts';
import type { TaskState } from '../task/state.ts';
import { IN_REWORK, isIn } from '../task/status.ts';
import type { RequestStatus, RequestType } from './status.ts';

/** Fields of a request that decide if it can send tasks to rework (decision 106). */
interface ComplaintRequest {
  readonly type: RequestType;
  readonly status: RequestStatus;
}

/** Returns the reason why a request cannot send tasks to rework now, or null. */
export function findReworkRefusal({
  type,
  status,
}: ComplaintRequest): 'not_complaint' | 'request_needs_review' | 'request_done' | null {
  if (type !== 'FAULTS') return 'not_complaint';
  if (status === 'NEED_REVIEW') return 'request_needs_review';
  return status === 'DONE' ? 'request_done' : null;
}

/**
 * Returns the reason why a complaint cannot adopt a task that is already in rework. Adoption needs the permission to send the task to
 * rework, and a rework in progress.
 */
export function findAdoptionRefusal(task: TaskState, actor: Actor): 'not_allowed' | 'wrong_status' | null {
  if (!isEntitled(task, 'rework', actor)) return 'not_allowed';
  const isReworkRunning = isIn(IN_REWORK, task.status) && task.rework_at !== null && task.rework_quantity !== null;
  return isReworkRunning ? null : 'wrong_status';
}

interface ReworkCounts {
  readonly rework_open: number;
  readonly rework_done: number;
  /** Numbers of named parts that are in rework for another reason. */
  readonly sub_prod_ids_in_rework: readonly string[];
}

/** State of a complaint's rework, the only part that customers see. Null if nothing was sent to rework. */
export const REWORK_STATES = ['BEING_REDONE', 'REDONE'] as const;
export type ReworkState = (typeof REWORK_STATES)[number];

export function getReworkState({ rework_open, rework_done, sub_prod_ids_in_rework }: ReworkCounts): ReworkState | null {
  if (rework_open > 0) return 'BEING_REDONE';
  if (rework_done === 0) return null;
  // A complaint is not shown as redone while one of its named parts is in rework.
  return sub_prod_ids_in_rework.length > 0 ? 'BEING_REDONE' : 'REDONE';
}

/**
 * Returns the reason why the job of a complaint cannot change, or null if it can. Once work was redone, the complaint's text, cost and
 * people belong to that job.
 */
export function findJobChangeRefusal({
  job_id,
  rework_open,
  rework_done,
}: Partial<ReworkCounts> & { readonly job_id: number | null }): 'rework_open' | 'complaint_redone' | null {
  if (rework_open) return 'rework_open';
  return job_id !== null && rework_done ? 'complaint_redone' : null;
}

/** Returns the new status of a complaint after its tasks moved, or null. Only a user closes it. */
export const getFollowingStatus = (
  status: RequestStatus,
  { rework_open }: Pick<ReworkCounts, 'rework_open'>,
): RequestStatus | null => (rework_open > 0 && status !== 'PROCESSING' ? 'PROCESSING' : null);

/** Counts the pieces that a rework added, which the customer pays for. 0 during the rework, or if the number before is unknown. */
export const countAddedPieces = (completed: boolean, counted: number, before: number | null): number =>
  completed && before !== null ? Math.max(0, counted - before) : 0;

/** Estimates the minutes of the rework, by the estimate of a piece. Null if there is no estimate. */
export const estimateReworkMinutes = (pieces: number, estimate_minutes: number | null): number | null =>
  estimate_minutes === null ? null : pieces * estimate_minutes;

/** Calculates the share of the delivered pieces that was redone. Null if none was delivered. */
export const calculateReworkShare = (pieces: number, delivered: number): number | null =>
  delivered > 0 ? pieces / delivered : null;
