import { dueDateEndpoints, type JobForecast } from '@darkroom/contract/due-date/forecast';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { query } from '../../lib/call/query.ts';
import { RulesOfRows, useDueDateRules } from './use-due-date-rules.ts';

/** Forecasts by job. Undefined while they load. */
const Forecasts = createContext<ReadonlyMap<number, JobForecast> | undefined>(new Map());

const NONE: { readonly results: readonly JobForecast[] } = { results: [] };

interface PromisesOfProps {
  /** Jobs, or records of jobs. Undefined while they load. */
  readonly rows: readonly { readonly job_id: number }[] | undefined;
  readonly children: ReactNode;
}

/**
 * Due date data for the rows of a screen. The bureau's hours are requested once, not by each row. Forecasts load after the rows and
 * change independently.
 */
export function PromisesOf({ rows, children }: PromisesOfProps) {
  const rules = useDueDateRules();
  const ids = useMemo(
    () => [...new Set(rows?.map(({ job_id }) => job_id))].toSorted((one, other) => one - other),
    [rows],
  );
  const { data, isError } = useQuery({
    ...query(dueDateEndpoints.forecastsOf, { job_ids: ids }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const known = data ?? (isError ? NONE : undefined);
  const byJob = useMemo(() => known && new Map(known.results.map((one) => [one.job_id, one])), [known]);
  return (
    <RulesOfRows value={rules}>
      <Forecasts value={byJob}>{children}</Forecasts>
    </RulesOfRows>
  );
}

/** Forecast of a job. Null without one, undefined while it loads. */
export function useForecast(job_id: number): JobForecast | null | undefined {
  const forecasts = useContext(Forecasts);
  return forecasts && (forecasts.get(job_id) ?? null);
}
