import { task as taskShape, taskTaken, type Task, type TaskTaken } from '@darkroom/contract/task/task';
import type { FewerFigures, OverFigures } from '@darkroom/domain/task/counts';
import { ApiError } from '../../../lib/call/api.ts';
import { failureWords, numbered } from '../../../lib/errors/error-message.ts';
import { fieldMessage } from '../../../lib/errors/form-errors.tsx';
import type { Words } from '../../../lib/words/i18n.ts';

/** Reason why one of several tasks was left unchanged. */
export const refusedBecause = (t: Words<'errors'>, code: string): string =>
  code === 'not_found'
    ? t('errors:field.task_not_found')
    : t(`errors:${code}`, { defaultValue: t('errors:unforeseen') });

/** Question about a likely typing error in a quantity: more than ordered, or less than delivered in a rework, with both figures. */
export type Question =
  | ({ readonly code: 'over_ordered' } & OverFigures)
  | ({ readonly code: 'below_delivered' } & FewerFigures);

/** Finds the question in a refusal. Undefined for a final refusal. */
export function questionOf(code: string, { counted, ordered, delivered }: Partial<OverFigures & FewerFigures>) {
  if (counted === undefined) return undefined;
  if (code === 'over_ordered' && ordered !== undefined) return { code, counted, ordered } satisfies Question;
  if (code === 'below_delivered' && delivered !== undefined) return { code, counted, delivered } satisfies Question;
  return undefined;
}

/** Input added to the repeated call after a confirmation. */
export const YES = { over_ordered: { over: true }, below_delivered: { fewer: true } } as const satisfies Record<
  Question['code'],
  object
>;

/** A refused call in words: as a whole, and for each field. */
export interface Refusal {
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
  /** True if a rule refused it. False if the network or the server failed. */
  readonly ruled: boolean;
  /** The question that needs an answer. */
  readonly asks?: Question | undefined;
}

const missed = <T>(error: unknown, shape: { safeParse: (value: unknown) => { data?: T } }): T | null =>
  error instanceof ApiError && error.status === 409 ? (shape.safeParse(error.problem.current).data ?? null) : null;

/** The current row from a `stale` answer, if it has one. */
export const missedVersion = (error: unknown): Task | null => missed<Task>(error, taskShape);

/** People of a task after a lost race. The call returns nothing else. */
export const lostRace = (error: unknown): TaskTaken | null => missed<TaskTaken>(error, taskTaken);

/** Finds the text of a refusal that no field on screen shows. Null if the fields show all of it. */
export function unreportedOf({ message, fields }: Refusal, shown: readonly string[]): string | null {
  const unsaid = Object.keys(fields).filter((name) => !shown.includes(name));
  // No field shows any of it, so the whole message is needed.
  if (unsaid.length === Object.keys(fields).length) return message;
  return unsaid.length > 0 ? unsaid.map((name) => fields[name]).join(' ') : null;
}

/** Title of a failed step. An assignment refused by a rule has its own (spec §8, domain §5b). */
export const failedTitle = (t: Words<'errors' | 'task'>, action: string, ruled = true): string => {
  if (ruled && (action === 'assign' || action === 'reassign')) return t('task:assignFailed');
  return t(action === 'rework' ? 'task:reworkFailed' : 'errors:task_not_logged.title');
};

/** Converts a failure to texts. A step that failed without a rule uses the sentence of spec §8. */
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
