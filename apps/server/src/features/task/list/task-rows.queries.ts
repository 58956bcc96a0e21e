import type { TaskRow } from '@darkroom/contract/task';
import { sql } from 'kysely';
import type { Database } from '../../../db/connect.ts';
import { taskRowColumns, taskRowsJoined } from './task-columns.ts';

/** Tasks of a page with their job and detail, in the order of the ids. */
export async function findTaskRows(db: Database, ids: readonly number[]): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    select ${taskRowColumns}
      from unnest(${ids}::int[]) with ordinality as page (id, place) ${taskRowsJoined}
     order by page.place`.execute(db);
  return rows;
}
