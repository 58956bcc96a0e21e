import type { Endpoint } from '@darkroom/contract/endpoint';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { z } from 'zod';
import { ApiError } from '../../../lib/api/api.ts';
import { useApiMutation, type ApiMutationOptions } from '../../../lib/api/query.ts';
import { getErrorMessage } from '../../../lib/errors/error-message.ts';
import { getFieldMessage, showFieldErrors } from '../../../lib/errors/form-errors.tsx';
import { useUsers } from '../../../lib/session/lookups.ts';
import { useToast } from '../../../lib/toast.ts';
import { useFormat } from '../../../lib/i18n/format.ts';

const closedMonth = z.object({
  year: z.int(),
  month: z.int(),
  closed_by: z.int().nullable(),
  closed_at: z.string().nullable(),
});

/**
 * Returns a function that formats the error of a failed change: its first error (spec §8). For a closed month, the message names the user
 * and the time.
 */
export function useAllowanceErrorText() {
  const { t } = useTranslation(['allowance', 'errors']);
  const { fullName } = useUsers();
  const { dayTime } = useFormat();
  return (error: unknown): string => {
    if (!(error instanceof ApiError)) return getErrorMessage(error, t);
    const closed = closedMonth.safeParse(error.problem.current);
    if (error.problem.code === 'locked' && closed.success) {
      const since = t('closedSince', { who: fullName(closed.data.closed_by), when: dayTime(closed.data.closed_at) });
      return `${since} ${error.problem.detail ?? ''}`.trim();
    }
    const [first] = error.problem.errors ?? [];
    return first && error.status === 422 ? getFieldMessage(first, t) : getErrorMessage(error, t);
  };
}

/** Returns the current entries if another user added, changed or removed an entry first. Null if it is another error. */
export function currentEntriesOf(error: unknown): readonly unknown[] | null {
  const { code = '', current } = error instanceof ApiError ? error.problem : {};
  return ['exists', 'stale', 'not_found'].includes(code) && Array.isArray(current) ? current : null;
}

/** Returns a mutation of allowances that shows its error as a toast (spec §8). */
export function useAllowanceCall<E extends Endpoint>(endpoint: E, options: ApiMutationOptions<E> = {}) {
  const { t } = useTranslation(['allowance', 'errors']);
  const toast = useToast();
  const errorText = useAllowanceErrorText();
  return useApiMutation(endpoint, {
    invalidates: ['allowance'],
    ...options,
    onError: (error, input) => {
      if (options.onError?.(error, input) === true || error.status === 401) return true;
      const remainingError = options.form ? showFieldErrors(options.form, error, t) : error;
      if (remainingError) toast.failed(errorText(remainingError), options.failed ?? t('allowance:failed.update'));
      return true;
    },
  });
}
