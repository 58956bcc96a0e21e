-- What counts tasks (decision 121) tells the workstreams apart, so that whoever sees one of them has the sums of every filter,
-- and knows priorities. As many rows a move as before: it is the facet's name that says more ('PTE customer2').
create or replace function task_tally() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into tally
    select 'task', f.facet, f.value, t.status, count(*)
      from added t, lateral (values
        ('workstream', t.workstream), (t.workstream || ' day', t.job_date::text), (t.workstream || ' editor', t.editor::text),
        (t.workstream || ' first_qc', t.first_qc::text), (t.workstream || ' second_qc', t.second_qc::text),
        (t.workstream || ' customer2', t.customer2_id::text), (t.workstream || ' cat2', t.service_cat2_id::text),
        (t.workstream || ' priority', t.job_priority)) f (facet, value)
     where f.value is not null group by f.facet, f.value, t.status;
  elsif tg_op = 'DELETE' then
    insert into tally
    select 'task', f.facet, f.value, t.status, -count(*)
      from gone t, lateral (values
        ('workstream', t.workstream), (t.workstream || ' day', t.job_date::text), (t.workstream || ' editor', t.editor::text),
        (t.workstream || ' first_qc', t.first_qc::text), (t.workstream || ' second_qc', t.second_qc::text),
        (t.workstream || ' customer2', t.customer2_id::text), (t.workstream || ' cat2', t.service_cat2_id::text),
        (t.workstream || ' priority', t.job_priority)) f (facet, value)
     where f.value is not null group by f.facet, f.value, t.status;
  else
    insert into tally
    select 'task', f.facet, f.value, t.status, sum(t.n)
      from (select 1 as n, a.* from added a union all select -1, g.* from gone g) t, lateral (values
        ('workstream', t.workstream), (t.workstream || ' day', t.job_date::text), (t.workstream || ' editor', t.editor::text),
        (t.workstream || ' first_qc', t.first_qc::text), (t.workstream || ' second_qc', t.second_qc::text),
        (t.workstream || ' customer2', t.customer2_id::text), (t.workstream || ' cat2', t.service_cat2_id::text),
        (t.workstream || ' priority', t.job_priority)) f (facet, value)
     where f.value is not null group by f.facet, f.value, t.status having sum(t.n) <> 0;
  end if;
  return null;
end $$;

-- Nobody moves a task between its being counted and the new way of counting it.
lock table task in share row exclusive mode;
delete from tally where list = 'task';
insert into tally
select 'task', f.facet, f.value, t.status, count(*)
  from task t, lateral (values
    ('workstream', t.workstream), (t.workstream || ' day', t.job_date::text), (t.workstream || ' editor', t.editor::text),
    (t.workstream || ' first_qc', t.first_qc::text), (t.workstream || ' second_qc', t.second_qc::text),
    (t.workstream || ' customer2', t.customer2_id::text), (t.workstream || ' cat2', t.service_cat2_id::text),
    (t.workstream || ' priority', t.job_priority)) f (facet, value)
 where f.value is not null group by f.facet, f.value, t.status;

create index task_by_priority on task (job_priority, job_date desc, task_id desc) where job_priority is not null;
