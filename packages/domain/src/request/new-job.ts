import type { Actor } from '../task/decide.ts';
import { boardsWorked } from './access.ts';
import type { RequestBoard, RequestStatus, RequestType } from './status.ts';

/** What the rule needs to know of a request. */
interface Asking {
  readonly type: RequestType;
  readonly status: RequestStatus;
  readonly board: RequestBoard;
  /** The job it names was made after it was. */
  readonly job_made: boolean;
}

/** Why no new job is made of a request. */
export type NewJobRefusal =
  | 'not_allowed'
  | 'not_additional'
  | 'request_needs_review'
  | 'request_done'
  | 'request_has_job';

/**
 * Why a new job cannot be made of a request now; null when it can (decision 060): more work is asked for, the request was accepted and is not
 * done, and the actor works its board. One that names an older order asks for the same again; the new job takes that one's place.
 */
export function refusesNewJob({ type, status, board, job_made }: Asking, actor: Actor): NewJobRefusal | null {
  if (!boardsWorked(actor).includes(board)) return 'not_allowed';
  if (type !== 'ADDITIONAL_REQUESTS') return 'not_additional';
  if (status === 'NEED_REVIEW') return 'request_needs_review';
  if (job_made) return 'request_has_job';
  return status === 'DONE' ? 'request_done' : null;
}
