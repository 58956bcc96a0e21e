import type { Day } from '@darkroom/domain/calendar/day';
import type { WorkingStatus } from '@darkroom/domain/staff/staff';
import { sql, type RawBuilder, type SqlBool } from 'kysely';

const ON_LEAVE: WorkingStatus = 'On leave';

/** True if a member `s` is not at work on a day: on leave, before the first day, or after the last (decision 076). */
export const isAway = (today: Day): RawBuilder<SqlBool> => sql`
  (s.working_status = ${ON_LEAVE} or coalesce(s.start_time > ${today}::date, false) or coalesce(s.end_time < ${today}::date, false))`;
