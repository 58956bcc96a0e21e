import type { Job } from '@darkroom/contract/job/job';
import type { JobDetailRow } from '@darkroom/contract/job/many';

/** A detail's row as its job with that detail only, so that forms, selections and open rows work as on the job page. */
export const toJob = ({ job, ...detail }: JobDetailRow): Job => ({ ...job, job_details: [detail] });

/** Row of a detail after its job changed. The row stays the same if the job no longer has the detail. */
export function withChangedJob(row: JobDetailRow, { job_details, ...job }: Job): JobDetailRow {
  const detail = job_details.find(({ job_detail_id }) => job_detail_id === row.job_detail_id);
  return detail ? { ...detail, job } : row;
}
