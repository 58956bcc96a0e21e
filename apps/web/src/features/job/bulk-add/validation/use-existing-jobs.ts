import { jobImportEndpoints } from '@darkroom/contract/job/bulk';
import { MAX_PART_JOBS } from '@darkroom/domain/order-sheet/fields';
import { useEffect, useMemo, useState } from 'react';
import { ApiError, call } from '../../../../lib/api/api.ts';
import type { ExistingJob } from '../use-submission.ts';
import type { DraftValidation, OrderGridRow } from './validation.ts';

/** Rows of the sheet whose job already exists, by the job's key. */
export interface ExistingJobRows extends Pick<ExistingJob, 'prod_id' | 'job_name'> {
  readonly rows: readonly OrderGridRow[];
}

/** Delay of the request, because rows change while the user types. */
const LOOKUP_DELAY_MS = 600;

/**
 * Finds jobs of the sheet that already exist, each looked up once (decision 085). The commit checks again, so a failed lookup does no harm.
 */
export function useExistingJobs({ rows }: DraftValidation, enabled: boolean): readonly ExistingJobRows[] {
  const [prodIdByKey, setProdIdByKey] = useState<ReadonlyMap<string, string | null>>(new Map());
  const jobs = useMemo(() => groupByJob(rows), [rows]);
  useEffect(() => {
    const jobsToLookUp = enabled ? [...jobs].filter(([key]) => !prodIdByKey.has(key)).slice(0, MAX_PART_JOBS) : [];
    if (jobsToLookUp.length === 0) return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      const lookups = jobsToLookUp.map(([, [{ reading }]]) => ({
        job_date: reading.job_date ?? '',
        customer2_id: reading.customer?.customer2_id ?? 0,
        job_name: reading.job_name,
      }));
      call(jobImportEndpoints.findImportDuplicates, { jobs: lookups }, { signal: controller.signal })
        .then(({ jobs: existing }) => {
          const prodIds = new Map(existing.map(({ index, prod_id }) => [index, prod_id]));
          setProdIdByKey(
            (previous) =>
              new Map([
                ...previous,
                ...jobsToLookUp.map(([key], position) => [key, prodIds.get(position) ?? null] as const),
              ]),
          );
        })
        .catch((error: unknown) => {
          if (!(error instanceof ApiError) && !controller.signal.aborted) throw error;
        });
    }, LOOKUP_DELAY_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [jobs, prodIdByKey, enabled]);
  return useMemo(
    () =>
      [...jobs].flatMap(([key, jobRows]) => {
        const prod_id = prodIdByKey.get(key);
        return prod_id ? [{ prod_id, job_name: jobRows[0].reading.job_name, rows: jobRows }] : [];
      }),
    [jobs, prodIdByKey],
  );
}

/** Groups the valid rows by the job that they become. */
function groupByJob(rows: readonly OrderGridRow[]): ReadonlyMap<string, readonly [OrderGridRow, ...OrderGridRow[]]> {
  const jobs = new Map<string, [OrderGridRow, ...OrderGridRow[]]>();
  for (const row of rows) {
    if (row.left_out || row.problems.length > 0) continue;
    const { job_key } = row.reading;
    const job = jobs.get(job_key);
    if (job) job.push(row);
    else jobs.set(job_key, [row]);
  }
  return jobs;
}
