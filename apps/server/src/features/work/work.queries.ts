import type { Workstream } from '@darkroom/domain/customer/enums';
import { type Day, startOfDay } from '@darkroom/domain/calendar/day';
import { RETURNED_TO_EDITOR, IN_PROGRESS } from '@darkroom/domain/task/status';
import { TAKING_ACTIONS, type WorkMove } from '@darkroom/domain/work/work';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { isOfDeletedRework, isUndone, isUpheld } from '../../db/history/steps.ts';

const EDITED_STATUSES = [...IN_PROGRESS.editor, ...RETURNED_TO_EDITOR];

/** Finds the moves of a person in some days, and later faults, completions and rework of their tasks, in order. */
export async function findWorkMoves(
  db: Database,
  person: number,
  { first, end }: { first: Day; end: Day },
  workstreams: readonly Workstream[] | null,
): Promise<WorkMove[]> {
  const days = sql`h.at >= ${startOfDay(first)} and h.at < ${startOfDay(end)}`;
  const { rows } = await sql<WorkMove>`
    with relevant as (
      select h.id from task_history h where h.user_id = ${person} and ${days}
      union
      select h.id from task_history h where h.editor = ${person} and h.to_status in (9, 10, 11, 13) and ${days})
    select h.task_id, h.action, h.from_status, h.to_status, h.at, case when not ${isUpheld('h')} and not (${isOfDeletedRework('h')}) then h.fault_kinds end as fault_kinds, h.x1 + h.x2 + h.x3 as pieces,
           h.user_id is not distinct from ${person} as own, h.editor is not distinct from ${person} as edits,
           case when h.to_status = any(${EDITED_STATUSES}::smallint[]) then h.editor
                when h.to_status = any(${[...IN_PROGRESS.first_qc]}::smallint[]) then h.first_qc
                when h.to_status = any(${[...IN_PROGRESS.second_qc]}::smallint[]) then h.second_qc end
             is not distinct from ${person} as with_them,
           case when h.action = any(${TAKING_ACTIONS}::text[]) then (
             select max(p.at) from task_history p where p.task_id = h.task_id and p.id < h.id
                and p.to_status = h.from_status and p.from_status is distinct from p.to_status) end as since,
           (select n.at from task_history n where n.task_id = h.task_id and n.id > h.id
               and n.to_status <> h.to_status and n.action <> 'undo' and not ${isUndone('n')} order by n.id limit 1) as until,
           case when h.to_status = 9 then (
             select count(*)::int from task_history f where f.task_id = h.task_id and f.id < h.id
                and f.fault_kinds is not null and not ${isUndone('f')} and not ${isUpheld('f')}) + coalesce(a.faults, 0) else 0 end as faults_before,
           case when h.to_status = 9 then (
             select count(*)::int from task_history c where c.task_id = h.task_id and c.id < h.id
                and c.to_status = 9 and c.from_status is distinct from 9 and not ${isUndone('c')}) + coalesce(a.completed, 0) else 0 end as completed_before,
           ${isOfDeletedRework('h')} as of_deleted_rework
      from relevant join task_history h using (id) left join archived_task a on a.task_id = h.task_id
      ${workstreams ? sql`join task t on t.task_id = h.task_id and t.workstream = any(${workstreams}::text[])` : sql``}
     where h.action <> 'undo' and not ${isUndone('h')}
     order by h.id`.execute(db);
  return rows;
}

/** A current or former member with the codes of their group. Former members stay in their group (decision 067). */
export interface WorkPerson {
  id: number;
  full_name: string;
  active: boolean;
  end_time: Day | null;
  permissions: string[];
}

/** Finds all members or one of them, by name. */
export async function findColleagues(db: Database, person?: number): Promise<WorkPerson[]> {
  const { rows } = await sql<WorkPerson>`
    select s.id, u.full_name, u.active, s.end_time,
           array(select p.codename from group_permission gp join permission p on p.id = gp.permission_id
                  where gp.group_id = s.group_id) as permissions
      from staff s join user_account u on u.id = s.id
     ${person === undefined ? sql`` : sql`where s.id = ${person}`}
     order by u.full_name, s.id`.execute(db);
  return rows;
}
