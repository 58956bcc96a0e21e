import type { JobForecast } from '@darkroom/contract/due-date/forecast';
import { workSpan } from '@darkroom/domain/due-date/span';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/words/format.ts';

/** A forecast in words: the likely completion time and its basis. */
export function useForecastWords(): (forecast: JobForecast, whole?: boolean) => string {
  const { t } = useTranslation('dueDate');
  const { dayTime, number } = useFormat();
  const span = useWorkSpan();
  return useCallback(
    ({ p50, p80, basis }, whole = true) => {
      const ahead = t('risk.ahead', { count: basis.ahead, n: number(basis.ahead) });
      const people = t('risk.people', { count: basis.people, n: number(basis.people) });
      const [from, to] = [workSpan(basis.from_minutes), workSpan(basis.to_minutes)];
      // A shared unit is written once.
      const begins = from.unit === to.unit ? number(from.n) : t(`risk.${from.unit}`, { n: number(from.n) });
      const range = t('risk.range', { from: begins, to: span(basis.to_minutes) });
      const stood = basis.elapsed_minutes ? t('risk.stood', { time: span(basis.elapsed_minutes) }) : '';
      const why =
        basis.seen === 0 ? t('risk.nothingKnown', { ahead, people }) : t('risk.from', { range, stood, ahead, people });
      return whole ? `${t('risk.likely', { p50: dayTime(p50), p80: dayTime(p80) })}. ${why}` : why;
    },
    [t, dayTime, number, span],
  );
}

/** Working time in words, as in reports (`workSpan`). */
export function useWorkSpan(): (minutes: number) => string {
  const { t } = useTranslation('dueDate');
  const { number } = useFormat();
  return useCallback(
    (minutes) => {
      const { unit, n } = workSpan(minutes);
      return t(unit, { n: number(n) });
    },
    [t, number],
  );
}
