import { task as taskShape, taskTaken, type Task, type TaskTaken } from '@darkroom/contract/task/task';
import type { FewerFigures, OverFigures } from '@darkroom/domain/task/counts';
import { ApiError } from '../../../lib/call/api.ts';
import { failureWords, numbered } from '../../../lib/errors/error-message.ts';
import { fieldMessage } from '../../../lib/errors/form-errors.tsx';
import type { Words } from '../../../lib/words/i18n.ts';

/** Why a task of several was left as it is. */
export const refusedBecause = (t: Words<'errors'>, code: string): string =>
  code === 'not_found'
    ? t('errors:field.task_not_found')
    : t(`errors:${code}`, { defaultValue: t('errors:unforeseen') });

/** A count that is easily a slip: is it meant? More than was ordered, or in a rework less than was delivered, with the two figures. */
export type Question =
  | ({ readonly code: 'over_ordered' } & OverFigures)
  | ({ readonly code: 'below_delivered' } & FewerFigures);

/** What a refusal asks; undefined where it says no. */
export function questionOf(code: string, { counted, ordered, delivered }: Partial<OverFigures & FewerFigures>) {
  if (counted === undefined) return undefined;
  if (code === 'over_ordered' && ordered !== undefined) return { code, counted, ordered } satisfies Question;
  if (code === 'below_delivered' && delivered !== undefined) return { code, counted, delivered } satisfies Question;
  return undefined;
}

/** What the call brings along when it is made again, because it is meant. */
export const YES = { over_ordered: { over: true }, below_delivered: { fewer: true } } as const satisfies Record<
  Question['code'],
  object
>;

/** A refused call in words: as a whole, and per field. */
export interface Refusal {
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
  /** A rule refused it; without one the network or the server failed. */
  readonly ruled: boolean;
  /** It waits for an answer: is that meant? */
  readonly asks?: Question | undefined;
}

const missed = <T>(error: unknown, shape: { safeParse: (value: unknown) => { data?: T } }): T | null =>
  error instanceof ApiError && error.status === 409 ? (shape.safeParse(error.problem.current).data ?? null) : null;

/** The current row a stale caller missed, when the answer brought it along. */
export const missedVersion = (error: unknown): Task | null => missed<Task>(error, taskShape);

/** Who has a task now that somebody else was faster to take: all one is told of it. */
export const lostRace = (error: unknown): TaskTaken | null => missed<TaskTaken>(error, taskTaken);

/** What no field on the screen says of a refusal; null where `shown`, the fields on the screen, say all of it. */
export function unsaidOf({ message, fields }: Refusal, shown: readonly string[]): string | null {
  const unsaid = Object.keys(fields).filter((name) => !shown.includes(name));
  // Nothing of it is said yet: the sentence is about the whole.
  if (unsaid.length === Object.keys(fields).length) return message;
  return unsaid.length > 0 ? unsaid.map((name) => fields[name]).join(' ') : null;
}

/** The title of a step that failed; an assignment that a rule refused has its own (spec §8, domain §5b). */
export const failedTitle = (t: Words<'errors' | 'task'>, action: string, ruled = true): string => {
  if (ruled && (action === 'assign' || action === 'reassign')) return t('task:assignFailed');
  return t(action === 'rework' ? 'task:reworkFailed' : 'errors:task_not_logged.title');
};

/** What went wrong, in the person's words. A step that failed for no reason of the rules is said as spec §8 says it. */
export function refusalOf(t: Words<'errors'>, error: unknown): Refusal {
  const ruled = error instanceof ApiError && error.status >= 400 && error.status < 500;
  if (!ruled) return { message: numbered(error, t('errors:task_not_logged.text'), t), fields: {}, ruled };
  const { code, errors = [] } = error.problem;
  return {
    message: failureWords(error, t).text,
    fields: Object.fromEntries(errors.map((refused) => [refused.field, fieldMessage(refused, t)])),
    ruled,
    asks: questionOf(code, error.problem),
  };
}
