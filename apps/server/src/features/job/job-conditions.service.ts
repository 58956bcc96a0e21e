import { readTaskNumber } from '@darkroom/contract/fields';
import type { DueFilter } from '@darkroom/contract/due-date/due-date';
import { addDays, dayOf, startOfDay, type Instant } from '@darkroom/domain/calendar/day';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { type Condition, toLikePattern } from '../../db/list/condition.ts';

/** Open rows of each list, with exactly the condition of its index of open due dates (migration 034). */
const IS_OPEN = {
  j: sql`j.job_status <> 'COMPLETED'`,
  d: sql`d.status <> 9`,
  t: sql`t.status <> 9`,
} as const;

/** Returns the condition for open work by due date (contract, DUE_FILTERS). A day ends at Bangkok's midnight. */
export function dueCondition(row: keyof typeof IS_OPEN, due: DueFilter, now: Instant): Condition {
  const dueAt = sql.ref(`${row}.due_at`);
  switch (due) {
    case 'late':
      return sql`(${IS_OPEN[row]} and ${dueAt} < ${now}::timestamptz)`;
    case 'at_risk': {
      // Among jobs at risk in their last forecast, which are few and have an index. A job that is late by now counts as late.
      const jobsAtRisk = sql`select f.job_id from job_forecast f join job r on r.job_id = f.job_id
         where f.at_risk and r.due_at >= ${now}::timestamptz and f.p80 > r.due_at`;
      return sql`(${IS_OPEN[row]} and ${sql.ref(`${row}.job_id`)} in (${jobsAtRisk}))`;
    }
    case 'today': {
      const today = dayOf(now);
      const [from, until] = [startOfDay(today), startOfDay(addDays(today, 1))];
      return sql`(${IS_OPEN[row]} and ${dueAt} >= ${from}::timestamptz and ${dueAt} < ${until}::timestamptz)`;
    }
    default: {
      const never: never = due;
      return never;
    }
  }
}

const matchesJobText = (text: string): Condition => sql`j.search_text like ${toLikePattern(text)}`;

/** Splits a detail number in a text into the number of the job and the position in the job. */
const parseDetailNumber = (text: string) => /^(.+)-(\d{2,3})$/.exec(text);

/** Selects the ids of the details that a text names: by the job's number or name, or by the detail's own number. */
function selectMatchingDetails(text: string): RawBuilder<unknown> {
  const byJob = sql`select d.job_detail_id from job j join job_detail d using (job_id) where ${matchesJobText(text)}`;
  const [, prod_id, sub_number] = parseDetailNumber(text) ?? [];
  if (!prod_id) return byJob;
  return sql`
    ${byJob}
    union all
    select d.job_detail_id from job j join job_detail d using (job_id)
    where j.prod_id = ${prod_id} and d.sub_number = ${Number(sub_number)}`;
}

/** Returns the condition for details, or for rows below jobs and details, that a text names. */
const matchesBelowText =
  (table: 't' | 'd') =>
  (text: string): Condition =>
    parseDetailNumber(text)
      ? sql`${sql.ref(`${table}.job_detail_id`)} in (${selectMatchingDetails(text)})`
      : sql`${sql.ref(`${table}.job_id`)} in (select j.job_id from job j where ${matchesJobText(text)})`;

/** Details (`d`) that a text names, by their job or their own number. */
export const matchesDetailText = matchesBelowText('d');

const matchesTaskByJob = matchesBelowText('t');

/** Finds the job of a task. Returns null if the text names that job, because all its tasks then match. */
async function findJobNotMatching(db: Database, task_id: number, text: string): Promise<number | null> {
  const { rows } = await sql<{ job_id: number }>`
    select j.job_id from task t join job j using (job_id) where t.task_id = ${task_id} and not ${matchesJobText(text)}`.execute(
    db,
  );
  return rows[0]?.job_id ?? null;
}

/** Creates the condition for tasks (`t`) that a text names: by their job, their detail or their own number. */
export async function createTaskTextCondition(db: Database, text: string): Promise<Condition> {
  const task_id = readTaskNumber(text);
  const job_id = task_id && (await findJobNotMatching(db, task_id, text));
  if (!job_id) return matchesTaskByJob(text);
  // Selected through its job like the others, because no index covers jobs or a task. Its siblings are then excluded.
  return sql`(t.job_id in (select j.job_id from job j where ${matchesJobText(text)} or j.job_id = ${job_id})
    and (t.job_id <> ${job_id} or t.task_id = ${task_id}))`;
}
