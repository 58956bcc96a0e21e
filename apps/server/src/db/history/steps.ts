import { type Month, addMonths } from '@darkroom/domain/calendar/day';
import { IN_REWORK } from '@darkroom/domain/task/status';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Database } from '../connect.ts';

/**
 * Finds the first month with all steps, or null if no steps are archived. Before it, steps of finished tasks are
 * archived (decision 120).
 */
export async function findArchivedUntil(db: Database): Promise<Month | null> {
  const { rows } = await sql<{ month: Month | null }>`select max(month) as month from steps_archive`.execute(db);
  const last = rows[0]?.month;
  return last ? addMonths(last, 1) : null;
}

/** Finds which of these tasks have archived first steps, with number and time of the last archived step. */
export async function findArchivedSteps(db: Database, ids: readonly number[]) {
  const { rows } = await sql<{ task_id: number; steps: number; month: Month }>`
    select t.task_id, t.steps, f.month from archived_task t join steps_archive f on f.id = t.archive_id
     where t.task_id = any(${ids}::int[])`.execute(db);
  return new Map(rows.map(({ task_id, ...of }) => [task_id, of]));
}

const column = (of: string, name: string) => sql.ref(`${of}.${name}`);

/** Returns an SQL condition: the step `of` was undone, because an undo follows it. */
export const isUndone = (of: string): RawBuilder<SqlBool> => sql<SqlBool>`
  coalesce((select u.action = 'undo' from task_history u
             where u.task_id = ${column(of, 'task_id')} and u.id > ${column(of, 'id')} order by u.id limit 1), false)`;

/** Returns an SQL condition: the step `of` belongs to a deleted rework, which counts nowhere (decision 131). */
export const isOfDeletedRework = (of: string): RawBuilder<SqlBool> => {
  const inRework = sql`any(${[...IN_REWORK]}::smallint[])`;
  return sql<SqlBool>`
  ${column(of, 'to_status')} = ${inRework} and coalesce((
    select e.action = 'redo_delete' from task_history e
     where e.task_id = ${column(of, 'task_id')} and e.id > ${column(of, 'id')} and not e.to_status = ${inRework}
       and e.action <> 'undo' and not ${isUndone('e')} order by e.id limit 1), false)`;
};

/**
 * Returns an SQL condition: the appeal against the fault step `of` was accepted. Figures skip such a fault, but the
 * history shows it (decision 133).
 */
export const isUpheld = (of: string): RawBuilder<SqlBool> =>
  sql`exists (select from fault_appeal up where up.fault_id = ${sql.ref(`${of}.id`)} and up.state = 'UPHELD')`;
