import { sql, type RawBuilder } from 'kysely';

/** Whether a job (its id's column) is forecast to be done after its promise (decision 126). */
export const atRisk = (job_id: string): RawBuilder<boolean> =>
  sql`exists (select from job_forecast f where f.job_id = ${sql.ref(job_id)} and f.at_risk)`;
