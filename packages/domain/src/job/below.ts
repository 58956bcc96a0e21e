/** As much of a detail as it takes to know it again: what it was, and which tasks it had. */
interface Detail {
  readonly job_detail_id: number;
  readonly version: number;
  readonly tasks: readonly { readonly task_id: number }[];
}

/**
 * One number for what hangs below a job as it was read (decision 158). It is made of ids and versions, which are never given again: a detail
 * that was replaced has another id, one that was changed another version, and a task more or less makes another sum. The steps of
 * tasks do not count: a task that is taken up stops the deletion anyway (`job_in_production`). Its twin in SQL is `BELOW_JOB`.
 */
export const belowOf = (job_details: readonly Detail[]): number =>
  job_details.reduce(
    (sum, { job_detail_id, version, tasks }) =>
      tasks.reduce((below, { task_id }) => below + task_id, sum + job_detail_id + version),
    0,
  );
