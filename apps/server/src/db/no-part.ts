import { sql, type RawBuilder, type SqlBool } from 'kysely';

/**
 * True if the user had no part in a task `t`: as editor or QC, or in an earlier check (`barred`). SQL version of
 * `actedOn` in the domain (four eyes are about people who acted, decision 070).
 */
export const hasNoPart = (user: number, barred: string): RawBuilder<SqlBool> => sql`
  (${user} <> all(${sql.ref(barred)} || t.edited_by || t.qc1_by || t.qc2_by)
   and ${user} <> all(array_remove(array[t.editor, t.first_qc, t.second_qc, t.rework_qc_1, t.rework_qc_2], null))
   and not exists (select from task_supporter s where s.task_id = t.task_id and s.user_id = ${user}))`;
