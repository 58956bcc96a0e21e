import { task as taskShape, taskTaken, type Task, type TaskTaken } from '@darkroom/contract/task/task';
import type { FewerFigures, OverFigures } from '@darkroom/domain/task/quantities';
import { ApiError } from '../../../lib/api/api.ts';
import { getFailureText, addReportNumber } from '../../../lib/errors/error-message.ts';
import { getFieldMessage } from '../../../lib/errors/form-errors.tsx';
import type { Translate } from '../../../lib/i18n/i18n.ts';

/** Formats the reason why one of several tasks was left unchanged. */
export const formatRefusal = (t: Translate<'errors'>, code: string): string =>
  code === 'not_found'
    ? t('errors:field.task_not_found')
    : t(`errors:${code}`, { defaultValue: t('errors:unforeseen') });

/** Question about a likely typing error in a quantity: more than ordered, or less than delivered in a rework, with both figures. */
export type QuantityQuestion =
  | ({ readonly code: 'over_ordered' } & OverFigures)
  | ({ readonly code: 'below_delivered' } & FewerFigures);

/** Finds the question in a refusal. Undefined for a final refusal. */
export function findQuestion(code: string, { counted, ordered, delivered }: Partial<OverFigures & FewerFigures>) {
  if (counted === undefined) return undefined;
  if (code === 'over_ordered' && ordered !== undefined) return { code, counted, ordered } satisfies QuantityQuestion;
  if (code === 'below_delivered' && delivered !== undefined)
    return { code, counted, delivered } satisfies QuantityQuestion;
  return undefined;
}

/** Input that the repeated request has after a confirmation. */
export const CONFIRMATION_INPUT = {
  over_ordered: { over: true },
  below_delivered: { fewer: true },
} as const satisfies Record<QuantityQuestion['code'], object>;

/** A refused request as text: as a whole, and for each field. */
export interface TaskRefusal {
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
  /** True if a rule refused it. False if the network or the server failed. */
  readonly isRuled: boolean;
  readonly question?: QuantityQuestion | undefined;
}

const parseCurrent = <T>(error: unknown, shape: { safeParse: (value: unknown) => { data?: T } }): T | null =>
  error instanceof ApiError && error.status === 409 ? (shape.safeParse(error.problem.current).data ?? null) : null;

/** Returns the current row from a `stale` response. Null if it has none. */
export const getCurrentTask = (error: unknown): Task | null => parseCurrent<Task>(error, taskShape);

/** Returns the people of a task after another user took it first. The response contains nothing else. */
export const getTakenTask = (error: unknown): TaskTaken | null => parseCurrent<TaskTaken>(error, taskTaken);

/** Finds the text of a refusal that no field on screen shows. Null if the fields show all of it. */
export function findUnshownMessage({ message, fields }: TaskRefusal, shownFields: readonly string[]): string | null {
  const unshownFields = Object.keys(fields).filter((name) => !shownFields.includes(name));
  // No field shows any of it, so the whole message is needed.
  if (unshownFields.length === Object.keys(fields).length) return message;
  return unshownFields.length > 0 ? unshownFields.map((name) => fields[name]).join(' ') : null;
}

/** Returns the title of a failed step. An assignment refused by a rule has its own title (spec §8, domain §5b). */
export const getFailureTitle = (t: Translate<'errors' | 'task'>, action: string, isRuled = true): string => {
  if (isRuled && (action === 'assign' || action === 'reassign')) return t('task:assignFailed');
  return t(action === 'rework' ? 'task:reworkFailed' : 'errors:task_not_logged.title');
};

/** Converts a failure to texts. A step that failed without a rule uses the sentence of spec §8. */
export function toRefusal(t: Translate<'errors'>, error: unknown): TaskRefusal {
  const isRuled = error instanceof ApiError && error.status >= 400 && error.status < 500;
  if (!isRuled) return { message: addReportNumber(error, t('errors:task_not_logged.text'), t), fields: {}, isRuled };
  const { code, errors = [] } = error.problem;
  return {
    message: getFailureText(error, t).text,
    fields: Object.fromEntries(errors.map((fieldError) => [fieldError.field, getFieldMessage(fieldError, t)])),
    isRuled,
    question: findQuestion(code, error.problem),
  };
}
