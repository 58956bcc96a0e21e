import type { Actor } from '../task/decide.ts';
import { getWorkableBoards } from './access.ts';
import type { RequestBoard, RequestStatus, RequestType } from './status.ts';

/** Fields of a request that the rule needs. */
interface JobRequest {
  readonly type: RequestType;
  readonly status: RequestStatus;
  readonly board: RequestBoard;
  /** True if the job was added after the request. */
  readonly has_new_job: boolean;
}

/** Reasons why no job is made from a request. */
export type NewJobRefusal =
  | 'not_allowed'
  | 'request_not_additional'
  | 'request_needs_review'
  | 'request_done'
  | 'request_has_job';

/**
 * Returns the reason why no job can be made from a request now, or null (decision 060). The request must ask for more work, be accepted and
 * open, and be on a board of the user.
 */
export function findNewJobRefusal(
  { type, status, board, has_new_job }: JobRequest,
  actor: Actor,
): NewJobRefusal | null {
  if (!getWorkableBoards(actor).includes(board)) return 'not_allowed';
  if (type !== 'ADDITIONAL_REQUESTS') return 'request_not_additional';
  if (status === 'NEED_REVIEW') return 'request_needs_review';
  if (has_new_job) return 'request_has_job';
  return status === 'DONE' ? 'request_done' : null;
}
