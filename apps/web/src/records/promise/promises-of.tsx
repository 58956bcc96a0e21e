import { promiseEndpoints, type JobForecast } from '@darkroom/contract/forecast';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { query } from '../../lib/call/query.ts';
import { afterRows } from '../../ui/after-rows.ts';
import { RulesOfRows, usePromiseRules } from './use-promise-rules.ts';

const rowsAreThere = afterRows(() => Promise.resolve());

const Forecasts = createContext<ReadonlyMap<number, JobForecast>>(new Map());

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
  const [later, setLater] = useState(false);
  useEffect(() => void rowsAreThere().then(() => setLater(true)), []);
  const { data } = useQuery({
    ...query(promiseEndpoints.of, { job_ids: ids }),
    enabled: later && ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const byJob = useMemo(() => new Map(data?.results.map((one) => [one.job_id, one])), [data]);
  return (
    <RulesOfRows value={rules}>
      <Forecasts value={byJob}>{children}</Forecasts>
    </RulesOfRows>
  );
}

/** When a job is likely to be done, where that is known here. */
export const useForecast = (job_id: number): JobForecast | undefined => useContext(Forecasts).get(job_id);
