import { Suspense } from 'react';
import type { JobForecast } from '@darkroom/contract/due-date/forecast';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/words/format.ts';
import { FigureTooltip } from '../../ui/tooltip/figure-tooltip.tsx';
import css from './due.module.css';
import { useForecast } from './due-date-of.tsx';
import { useForecastWords } from './use-forecast-words.ts';

/** Risk of being late next to a due date, with the reason on hover (decision 126). The word is the sign. */
export function Risk({ job_id }: { job_id: number }) {
  const forecast = useForecast(job_id);
  if (!forecast?.at_risk) return null;
  // Its words load with the first forecast, and the row does not wait for them.
  return (
    <Suspense>
      <RiskWord of={forecast} />
    </Suspense>
  );
}

function RiskWord({ of }: { of: JobForecast }) {
  const { t } = useTranslation('dueDate');
  const words = useForecastWords();
  return (
    <span className={css.risk}>
      <FigureTooltip words={() => words(of)}>{t('risk.short')}</FigureTooltip>
    </span>
  );
}

/** Forecast on a job's record: the likely completion time and its basis. */
export function ForecastLine({ job_id }: { job_id: number }) {
  const { t } = useTranslation('dueDate');
  const { dayTime } = useFormat();
  const forecast = useForecast(job_id);
  const words = useForecastWords();
  if (forecast === null) return null;
  // Its two lines are reserved, so that nothing below moves when it loads.
  if (!forecast) return <p className={css.forecastToCome} />;
  const { p50, p80, at_risk } = forecast;
  return (
    <p className={css.forecast}>
      {at_risk && <strong className={css.risk}>{t('risk.short')} · </strong>}
      {t('risk.likely', { p50: dayTime(p50), p80: dayTime(p80) })}
      <span className={css.basis}>{words(forecast, false)}</span>
    </p>
  );
}
