import type { Instant } from '@darkroom/domain/calendar/day';
import type { Database } from '../../db/connect.ts';

/** Adds a forecast of a job like a forecast run does: the current one, and a line of the log. */
export async function buildForecast(
  db: Database,
  { job_id, calculated_at, at_risk }: { job_id: number; calculated_at: Instant; at_risk: boolean },
): Promise<void> {
  const { service_cat2_id } = await db
    .selectFrom('task')
    .select('service_cat2_id')
    .where('job_id', '=', job_id)
    .executeTakeFirstOrThrow();
  const forecast = { job_id, calculated_at, p50: calculated_at, p80: calculated_at, at_risk, basis: '{}' };
  await db
    .insertInto('forecast_log')
    .values({ ...forecast, first: false, service_cat2_id, curve: [0.5], pressure: 1, base_minutes: 1 })
    .execute();
  await db
    .insertInto('job_forecast')
    .values(forecast)
    .onConflict((conflict) => conflict.column('job_id').doUpdateSet({ calculated_at, at_risk }))
    .execute();
}
