import { IN_REWORK } from '@darkroom/domain/task/status';
import { sql, type RawBuilder, type SqlBool } from 'kysely';

const column = (of: string, name: string) => sql.ref(`${of}.${name}`);

/** True if the step `of` of the history was undone: an undo follows it. */
export const isUndone = (of: string): RawBuilder<SqlBool> => sql<SqlBool>`
  coalesce((select u.action = 'undo' from task_history u
             where u.task_id = ${column(of, 'task_id')} and u.id > ${column(of, 'id')} order by u.id limit 1), false)`;

/** True if the step `of` belongs to a deleted rework, which counts nowhere (decision 131). */
export const isOfDeletedRework = (of: string): RawBuilder<SqlBool> => {
  const inside = sql`any(${[...IN_REWORK]}::smallint[])`;
  return sql<SqlBool>`
  ${column(of, 'to_status')} = ${inside} and coalesce((
    select e.action = 'redo_delete' from task_history e
     where e.task_id = ${column(of, 'task_id')} and e.id > ${column(of, 'id')} and not e.to_status = ${inside}
       and e.action <> 'undo' and not ${isUndone('e')} order by e.id limit 1), false)`;
};
