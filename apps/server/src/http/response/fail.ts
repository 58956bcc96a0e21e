import type { ErrorCode, FieldError } from '@darkroom/contract/errors';
import type { FewerFigures, OverFigures } from '@darkroom/domain/task/quantities';

export interface FailureDetails {
  /** The one wrong field. Several fields are in `errors`. */
  field?: string;
  errors?: Omit<FieldError, 'message'>[];
  /** The current row, for a caller with an old version. */
  current?: unknown;
  detail?: string;
  /** For `over_ordered` and `below_delivered`: the counted pieces, and the ordered or delivered ones. */
  figures?: OverFigures | FewerFigures;
  /** Seconds to wait (429). */
  retryAfter?: number;
  /** True if the audit already has this refusal. */
  isRecorded?: true;
}

/** The only error that services throw. The HTTP layer turns it into problem+json, with the status of its code (contract/errors). */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: ErrorCode;
  readonly details: FailureDetails;
  constructor(code: ErrorCode, details: FailureDetails = {}) {
    super(code);
    this.code = code;
    this.details = details;
  }
}

/** Creates a failure: `throw fail('stale', { current: row })`. */
export const fail = (code: ErrorCode, details?: FailureDetails): Failure => new Failure(code, details);

/** Refuses an update without fields: it changes nothing and creates no version (spec §5). */
export function rejectEmptyPatch(patch: object): void {
  if (Object.values(patch).every((value) => value === undefined)) throw fail('no_fields_to_change');
}
