import { sql, type RawBuilder } from 'kysely';
import { containing, type Condition } from '../../db/list/condition.ts';

const named = (text: string): Condition => sql`j.search_text like ${containing(text)}`;

/** The two parts of a detail's own number, where a text is one: its job's number, and its position within the job. */
const numberOf = (text: string) => /^(.+)-(\d{2,3})$/.exec(text);

/** Ids of the details a text names: words of the job's number or name, or the detail's own number. */
function detailsNamed(text: string): RawBuilder<unknown> {
  const ofJobs = sql`select d.job_detail_id from job j join job_detail d using (job_id) where ${named(text)}`;
  const [, prod_id, sub_number] = numberOf(text) ?? [];
  if (!prod_id) return ofJobs;
  return sql`
    ${ofJobs}
    union all
    select d.job_detail_id from job j join job_detail d using (job_id)
    where j.prod_id = ${prod_id} and d.sub_number = ${Number(sub_number)}`;
}

/** What stands under a job or a detail, a detail itself too: those whose job or detail a text names. */
const namedUnder =
  (table: 't' | 'd') =>
  (text: string): Condition =>
    numberOf(text)
      ? sql`${sql.ref(`${table}.job_detail_id`)} in (${detailsNamed(text)})`
      : sql`${sql.ref(`${table}.job_id`)} in (select j.job_id from job j where ${named(text)})`;

/** Tasks (`t`) whose job or detail a text names. */
export const namedTask = namedUnder('t');

/** Details (`d`) that a text names, by their job or by themselves. */
export const namedDetail = namedUnder('d');
