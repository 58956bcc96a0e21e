import type { Month } from '@darkroom/domain/calendar/day';
import { addMonths } from '@darkroom/domain/calendar/day';
import { sql } from 'kysely';
import type { Database } from './connect.ts';

/** The first month of which all steps are there; of the ones before, steps of finished tasks are archived (decision 120). null: none are. */
export async function stepsArchivedBefore(db: Database): Promise<Month | null> {
  const { rows } = await sql<{ month: Month | null }>`select max(month) as month from steps_archive`.execute(db);
  const last = rows[0]?.month;
  return last ? addMonths(last, 1) : null;
}

/** Of these tasks, those whose first steps are archived, with how many and until when. */
export async function findArchivedSteps(db: Database, ids: readonly number[]) {
  const { rows } = await sql<{ task_id: number; steps: number; month: Month }>`
    select t.task_id, t.steps, f.month from archived_task t join steps_archive f on f.id = t.archive_id
     where t.task_id = any(${ids}::int[])`.execute(db);
  return new Map(rows.map(({ task_id, ...of }) => [task_id, of]));
}
