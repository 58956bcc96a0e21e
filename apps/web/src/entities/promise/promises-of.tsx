import { promiseEndpoints, type JobForecast } from '@darkroom/contract/promise/forecast';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { query } from '../../lib/call/query.ts';
import { RulesOfRows, usePromiseRules } from './use-promise-rules.ts';

/** By job; undefined while they are asked for. */
const Forecasts = createContext<ReadonlyMap<number, JobForecast> | undefined>(new Map());

const NONE: { readonly results: readonly JobForecast[] } = { results: [] };

interface PromisesOfProps {
  /** The jobs, or what is of jobs; undefined until they are there. */
  readonly rows: readonly { readonly job_id: number }[] | undefined;
  readonly children: ReactNode;
}

/**
 * What the rows of a screen tell promises by. The bureau's hours are asked for once, not by each row. The forecasts of its jobs come a little later
 * than the rows and change without them.
 */
export function PromisesOf({ rows, children }: PromisesOfProps) {
  const rules = usePromiseRules();
  const ids = useMemo(
    () => [...new Set(rows?.map(({ job_id }) => job_id))].toSorted((one, other) => one - other),
    [rows],
  );
  const { data, isError } = useQuery({
    ...query(promiseEndpoints.of, { job_ids: ids }),
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

/** When a job is likely to be done: null where nothing is forecast, undefined while it is asked for. */
export function useForecast(job_id: number): JobForecast | null | undefined {
  const forecasts = useContext(Forecasts);
  return forecasts && (forecasts.get(job_id) ?? null);
}
