import { dueDateEndpoints, type JobForecast } from '@darkroom/contract/due-date/forecast';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { query } from '../../lib/api/query.ts';
import { DueDateRulesContext, useDueDateRules } from './use-due-date-rules.ts';

/** Forecasts by job. Undefined while they load. */
const ForecastContext = createContext<ReadonlyMap<number, JobForecast> | undefined>(new Map());

const NO_FORECASTS: { readonly results: readonly JobForecast[] } = { results: [] };

interface DueDateProviderProps {
  /** Jobs, or records of jobs. Undefined while they load. */
  readonly rows: readonly { readonly job_id: number }[] | undefined;
  readonly children: ReactNode;
}

/** Provides due date data for the rows of a screen. The bureau's hours are requested once, and forecasts load after the rows. */
export function DueDateProvider({ rows, children }: DueDateProviderProps) {
  const rules = useDueDateRules();
  const ids = useMemo(() => [...new Set(rows?.map(({ job_id }) => job_id))].toSorted((a, b) => a - b), [rows]);
  const { data, isError } = useQuery({
    ...query(dueDateEndpoints.forecastsOf, { job_ids: ids }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const forecastData = data ?? (isError ? NO_FORECASTS : undefined);
  const byJob = useMemo(
    () => forecastData && new Map(forecastData.results.map((result) => [result.job_id, result])),
    [forecastData],
  );
  return (
    <DueDateRulesContext value={rules}>
      <ForecastContext value={byJob}>{children}</ForecastContext>
    </DueDateRulesContext>
  );
}

/** Returns the forecast of a job. Null if it has none, undefined while it loads. */
export function useForecast(job_id: number): JobForecast | null | undefined {
  const forecasts = useContext(ForecastContext);
  return forecasts && (forecasts.get(job_id) ?? null);
}
