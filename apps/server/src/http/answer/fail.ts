import type { ErrorCode, FieldError } from '@darkroom/contract/errors';
import type { FewerFigures, OverFigures } from '@darkroom/domain/task/counts';

export interface Trouble {
  /** The one field it is about; for several, `errors`. */
  field?: string;
  errors?: Omit<FieldError, 'message'>[];
  /** What a stale caller missed: the row as it is now. */
  current?: unknown;
  detail?: string;
  /** Of `over_ordered` and `below_delivered`: what was counted, and what was ordered or delivered. */
  figures?: OverFigures | FewerFigures;
  /** Seconds to wait (429). */
  retryAfter?: number;
  /** This refusal is in the audit already, as the first of its kind. */
  onRecord?: true;
}

/** The one error a service raises. The HTTP layer turns it into problem+json; its code decides the status (contract/errors). */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: ErrorCode;
  readonly trouble: Trouble;
  constructor(code: ErrorCode, trouble: Trouble = {}) {
    super(code);
    this.code = code;
    this.trouble = trouble;
  }
}

/** `throw fail('stale', { current: row })`. */
export const fail = (code: ErrorCode, trouble?: Trouble): Failure => new Failure(code, trouble);

/** An update that names no field changes nothing, and is no version (spec §5). */
export function refuseNothing(patch: object): void {
  if (Object.values(patch).every((value) => value === undefined)) throw fail('nothing_chosen');
}
