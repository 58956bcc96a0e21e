import { task as taskShape, type Task } from '@darkroom/contract';
import type { TFunction } from 'i18next';
import { ApiError } from '../../lib/api.ts';
import { messageOf } from '../../lib/error-message.ts';
import { fieldMessage } from '../../lib/form-errors.ts';

/** Why a task of several was left as it is. */
export const refusedBecause = (t: TFunction<never>, code: string): string =>
  code === 'not_found'
    ? t('errors:field.task_not_found')
    : t(`errors:${code}`, { defaultValue: t('errors:unforeseen') });

/** A refused call in words: as a whole, and per field. */
export interface Refusal {
  readonly message: string;
  readonly title?: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The current row a stale caller missed, when the answer brought it along. */
export function missedVersion(error: unknown): Task | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const current = taskShape.safeParse(error.problem.current);
  return current.success ? current.data : null;
}

/** What went wrong, in the person's words. A step that failed for no reason of the rules is said as spec §8 says it. */
export function refusalOf(t: TFunction<never>, error: unknown): Refusal {
  const ruled = error instanceof ApiError && error.status >= 400 && error.status < 500;
  if (!ruled)
    return { title: t('errors:task_not_logged.title'), message: t('errors:task_not_logged.text'), fields: {} };
  const { errors = [] } = error.problem;
  return {
    message: messageOf(error, t),
    fields: Object.fromEntries(errors.map((refused) => [refused.field, fieldMessage(refused, t)])),
  };
}
