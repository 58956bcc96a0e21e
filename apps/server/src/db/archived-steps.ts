import type { Month } from '@darkroom/domain/calendar/day';
import { addMonths } from '@darkroom/domain/calendar/day';
import { sql } from 'kysely';
import type { Database } from './connect.ts';

/**
 * First month with all steps. Steps of finished tasks before it are archived (decision 120). Null if no steps are
 * archived.
 */
export async function stepsArchivedBefore(db: Database): Promise<Month | null> {
  const { rows } = await sql<{ month: Month | null }>`select max(month) as month from steps_archive`.execute(db);
  const last = rows[0]?.month;
  return last ? addMonths(last, 1) : null;
}

/** Tasks with archived first steps, with their number and the time of the last one. */
export async function findArchivedSteps(db: Database, ids: readonly number[]) {
  const { rows } = await sql<{ task_id: number; steps: number; month: Month }>`
    select t.task_id, t.steps, f.month from archived_task t join steps_archive f on f.id = t.archive_id
     where t.task_id = any(${ids}::int[])`.execute(db);
  return new Map(rows.map(({ task_id, ...of }) => [task_id, of]));
}
