import type { TFunction } from 'i18next';
import { ApiError } from './api.ts';

/** One sentence for a failed call, in the person's language. `t` may be bound to any namespace. */
export function messageOf(error: unknown, t: TFunction<never>): string {
  if (!(error instanceof ApiError)) return t('errors:internal');
  const { problem, status } = error;
  if (status === 0) return t('errors:unreachable');
  if (problem.code === 'locked' && problem.detail) return t('errors:locked_because', { reason: problem.detail });
  if (problem.code === 'too_many' && problem.retry_after) {
    return t('errors:too_many_for', { wait: waitingTime(problem.retry_after, t) });
  }
  return t(`errors:${problem.code}`, { defaultValue: t('errors:internal') });
}

/** 95 → "2 minutes": a wait as people say it. */
export function waitingTime(seconds: number, t: TFunction<never>): string {
  return seconds < 60
    ? t('errors:wait.seconds', { count: Math.max(1, Math.ceil(seconds)) })
    : t('errors:wait.minutes', { count: Math.ceil(seconds / 60) });
}
