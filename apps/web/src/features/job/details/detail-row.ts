import type { Job } from '@darkroom/contract/job/job';
import type { JobDetailRow } from '@darkroom/contract/job/many';

/** A detail's row as its job with that detail alone: forms, selections and opened rows are handed out as on the job page. */
export const asJob = ({ job, ...detail }: JobDetailRow): Job => ({ ...job, job_details: [detail] });

/** The row of a job's detail after the job changed; as it was where the job has it no more. */
export function rowAfter(row: JobDetailRow, { job_details, ...job }: Job): JobDetailRow {
  const detail = job_details.find(({ job_detail_id }) => job_detail_id === row.job_detail_id);
  return detail ? { ...detail, job } : row;
}
