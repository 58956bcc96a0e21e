import type { Job } from '@darkroom/contract/job/job';
import type { Instant } from '@darkroom/domain/calendar/day';
import type { Database } from '../../db/connect.ts';
import { findNamed } from './promise-report.queries.ts';

/** A job with when it is likely to be done; null of both where it is completed, or has not been forecast yet. */
export interface ForecastJob extends Job {
  readonly p50: Instant | null;
  readonly p80: Instant | null;
}

/** Jobs as one sees them, with their forecasts. */
export async function withForecasts(db: Database, jobs: readonly Job[]): Promise<ForecastJob[]> {
  const named = await findNamed(
    db,
    jobs.map(({ job_id }) => job_id),
  );
  return jobs.map((job) => ({
    ...job,
    p50: named.get(job.job_id)?.p50 ?? null,
    p80: named.get(job.job_id)?.p80 ?? null,
  }));
}
