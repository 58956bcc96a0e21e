import type { PromiseState } from '@darkroom/domain/promise/state';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/words/format.ts';

/** A hundred hours. */
const LONG = 6000;

/** Working time as people say it, in hours and minutes: a day of work is not as long in every bureau. */
export function useWorkSpan(): (minutes: number) => string {
  const { t } = useTranslation('status');
  const { number } = useFormat();
  return useCallback(
    (minutes) => {
      // Of weeks of work nobody wants the minutes.
      if (minutes >= LONG) return t('promise.hours', { h: number(Math.round(minutes / 60)) });
      const [h, m] = [Math.floor(minutes / 60), minutes % 60];
      if (h === 0) return t('promise.minutes', { m });
      return m === 0 ? t('promise.hours', { h }) : t('promise.hoursMinutes', { h, m: String(m).padStart(2, '0') });
    },
    [t, number],
  );
}

/** How a promise stands, in words: the same on every screen. In short: under the head of a column that says what it is about. */
export function usePromiseWords(): (state: PromiseState, short?: boolean) => string {
  const { t } = useTranslation('status');
  const span = useWorkSpan();
  return useCallback(
    (state, short = false) => {
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
    [t, span],
  );
}
