import type { Instant } from '@darkroom/domain/calendar/day';
import { sql, type RawBuilder } from 'kysely';

/** Whether a job (its id's column) is forecast to be done after its promise. Nothing forecasts it yet: none is. */
export const atRisk = (_job_id: string, _now: Instant): RawBuilder<boolean> => sql`false`;
