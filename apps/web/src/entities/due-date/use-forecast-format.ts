import type { JobForecast } from '@darkroom/contract/due-date/forecast';
import { roundWorkTime } from '@darkroom/domain/due-date/span';
import { useCallback } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../lib/i18n/format.ts';

/** Returns a function that describes a forecast: the likely completion time and its basis. */
export function useForecastFormat(): (forecast: JobForecast, isFull?: boolean) => string {
  const { t } = useTranslation('dueDate');
  const { dayTime, number } = useFormat();
  const formatDuration = useRoundedDuration();
  return useCallback(
    ({ p50, p80, basis }, isFull = true) => {
      const aheadText = t('risk.ahead', { count: basis.ahead, n: number(basis.ahead) });
      const peopleText = t('risk.people', { count: basis.people, n: number(basis.people) });
      const [from, to] = [roundWorkTime(basis.from_minutes), roundWorkTime(basis.to_minutes)];
      // A shared unit is written once.
      const fromText = from.unit === to.unit ? number(from.n) : t(`risk.${from.unit}`, { n: number(from.n) });
      const rangeText = t('risk.range', { from: fromText, to: formatDuration(basis.to_minutes) });
      const elapsedText = basis.elapsed_minutes
        ? t('risk.elapsed', { time: formatDuration(basis.elapsed_minutes) })
        : '';
      const basisText =
        basis.sample_size === 0
          ? t('risk.noBasis', { ahead: aheadText, people: peopleText })
          : t('risk.from', { range: rangeText, elapsed: elapsedText, ahead: aheadText, people: peopleText });
      return isFull ? `${t('risk.likely', { p50: dayTime(p50), p80: dayTime(p80) })}. ${basisText}` : basisText;
    },
    [t, dayTime, number, formatDuration],
  );
}

/** Returns a function that describes working time as reports do (`roundWorkTime`). */
export function useRoundedDuration(): (minutes: number) => string {
  const { t } = useTranslation('dueDate');
  const { number } = useFormat();
  return useCallback(
    (minutes) => {
      const { unit, n } = roundWorkTime(minutes);
      return t(unit, { n: number(n) });
    },
    [t, number],
  );
}
