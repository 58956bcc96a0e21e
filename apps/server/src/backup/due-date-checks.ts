import { REASON_BY_STATUS, LATE_REASONS } from '@darkroom/domain/due-date/reasons';
import { TASK_STATUSES } from '@darkroom/domain/task/status';
import type { DatabaseCheck } from './database-check.ts';

// Different SQL than the code that settles due dates (features/forecast) checks their results. Of working time, only
// limits and sums are checked, because hours can change.

const truncateToMs = (at: string) => `date_trunc('milliseconds', ${at})`;

const UNSETTLED_JOBS = 'select job_id from completed_job_queue';

const CALCULATED = `
  select j.job_id, date_trunc('month', j.completed_at at time zone 'Asia/Bangkok')::date as month, ${truncateToMs('j.completed_at')} as completed_at,
         c.cus_id1, array(select distinct t.service_cat2_id from task t where t.job_id = j.job_id order by 1) as categories,
         ${truncateToMs('j.completed_at')} <= ${truncateToMs('j.due_at')} as on_time, ${truncateToMs('j.completed_at')} <= ${truncateToMs('j.first_due_at')} as first_on_time,
         ${truncateToMs('j.due_at')} <> ${truncateToMs('j.first_due_at')} as changed
    from job j join cus2 c on c.id = j.customer2_id
   where j.completed_at is not null and j.due_at is not null`;

const SAVED = `
  select job_id, month, ${truncateToMs('completed_at')} as completed_at, cus_id1, array(select k from unnest(categories) k order by 1) as categories,
         on_time, first_on_time, changed
    from job_due_result where on_time is not null and not reopened`;

const reasonValues = TASK_STATUSES.flatMap((status) =>
  status === 9 ? [] : [`(${status}, '${REASON_BY_STATUS[status]}')`],
);

/** Longest wait according to a job's minutes. Among equal waits the first one counts. */
const MAIN_REASON = `
  (select r.reason from unnest(p.minutes) with ordinality m (n, status)
     join (values ${reasonValues.join(', ')}) r (status, reason) on r.status = m.status
    where m.n > 0 group by r.reason order by sum(m.n) desc, min(m.status) limit 1)`;

const reasonSums = LATE_REASONS.map((reason) => `count(*) filter (where p.reason = '${reason}')::int`).join(', ');
const minuteSums = Array.from(
  { length: 14 },
  (_, index) => `coalesce(sum(p.minutes[${index + 1}]) filter (where not r.on_time), 0)::bigint`,
).join(', ');

export const DUE_DATE_CHECKS: readonly DatabaseCheck[] = [
  {
    name: 'the completion time of a job equals the end of its last task (124)',
    broken: `
      select j.job_id as id from job j
        join (select job_id, coalesce(max(end_time), max(status_since)) as done_at from task group by 1) t using (job_id)
       where j.job_status = 'COMPLETED' and j.completed_at <> t.done_at order by 1`,
  },
  {
    name: 'stored due date results equal a new calculation (127)',
    broken: `
      with calculated as (${CALCULATED}),
      stored as (${SAVED}),
      wrong as (
        select p.job_id from job_due_result p join job j using (job_id)
         where not p.reopened and p.on_time is not null
           and (p.late_minutes > greatest(1, round(extract(epoch from j.completed_at - j.due_at) / 60))
                or p.reason is distinct from case when not p.on_time then ${MAIN_REASON} end))
      select job_id as id
        from ((select * from stored except select * from calculated) union all (select * from calculated except select * from stored)) differ
       where job_id not in (${UNSETTLED_JOBS})
       union select job_id from wrong where job_id not in (${UNSETTLED_JOBS}) order by 1`,
  },
  {
    name: 'monthly due date totals equal the jobs (127)',
    broken: `
      with calculated as (${CALCULATED}),
      counted as (
        select r.month, f.facet, f.value, count(*)::int as completed, count(*) filter (where r.on_time)::int as on_time,
               count(*) filter (where r.first_on_time)::int as first_on_time, count(*) filter (where r.changed)::int as changed,
               coalesce(sum(p.late_minutes), 0)::bigint as late_minutes, array[${reasonSums}] as reasons, array[${minuteSums}] as minutes
          from calculated r left join job_due_result p using (job_id)
         cross join lateral (select 'whole' as facet, 0 as value union all select 'customer', r.cus_id1
                             union all select 'category', k from unnest(r.categories) k) f
         group by r.month, f.facet, f.value),
      stored as (select month, facet, value, completed, on_time, first_on_time, changed, late_minutes, reasons, minutes from due_date_month),
      unsettled as (
        select month from calculated where job_id in (${UNSETTLED_JOBS}) union select month from job_due_result where job_id in (${UNSETTLED_JOBS}))
      select concat_ws(' ', to_char(month, 'YYYY-MM'), facet, nullif(value, 0)) as id
        from ((select * from stored except select * from counted) union all (select * from counted except select * from stored)) differ
       where month not in (select month from unsettled)
         -- Skip the check while a deleted job is still unsettled: its month is unknown.
         and not exists (select from (${UNSETTLED_JOBS}) w where job_id not in (select job_id from job))
       group by month, facet, value order by 1`,
  },
];
