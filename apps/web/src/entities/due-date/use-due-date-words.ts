import type { DueDateState } from '@darkroom/domain/due-date/state';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useSpan } from '../../lib/words/use-span.ts';

/** One hundred hours, in minutes. */
const LONG = 6000;

/** Working time in hours and minutes. Days are avoided, because their length differs between bureaus. */
export function useWorkSpan(): (minutes: number) => string {
  const { exact, short } = useSpan();
  // Weeks of work are shown without minutes, as in narrow places, so that a column and its tooltip agree.
  return useCallback((minutes) => (minutes >= LONG ? short(minutes) : exact(minutes)), [exact, short]);
}

/** State of a due date in words, the same on every screen. The short form is for columns whose heading names the subject. */
export function useDueDateWords(): (state: DueDateState, short?: boolean) => string {
  const { t } = useTranslation('status');
  const exact = useWorkSpan();
  const { short: coarse } = useSpan();
  return useCallback(
    (state, short = false) => {
      const span = short ? coarse : exact;
      switch (state.kind) {
        case 'ahead':
          return state.minutes === 0
            ? t('dueDate.none_left')
            : t(short ? 'dueDate.in' : 'dueDate.due_in', { span: span(state.minutes) });
        case 'late':
          return state.minutes === 0
            ? t('dueDate.late')
            : t(short ? 'dueDate.late_span' : 'dueDate.late_by', { span: span(state.minutes) });
        case 'broken':
          return state.minutes === 0
            ? t('dueDate.broken')
            : t(short ? 'dueDate.was_late' : 'dueDate.broken_by', { span: span(state.minutes) });
        case 'kept':
          return t('dueDate.kept');
        case 'done':
        case 'none':
          return '';
        default: {
          const never: never = state;
          return never;
        }
      }
    },
    [t, exact, coarse],
  );
}
