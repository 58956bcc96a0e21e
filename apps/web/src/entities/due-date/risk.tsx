import { Suspense } from 'react';
import type { JobForecast } from '@darkroom/contract/due-date/forecast';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../lib/i18n/format.ts';
import { FigureTooltip } from '../../ui/tooltip/figure-tooltip.tsx';
import css from './due-date.module.css';
import { useForecast } from './due-date-provider.tsx';
import { useForecastFormat } from './use-forecast-format.ts';

/** Risk of being late next to a due date, with the reason as its tooltip (decision 126). */
export function Risk({ job_id }: { job_id: number }) {
  const forecast = useForecast(job_id);
  if (!forecast?.at_risk) return null;
  // The texts load with the first forecast, and the row does not wait for them.
  return (
    <Suspense>
      <RiskLabel jobForecast={forecast} />
    </Suspense>
  );
}

function RiskLabel({ jobForecast }: { jobForecast: JobForecast }) {
  const { t } = useTranslation('dueDate');
  const formatForecast = useForecastFormat();
  return (
    <span className={css.risk}>
      <FigureTooltip words={() => formatForecast(jobForecast)}>{t('risk.short')}</FigureTooltip>
    </span>
  );
}

/** Forecast on a job's record: the likely completion time and its basis. */
export function ForecastLine({ job_id }: { job_id: number }) {
  const { t } = useTranslation('dueDate');
  const { dayTime } = useFormat();
  const forecast = useForecast(job_id);
  const formatForecast = useForecastFormat();
  if (forecast === null) return null;
  // The height of two lines is reserved, so that nothing below moves when the forecast loads.
  if (!forecast) return <p className={css.forecastPlaceholder} />;
  const { p50, p80, at_risk } = forecast;
  return (
    <p className={css.forecast}>
      {at_risk && <strong className={css.risk}>{t('risk.short')} · </strong>}
      {t('risk.likely', { p50: dayTime(p50), p80: dayTime(p80) })}
      <span className={css.forecastBasis}>{formatForecast(forecast, false)}</span>
    </p>
  );
}
