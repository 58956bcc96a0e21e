import type { TaskShare } from '@darkroom/contract/task-many';
import { sql } from 'kysely';
import type { Database } from '../../../db/connect.ts';
import type { Condition } from '../../../db/list/condition.ts';

/** Tasks of those that a condition lets through, each beside the others of its detail. */
export async function findShares(db: Database, ids: readonly number[], where: Condition | null): Promise<TaskShare[]> {
  const { rows } = await sql<TaskShare>`
    select t.task_id, count(*)::int as tasks,
           coalesce(sum(o.x1 + o.x2 + o.x3) filter (where o.task_id <> t.task_id), 0)::int as others,
           count(*) filter (where o.task_id <> t.task_id and o.x1 + o.x2 + o.x3 = 0)::int as uncounted
      from task t join task o on o.job_detail_id = t.job_detail_id
     where t.task_id = any(${ids}::int[]) and ${where ?? sql`true`}
     group by t.task_id order by t.task_id`.execute(db);
  return rows;
}
