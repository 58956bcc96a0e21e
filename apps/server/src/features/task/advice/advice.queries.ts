import type { ADVICE_RANKS } from '@darkroom/contract/task/advice';
import type { EditorFacts } from '@darkroom/domain/advice/advice';
import type { Day, Instant } from '@darkroom/domain/calendar/day';
import type { Workstream } from '@darkroom/domain/customer/enums';
import { WITH_EDITOR } from '@darkroom/domain/task/status';
import { sql } from 'kysely';
import type { Database } from '../../../db/connect.ts';
import type { Condition } from '../../../db/list/condition.ts';
import { isAway } from '../../../db/people.ts';
import { pipelined } from '../../../db/driver/statement-marks.ts';
import { TASK_MINUTES, TASK_SHARE } from '../task.queries.ts';

interface AdviceQuery {
  task_ids: readonly number[];
  /** Permission codes that an editor needs for all workstreams of the tasks. */
  codes: readonly string[];
  now: Instant;
  category_since: Day;
  customer_since: Day;
  working_since: Instant;
}

/**
 * Finds facts of all possible editors of some tasks in one statement: quality by category and customer, open work.
 * Users with an earlier role in a task are left out.
 */
export async function findEditorFacts(
  db: Database,
  { task_ids, codes, now, category_since, customer_since, working_since }: AdviceQuery,
  isVisible: Condition | null,
): Promise<EditorFacts[]> {
  const { rows } = await sql<EditorFacts>`
    with selected as (select t.task_id, t.service_cat2_id, t.customer2_id, t.first_qc, t.second_qc, t.rework_qc_1, t.rework_qc_2, t.qc1_by_ids, t.qc2_by_ids
                      from task t where t.task_id = any(${task_ids}::int[])),
    editor as (
      select u.id from user_account u join staff s on s.id = u.id
       where u.active and not u.is_superuser and not ${isAway(now)}
         and (select count(*) from group_permission gp join permission p on p.id = gp.permission_id
               where gp.group_id = s.group_id and p.codename = any(${codes}::text[])) = ${codes.length}
         and not exists (select from selected c where u.id in (c.first_qc, c.second_qc, c.rework_qc_1, c.rework_qc_2)
                            or u.id = any(c.qc1_by_ids || c.qc2_by_ids)
                            or exists (select from task_supporter x where x.task_id = c.task_id and x.user_id = u.id))),
    category as (
      select s.key_1, sum(s.qc1_first)::int as first, sum(s.qc1_passed)::int as passed, sum(s.completed)::int as done
        from quality_sum s
       where s.facet = 'editor cat2' and s.span = 'week' and s.key_2 in (select service_cat2_id from selected) and s.starts_on >= ${category_since}::date
       group by s.key_1),
    customer as (
      select s.key_1, sum(s.completed)::int as done from quality_sum s
       where s.facet = 'editor cus1' and s.span = 'week' and s.starts_on >= ${customer_since}::date
         and s.key_2 in (select k.cus_id1 from selected c join cus2 k on k.id = c.customer2_id)
       group by s.key_1)
    select e.id as user_id, coalesce(category.first, 0) as first, coalesce(category.passed, 0) as passed, coalesce(category.done, 0) as done,
           load.open_tasks, load.minutes, coalesce(customer.done, 0) as of_customer,
           exists (select from task_history h where h.user_id = e.id and h.at >= ${working_since}) as working
      from editor e left join category on category.key_1 = e.id left join customer on customer.key_1 = e.id
      cross join lateral (
        select count(*)::int as open_tasks, coalesce(sum(${TASK_MINUTES}), 0)::int as minutes
          from task t join job_detail d on d.job_detail_id = t.job_detail_id ${TASK_SHARE}
         where t.editor = e.id and t.status = any(${WITH_EDITOR}::smallint[]) and ${isVisible ?? sql`true`}) load
     order by e.id`.execute(db);
  return rows;
}

/** Deletes the stored advice of assignments that were undone. */
export const deleteAdvice = (db: Database, moves: readonly { task_id: number; at: string }[]) =>
  sql`${pipelined}delete from assign_advice a using jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as m (task_id int, at timestamptz)
       where a.task_id = m.task_id and a.at = m.at`.execute(db);

export interface ChoiceCount {
  choice: (typeof ADVICE_RANKS)[number];
  tasks: number;
  first: number;
  passed: number;
}

/**
 * Counts the choices since an instant by the result of the first check at QC 1. A task that was assigned twice counts with the last one.
 */
export async function countChoices(db: Database, streams: readonly Workstream[], since: Instant) {
  const { rows } = await sql<ChoiceCount>`
    with last as (
      select distinct on (a.task_id) a.task_id, a.at, a.chosen,
             case when a.rank = 1 then 'first' when a.rank <= 3 then 'near' else 'other' end as choice
        from assign_advice a where a.workstream = any(${streams}::text[]) and a.at >= ${since}
       order by a.task_id, a.at desc)
    select l.choice, count(*)::int as tasks, count(f.history_id)::int as first, (count(*) filter (where f.passed))::int as passed
      from last l left join quality_fact f
        on f.task_id = l.task_id and f.kind = 'qc1' and f.first_of_kind and f.editor = l.chosen and f.at >= l.at
     group by l.choice`.execute(db);
  return new Map(rows.map((row) => [row.choice, row]));
}
