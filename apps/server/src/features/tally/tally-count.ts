import { sql, type RawBuilder } from 'kysely';

/** Every total the tally keeps, by counting: `list, facet, value, status, n`. What its triggers add up to, said set-wise. */
export const COUNT_TALLY = `
  select 'task' as list, f.facet, f.value, t.status, count(*)::int as n from task t, lateral (values
    ('workstream', t.workstream), (t.workstream || ' day', t.job_date::text), (t.workstream || ' editor', t.editor::text),
    (t.workstream || ' first_qc', t.first_qc::text), (t.workstream || ' second_qc', t.second_qc::text),
    (t.workstream || ' customer2', t.customer2_id::text), (t.workstream || ' cat2', t.service_cat2_id::text),
    (t.workstream || ' priority', t.job_priority)) f (facet, value)
   where f.value is not null group by f.facet, f.value, t.status
  union all
  select 'job', f.facet, f.value, job_state_number(j.job_status), count(*)::int from job j, lateral (values
    ('all', ''), ('day', j.job_date::text), ('customer2', j.customer2_id::text),
    ('priority', coalesce(j.job_priority, ''))) f (facet, value)
   group by f.facet, f.value, j.job_status
  union all
  select 'detail', f.facet, f.value, d.status, count(*)::int from job_detail d, lateral (values
    ('all', ''), ('day', d.job_date::text), ('customer2', d.customer2_id::text), ('cat2', d.service_cat2_id::text),
    ('priority', coalesce(d.job_priority, '')), ('job_status', d.job_status)) f (facet, value)
   group by f.facet, f.value, d.status`;

/** The same as a part of a bigger statement. */
export const countTally = (): RawBuilder<{
  list: string;
  facet: string;
  value: string;
  status: number;
  n: number;
}> => sql.raw(COUNT_TALLY);
