import type { DueFilter } from '@darkroom/contract/promise';
import { addDays, dayOf, startOfDay, type Instant } from '@darkroom/domain/calendar/day';
import { sql } from 'kysely';
import type { Condition } from '../../db/list/condition.ts';

/** Open rows of each list: to the letter what its index of open promises holds (migration 034). */
const OPEN = {
  j: sql`j.job_status <> 'COMPLETED'`,
  d: sql`d.status <> 9`,
  t: sql`t.status <> 9`,
} as const;

/** Open jobs, details or tasks by their promise (contract, DUE_FILTERS). The bureau's day ends at Bangkok's midnight. */
export function dueCondition(row: keyof typeof OPEN, due: DueFilter, now: Instant): Condition {
  const at = sql.ref(`${row}.due_at`);
  switch (due) {
    case 'late':
      return sql`(${OPEN[row]} and ${at} < ${now}::timestamptz)`;
    case 'today': {
      const today = dayOf(now);
      const [from, until] = [startOfDay(today), startOfDay(addDays(today, 1))];
      return sql`(${OPEN[row]} and ${at} >= ${from}::timestamptz and ${at} < ${until}::timestamptz)`;
    }
    default: {
      const never: never = due;
      return never;
    }
  }
}
