import { sql } from 'kysely';
import type { Database } from '../db/connect.ts';

/** One total: `list.facet.value.status`, and how many. */
type Total = [name: string, n: number];

/** What the tally says, folded. */
export async function readTally(db: Database): Promise<Total[]> {
  const { rows } = await sql<{ name: string; n: number }>`
    select concat_ws('.', list, facet, value, status) as name, sum(n)::int as n from tally
     group by list, facet, value, status having sum(n) <> 0 order by 1`.execute(db);
  return rows.map(({ name, n }) => [name, n]);
}

/** The same totals by counting every task and job. */
export async function countedTally(db: Database): Promise<Total[]> {
  const { rows } = await sql<{ name: string; n: number }>`
    select concat_ws('.', list, facet, value, status) as name, count(*)::int as n from (
      select 'task' as list, f.facet, f.value, t.status from task t, lateral (values
        ('workstream', t.workstream), ('day', t.job_date::text), ('editor', t.editor::text),
        ('first_qc', t.first_qc::text), ('second_qc', t.second_qc::text), ('customer2', t.customer2_id::text),
        ('cat2', t.service_cat2_id::text)) f (facet, value) where f.value is not null
      union all
      select 'job', f.facet, f.value, job_state_number(j.job_status) from job j, lateral (values
        ('all', ''), ('day', j.job_date::text), ('customer2', j.customer2_id::text),
        ('priority', coalesce(j.job_priority, ''))) f (facet, value)
    ) counted group by list, facet, value, status order by 1`.execute(db);
  return rows.map(({ name, n }) => [name, n]);
}
