import type { PromiseState } from '@darkroom/domain/promise/state';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useSpan } from '../../lib/words/use-span.ts';

/** A hundred hours. */
const LONG = 6000;

/** Working time as people say it, in hours and minutes: a day of work is not as long in every bureau. */
export function useWorkSpan(): (minutes: number) => string {
  const { exact, short } = useSpan();
  // Of weeks of work nobody wants the minutes: it reads as it does where there is little room, so that a column and its tip agree.
  return useCallback((minutes) => (minutes >= LONG ? short(minutes) : exact(minutes)), [exact, short]);
}

/** How a promise stands, in words: the same on every screen. In short: under the head of a column that says what it is about. */
export function usePromiseWords(): (state: PromiseState, short?: boolean) => string {
  const { t } = useTranslation('status');
  const exact = useWorkSpan();
  const { short: coarse } = useSpan();
  return useCallback(
    (state, short = false) => {
      const span = short ? coarse : exact;
      switch (state.kind) {
        case 'ahead':
          return state.minutes === 0
            ? t('promise.none_left')
            : t(short ? 'promise.in' : 'promise.due_in', { span: span(state.minutes) });
        case 'late':
          return state.minutes === 0
            ? t('promise.late')
            : t(short ? 'promise.late_span' : 'promise.late_by', { span: span(state.minutes) });
        case 'broken':
          return state.minutes === 0
            ? t('promise.broken')
            : t(short ? 'promise.was_late' : 'promise.broken_by', { span: span(state.minutes) });
        case 'kept':
          return t('promise.kept');
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
