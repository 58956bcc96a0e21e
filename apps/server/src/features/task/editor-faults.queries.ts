import type { EditorFault } from '@darkroom/contract/task-many';
import { TASK_STATUSES } from '@darkroom/domain/task/status';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { allOf, type Condition } from '../../db/list/condition.ts';
import { isUpheld } from '../../db/history/upheld.ts';

/** Of each status, so many of the editor's newest tasks are looked at: the index gives them, however many there are. */
const LOOKED_AT = 60;
export const MOST = 20;

/** Faults found lately in an editor's other tasks, newest first, within what the reader sees; none that was taken back or answered with right. */
export async function findEditorFaults(
  db: Database,
  { editor, without }: { editor: number; without: number },
  sight: Condition | null,
): Promise<EditorFault[]> {
  const where = [sql`t.task_id <> ${without}` as Condition, ...(sight ? [sight] : [])];
  const { rows } = await sql<EditorFault>`
    with newest as (
      select one.task_id from unnest(${TASK_STATUSES}::smallint[]) as s (status) cross join lateral (
        select task_id from task where editor = ${editor} and status = s.status
         order by job_date desc, task_id desc limit ${LOOKED_AT}) one),
    seen as (select t.task_id, t.job_detail_id, t.job_id from task t join newest using (task_id) ${allOf(where)})
    select h.id, h.task_id, d.sub_prod_id, j.job_name, h.at, h.user_id, h.fault_kinds, coalesce(h.note, '') as note
      from seen join task_history h on h.task_id = seen.task_id
      join job_detail d on d.job_detail_id = seen.job_detail_id join job j on j.job_id = seen.job_id
     where h.fault_kinds is not null and h.editor = ${editor} and not ${isUpheld('h')}
       and (select n.action from task_history n where n.task_id = h.task_id and n.id > h.id order by n.id limit 1) is distinct from 'undo'
     order by h.id desc limit ${MOST}`.execute(db);
  return rows;
}
