import type { Job } from '@darkroom/contract/job/job';
import type { JobDetailRow } from '@darkroom/contract/job/bulk';

/** Converts a detail's row to its job with that detail only, so that forms, selections and open rows work as on the job page. */
export const toJob = ({ job, ...detail }: JobDetailRow): Job => ({ ...job, job_details: [detail] });

/** Returns the row of a detail after its job changed. The row stays the same if the job does not have the detail any more. */
export function withChangedJob(row: JobDetailRow, { job_details, ...job }: Job): JobDetailRow {
  const detail = job_details.find(({ job_detail_id }) => job_detail_id === row.job_detail_id);
  return detail ? { ...detail, job } : row;
}
