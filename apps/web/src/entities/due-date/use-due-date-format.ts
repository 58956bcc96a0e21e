import type { DueDateState } from '@darkroom/domain/due-date/state';
import { useCallback } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useDurationFormat } from '../../lib/i18n/use-duration-format.ts';

/** One hundred hours, in minutes. */
const MIN_COARSE_MINUTES = 6000;

/** Returns a function that formats working time in hours and minutes. Days are avoided, because their length differs between bureaus. */
export function useWorkDuration(): (minutes: number) => string {
  const { exact: formatExact, short: formatCoarse } = useDurationFormat();
  // Spans over 100 hours have no minutes, so that a column and its tooltip agree.
  return useCallback(
    (minutes) => (minutes >= MIN_COARSE_MINUTES ? formatCoarse(minutes) : formatExact(minutes)),
    [formatExact, formatCoarse],
  );
}

/** Returns a function that describes the state of a due date, the same on every screen. The short form is for columns with a heading. */
export function useDueDateFormat(): (state: DueDateState, short?: boolean) => string {
  const { t } = useTranslation('status');
  const formatExact = useWorkDuration();
  const { short: formatCoarse } = useDurationFormat();
  return useCallback(
    (state, isShort = false) => {
      const formatSpan = isShort ? formatCoarse : formatExact;
      switch (state.kind) {
        case 'ahead':
          return state.minutes === 0
            ? t('dueDate.none_left')
            : t(isShort ? 'dueDate.in' : 'dueDate.dueIn', { span: formatSpan(state.minutes) });
        case 'late':
          return state.minutes === 0
            ? t('dueDate.late')
            : t(isShort ? 'dueDate.lateSpan' : 'dueDate.late_by', { span: formatSpan(state.minutes) });
        case 'broken':
          return state.minutes === 0
            ? t('dueDate.broken')
            : t(isShort ? 'dueDate.wasLate' : 'dueDate.wasLateBy', { span: formatSpan(state.minutes) });
        case 'on_time':
          return t('dueDate.on_time');
        case 'done':
        case 'none':
          return '';
        default: {
          const never: never = state;
          return never;
        }
      }
    },
    [t, formatExact, formatCoarse],
  );
}
