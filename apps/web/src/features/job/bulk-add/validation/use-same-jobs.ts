import { jobImportEndpoints } from '@darkroom/contract/job/many';
import { MAX_PART_JOBS } from '@darkroom/domain/order-sheet/fields';
import { useEffect, useMemo, useState } from 'react';
import { ApiError, call } from '../../../../lib/call/api.ts';
import type { SameJob } from '../use-submission.ts';
import type { DraftValidation, ShownRow } from './validation.ts';

/** Rows of the sheet whose job already exists, by the job's key. */
export interface SameRows extends Pick<SameJob, 'prod_id' | 'job_name'> {
  readonly rows: readonly ShownRow[];
}

/** Rows change while the user types, so the call is delayed. */
const PAUSE_MS = 600;

/** Jobs of the sheet that already exist, each looked up once (decision 085). The commit checks again, so a failed lookup does no harm. */
export function useSameJobs({ rows }: DraftValidation, enabled: boolean): readonly SameRows[] {
  const [known, setKnown] = useState<ReadonlyMap<string, string | null>>(new Map());
  const jobs = useMemo(() => jobsOf(rows), [rows]);
  useEffect(() => {
    const asked = enabled ? [...jobs].filter(([key]) => !known.has(key)).slice(0, MAX_PART_JOBS) : [];
    if (asked.length === 0) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const wanted = asked.map(([, [{ reading }]]) => ({
        job_date: reading.job_date ?? '',
        customer2_id: reading.customer?.customer2_id ?? 0,
        job_name: reading.job_name,
      }));
      call(jobImportEndpoints.importSame, { jobs: wanted }, { signal: stop.signal })
        .then(({ jobs: same }) => {
          const prodIds = new Map(same.map(({ index, prod_id }) => [index, prod_id]));
          setKnown(
            (before) => new Map([...before, ...asked.map(([key], at) => [key, prodIds.get(at) ?? null] as const)]),
          );
        })
        .catch((error: unknown) => {
          if (!(error instanceof ApiError) && !stop.signal.aborted) throw error;
        });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [jobs, known, enabled]);
  return useMemo(
    () =>
      [...jobs].flatMap(([key, of]) => {
        const prod_id = known.get(key);
        return prod_id ? [{ prod_id, job_name: of[0].reading.job_name, rows: of }] : [];
      }),
    [jobs, known],
  );
}

/** The valid rows by the job that they become. */
function jobsOf(rows: readonly ShownRow[]): ReadonlyMap<string, readonly [ShownRow, ...ShownRow[]]> {
  const jobs = new Map<string, [ShownRow, ...ShownRow[]]>();
  for (const row of rows) {
    if (row.left_out || row.problems.length > 0) continue;
    const { job_key } = row.reading;
    const job = jobs.get(job_key);
    if (job) job.push(row);
    else jobs.set(job_key, [row]);
  }
  return jobs;
}
