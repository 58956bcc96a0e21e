import type { DueFilter } from '@darkroom/contract/promise/promise';
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
    case 'at_risk': {
      // Of the jobs that were at risk when they were forecast, an index of few; one that is late by now is late.
      const risky = sql`select f.job_id from job_forecast f join job r on r.job_id = f.job_id
         where f.at_risk and r.due_at >= ${now}::timestamptz and f.p80 > r.due_at`;
      return sql`(${OPEN[row]} and ${sql.ref(`${row}.job_id`)} in (${risky}))`;
    }
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
