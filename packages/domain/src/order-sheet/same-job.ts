import type { Day } from '../calendar/day.ts';
import { foldName } from '../text/fold.ts';

/** Returns a key that is equal for jobs that a customer considers the same (decision 085): day, customer 2 and name in any spelling. */
export const sameJobKey = (job: { job_date: Day | null; customer2_id: number | undefined; job_name: string }): string =>
  JSON.stringify([job.job_date, job.customer2_id, foldName(job.job_name)]);
