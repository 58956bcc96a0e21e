import { task as taskShape, taskTaken, type Task, type TaskTaken } from '@darkroom/contract/task';
import { ApiError } from '../../../lib/call/api.ts';
import { messageOf, numbered } from '../../../lib/errors/error-message.ts';
import { fieldMessage } from '../../../lib/errors/form-errors.tsx';
import type { Words } from '../../../lib/words/i18n.ts';

/** Why a task of several was left as it is. */
export const refusedBecause = (t: Words<'errors'>, code: string): string =>
  code === 'not_found'
    ? t('errors:field.task_not_found')
    : t(`errors:${code}`, { defaultValue: t('errors:unforeseen') });

/** More than was ordered: the two figures to ask about. */
export interface Figures {
  readonly counted: number;
  readonly ordered: number;
}

/** A refused call in words: as a whole, and per field. */
export interface Refusal {
  readonly message: string;
  readonly title?: string;
  readonly fields: Readonly<Record<string, string>>;
  /** It waits for an answer: is that meant? */
  readonly over?: Figures;
}

const missed = <T>(error: unknown, shape: { safeParse: (value: unknown) => { data?: T } }): T | null =>
  error instanceof ApiError && error.status === 409 ? (shape.safeParse(error.problem.current).data ?? null) : null;

/** The current row a stale caller missed, when the answer brought it along. */
export const missedVersion = (error: unknown): Task | null => missed<Task>(error, taskShape);

/** Who has a task now that somebody else was faster to take: all one is told of it. */
export const lostRace = (error: unknown): TaskTaken | null => missed<TaskTaken>(error, taskTaken);

/** What went wrong, in the person's words. A step that failed for no reason of the rules is said as spec §8 says it. */
export function refusalOf(t: Words<'errors'>, error: unknown): Refusal {
  const ruled = error instanceof ApiError && error.status >= 400 && error.status < 500;
  if (!ruled)
    return {
      title: t('errors:task_not_logged.title'),
      message: numbered(error, t('errors:task_not_logged.text'), t),
      fields: {},
    };
  const { code, errors = [], counted, ordered } = error.problem;
  return {
    message: messageOf(error, t),
    fields: Object.fromEntries(errors.map((refused) => [refused.field, fieldMessage(refused, t)])),
    ...(code === 'over_ordered' && counted !== undefined && ordered !== undefined
      ? { over: { counted, ordered } }
      : {}),
  };
}
