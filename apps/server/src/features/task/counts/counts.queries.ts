import { RETURNED_TO_EDITOR, TASK_STATUSES, TaskStatus } from '@darkroom/domain/task/status';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../db/connect.ts';
import { joinConditions, type Condition } from '../../../db/list/condition.ts';
import { plannedOnce } from '../../../db/driver/statement-marks.ts';
import type { SiblingQuantities } from '@darkroom/contract/task/bulk';

const toStatusArray = (statuses: readonly TaskStatus[]) => sql.raw(`'{${statuses.join()}}'::smallint[]`);

// A list of the open statuses can use the partial indexes by person. The condition "not completed" cannot.
const OPEN_STATUSES = toStatusArray(TASK_STATUSES.filter((status) => status !== TaskStatus.COMPLETED));
const CAME_BACK_STATUSES = toStatusArray(RETURNED_TO_EDITOR);

/** The condition for open tasks, in the form that the indexes by person can use. */
export const isOpen: Condition = sql`t.status = any(${OPEN_STATUSES})`;

/** Returns the query that counts tasks by status, from a query of their statuses. */
export const countByStatus = (statuses: RawBuilder<unknown>) => sql<{ status: number; n: number }>`
  select status, count(*) as n from (${statuses}) t group by status`;

/** Adds up counts by status of disjoint sets of tasks. */
export const addCountsByStatus = (...counts: readonly RawBuilder<unknown>[]) =>
  sql`select status, sum(n)::int8 as n from (${sql.join(counts, sql` union all `)}) counted group by status`;

/** Sizes of a user's own lists, and the tasks of the day. */
export interface UserCounts {
  by_status: Record<string, number>;
  mine: number;
  waiting: number;
  returned_count: number;
  pool: number;
  done_today: number;
}

/**
 * Counts everything of a user's work in one statement: by status, the own lists, and finished steps. Only a user's last
 * step can be undone, so the next step shows it.
 */
export async function countForUser(
  db: Database,
  user_id: number,
  since: string,
  by_status: RawBuilder<unknown>,
  lists: Readonly<Record<'mine' | 'waiting' | 'pool', readonly Condition[]>>,
): Promise<UserCounts> {
  const countList = (list: keyof typeof lists) =>
    sql`(select count(*) from task t ${joinConditions(lists[list])}) as ${sql.ref(list)}`;
  const { rows } = await sql<UserCounts>`
    ${plannedOnce}select coalesce((select json_object_agg(s.status, s.n) from (${by_status}) s), '{}') as by_status,
      ${countList('mine')}, assigned.waiting, assigned.returned_count, ${countList('pool')},
      (select count(distinct h.task_id) from (
        select task_id, action, lead(action) over (partition by task_id order by id) as own_next
          from task_history where user_id = ${user_id} and at >= ${since}) h
        where h.action in ('done', 'resolve', 'qc1_done', 'qc1_fault', 'qc2_done', 'qc2_fault', 'rework_done', 'recheck')
          and h.own_next is distinct from 'undo') as done_today
      from (select count(*) as waiting, count(*) filter (where t.status = any(${CAME_BACK_STATUSES})) as returned_count
              from task t ${joinConditions(lists.waiting)}) assigned`.execute(db);
  return rows[0]!;
}

/** Finds tasks within a condition, with the totals of the other tasks of their detail. */
export async function findShares(
  db: Database,
  ids: readonly number[],
  where: Condition | null,
): Promise<SiblingQuantities[]> {
  const { rows } = await sql<SiblingQuantities>`
    select t.task_id, count(*)::int as tasks,
           coalesce(sum(o.x1 + o.x2 + o.x3) filter (where o.task_id <> t.task_id), 0)::int as others,
           count(*) filter (where o.task_id <> t.task_id and o.x1 + o.x2 + o.x3 = 0)::int as uncounted
      from task t join task o on o.job_detail_id = t.job_detail_id
     where t.task_id = any(${ids}::int[]) and ${where ?? sql`true`}
     group by t.task_id order by t.task_id`.execute(db);
  return rows;
}
