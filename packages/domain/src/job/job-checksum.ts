/** Fields that identify a detail and its tasks. */
interface Detail {
  readonly job_detail_id: number;
  readonly version: number;
  readonly tasks: readonly { readonly task_id: number }[];
}

/**
 * Calculates a number for the details and tasks of a job as the user saw them (decision 158). It is a sum of ids and versions, which are
 * never reused. The same sum in SQL is `BELOW_JOB`.
 */
export const calculateJobChecksum = (job_details: readonly Detail[]): number =>
  job_details.reduce(
    (sum, { job_detail_id, version, tasks }) =>
      tasks.reduce((taskSum, { task_id }) => taskSum + task_id, sum + job_detail_id + version),
    0,
  );
