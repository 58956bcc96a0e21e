import { task as taskShape, type Task } from '@darkroom/contract';
import type { TFunction } from 'i18next';
import { ApiError } from '../../lib/api.ts';
import { messageOf } from '../../lib/error-message.ts';
import { fieldMessage } from '../../lib/form-errors.ts';

/** A refused call in words: as a whole, and per field. */
export interface Refusal {
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The current row a stale caller missed, when the answer brought it along. */
export function missedVersion(error: unknown): Task | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const current = taskShape.safeParse(error.problem.current);
  return current.success ? current.data : null;
}

/** What went wrong, in the person's words. A task that is gone is said as spec §8 says it. */
export function refusalOf(t: TFunction<never>, error: unknown): Refusal {
  if (!(error instanceof ApiError)) return { message: messageOf(error, t), fields: {} };
  const { code, errors = [] } = error.problem;
  return {
    message: code === 'not_found' ? t('task:notFound') : messageOf(error, t),
    fields: Object.fromEntries(errors.map((refused) => [refused.field, fieldMessage(refused, t)])),
  };
}
