import type { Instant } from '@darkroom/domain/calendar/day';
import { getHalfDay } from '@darkroom/domain/staff/leave';
import type { WorkingStatus } from '@darkroom/domain/staff/staff';
import { sql, type RawBuilder, type SqlBool } from 'kysely';

const ON_LEAVE: WorkingStatus = 'On leave';

/** Returns an SQL condition: a member `s` is away at an instant, on leave or outside their dates (decisions 076 and 173). */
export const isAway = (now: Instant): RawBuilder<SqlBool> => {
  const { day, half } = getHalfDay(now);
  return sql`
  (s.working_status = ${ON_LEAVE} or coalesce(s.start_time > ${day}::date, false) or coalesce(s.end_time < ${day}::date, false)
    or exists (select from leave l where l.member_id = s.id and l.first_day <= ${day}::date and l.last_day >= ${day}::date
                  and l.part in ('day', ${half})))`;
};

/**
 * Returns an SQL condition: a user had no role in task `t` as editor, QC or supporter. Mirrors `getParticipants` in the
 * domain (decision 070).
 */
export const hasNoPartInTask = (user: number, excluded_users: string): RawBuilder<SqlBool> => sql`
  (${user} <> all(${sql.ref(excluded_users)} || t.edited_by_ids || t.qc1_by_ids || t.qc2_by_ids)
   and ${user} <> all(array_remove(array[t.editor, t.first_qc, t.second_qc, t.rework_qc_1, t.rework_qc_2], null))
   and not exists (select from task_supporter s where s.task_id = t.task_id and s.user_id = ${user}))`;

/** Selects the name of the customer in an account column. Null for staff accounts, because the web app already has their names. */
export const selectCustomerName = (account: RawBuilder<unknown>): RawBuilder<string | null> => sql`(
  select u.full_name from user_account u where u.id = ${account} and u.account = 'customer')`;
