import { ApiError } from '../api/api.ts';
import { getFieldMessage, formatBlockingRequests } from './form-errors.tsx';
import type { Translate } from '../i18n/i18n.ts';

/** A failed request as text. Spec §8 gives a title to some failures. */
export interface FailureText {
  text: string;
  title?: string;
}

/** Returns the text of the toast for a failed request that the screen does not show, also for rejected fields (decision 078). */
export function getFailureText(error: unknown, t: Translate<'errors'>): FailureText {
  const fieldErrors = error instanceof ApiError && error.status === 422 ? (error.problem.errors ?? []) : [];
  const text = [...new Set(fieldErrors.map((field) => getFieldMessage(field, t)))].join(' ');
  return text ? { text, title: t('errors:formValidation') } : { text: getErrorMessage(error, t) };
}

/** Failures that need an investigation. They are in the server's log under the number of the request. */
const LOGGED_CODES: readonly string[] = ['internal', 'disk_full', 'unavailable'];

/** Adds the number in the server's log to a sentence if the server caused the failure. */
export function addReportNumber(error: unknown, text: string, t: Translate<'errors'>): string {
  const { code, request_id } = error instanceof ApiError ? error.problem : {};
  return code && request_id && LOGGED_CODES.includes(code) ? t('errors:numbered', { text, number: request_id }) : text;
}

/** Returns a sentence for a failed request, in the user's language. `t` can be bound to any namespace. */
export const getErrorMessage = (error: unknown, t: Translate<'errors'>): string =>
  addReportNumber(error, toSentence(error, t), t);

/** Returns the message of a failed read. No typed text is at risk, and the read is repeated automatically. The banner shows this too. */
export const getReadErrorMessage = (error: unknown, t: Translate<'errors'>): string =>
  error instanceof ApiError && error.status === 0 ? t('errors:unreachableRead') : getErrorMessage(error, t);

function toSentence(error: unknown, t: Translate<'errors'>): string {
  if (!(error instanceof ApiError)) return t('errors:unforeseen');
  const { problem, status } = error;
  if (status === 0) return t('errors:unreachable');
  if (problem.code === 'locked' && problem.detail) return t('errors:lockedBecause', { reason: problem.detail });
  if (problem.code === 'too_many_attempts' && problem.retry_after) {
    return t('errors:tooManyFor', { wait: formatWait(problem.retry_after, t) });
  }
  if (problem.code === 'job_started' && problem.detail) {
    return t('errors:jobStartedOf', { tasks: problem.detail });
  }
  const requestsMessage = formatBlockingRequests(problem, t);
  if (requestsMessage) return requestsMessage;
  // A missing task or own record has its own sentence (spec §8).
  const missingRecord = problem.code === 'not_found' && problem.errors?.find((field) => field.code !== 'not_found');
  if (missingRecord) return getFieldMessage(missingRecord, t);
  return t(`errors:${problem.code}`, { defaultValue: t('errors:unforeseen') });
}

/** Formats a wait as readable text: 95 → "2 minutes". */
export function formatWait(seconds: number, t: Translate<'errors'>): string {
  return seconds < 60
    ? t('errors:wait.seconds', { count: Math.max(1, Math.ceil(seconds)) })
    : t('errors:wait.minutes', { count: Math.ceil(seconds / 60) });
}
