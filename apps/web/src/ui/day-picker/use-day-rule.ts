import { MIN_DAY, MAX_DAY, type Day } from '@darkroom/domain/calendar/day';
import { readWrittenDay } from '@darkroom/domain/calendar/written-day';
import { useCallback } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../lib/i18n/format.ts';

/** Returns a function that validates a day field. Null if the value is valid or empty. */
export function useDayError(): (text: string | null | undefined, from?: Day, to?: Day) => string | null {
  const { t } = useTranslation('errors');
  const { day } = useFormat();
  return useCallback(
    (text, from = MIN_DAY, to = MAX_DAY) => {
      if (!text) return null;
      const parsed = readWrittenDay(text, from, to);
      return parsed.ok ? null : t(`day.${parsed.error}`, { text: text.trim(), from: day(from), to: day(to) });
    },
    [t, day],
  );
}

/** Returns the rule of a form's day field (`DayField`): an invalid day shows an error, and the form is not sent. */
export function useDayRule() {
  const getDayError = useDayError();
  return (from?: Day, to?: Day) => ({
    validator: (_rule: unknown, value: string | null | undefined) => {
      const message = getDayError(value, from, to);
      return message === null ? Promise.resolve() : Promise.reject(new Error(message));
    },
  });
}
