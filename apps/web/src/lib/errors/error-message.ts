import { ApiError } from '../call/api.ts';
import { fieldMessage, requestsInTheWay } from './form-errors.tsx';
import type { Words } from '../words/i18n.ts';

/** A failed call in words. Spec §8 gives some of them a title. */
export interface FailureWords {
  text: string;
  title?: string;
}

/** Text of the toast for a failed call that the screen does not show, also for rejected fields (decision 078). */
export function failureWords(error: unknown, t: Words<'errors'>): FailureWords {
  const refused = error instanceof ApiError && error.status === 422 ? (error.problem.errors ?? []) : [];
  const text = [...new Set(refused.map((field) => fieldMessage(field, t)))].join(' ');
  return text ? { text, title: t('errors:form_validation') } : { text: messageOf(error, t) };
}

/** Failures that need an investigation. They are in the server's log under the number of the request. */
const LOGGED: readonly string[] = ['internal', 'disk_full', 'unavailable'];

/** Adds the number in the server's log to a sentence if the server caused the failure. */
export function numbered(error: unknown, text: string, t: Words<'errors'>): string {
  const { code, request_id } = error instanceof ApiError ? error.problem : {};
  return code && request_id && LOGGED.includes(code) ? t('errors:numbered', { text, number: request_id }) : text;
}

/** One sentence for a failed call, in the user's language. `t` can be bound to any namespace. */
export const messageOf = (error: unknown, t: Words<'errors'>): string => numbered(error, sentenceOf(error, t), t);

/** The same for a read: no typed text is at risk, and the read is repeated automatically, as the banner says. */
export const readMessageOf = (error: unknown, t: Words<'errors'>): string =>
  error instanceof ApiError && error.status === 0 ? t('errors:unreachable_read') : messageOf(error, t);

function sentenceOf(error: unknown, t: Words<'errors'>): string {
  if (!(error instanceof ApiError)) return t('errors:unforeseen');
  const { problem, status } = error;
  if (status === 0) return t('errors:unreachable');
  if (problem.code === 'locked' && problem.detail) return t('errors:locked_because', { reason: problem.detail });
  if (problem.code === 'too_many' && problem.retry_after) {
    return t('errors:too_many_for', { wait: waitingTime(problem.retry_after, t) });
  }
  if (problem.code === 'job_in_production' && problem.detail) {
    return t('errors:job_in_production_of', { tasks: problem.detail });
  }
  const inTheWay = requestsInTheWay(problem, t);
  if (inTheWay) return inTheWay;
  // A missing task or own record has its own sentence (spec §8).
  const gone = problem.code === 'not_found' && problem.errors?.find((field) => field.code !== 'not_found');
  if (gone) return fieldMessage(gone, t);
  return t(`errors:${problem.code}`, { defaultValue: t('errors:unforeseen') });
}

/** 95 → "2 minutes": a wait as readable text. */
export function waitingTime(seconds: number, t: Words<'errors'>): string {
  return seconds < 60
    ? t('errors:wait.seconds', { count: Math.max(1, Math.ceil(seconds)) })
    : t('errors:wait.minutes', { count: Math.ceil(seconds / 60) });
}
