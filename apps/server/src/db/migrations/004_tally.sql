-- Exact totals without counting (decision 005). Every change of a job or task appends signed counts to a ledger, in the
-- changing transaction; a total is a sum over few ledger rows; a sweeper folds the ledger. No row is ever contended.
create table tally (
  list text not null,
  facet text not null,
  value text not null,
  status smallint not null,
  n int not null
);
create index tally_read on tally (list, facet, value, status) include (n);

create function task_tally() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into tally
    select 'task', f.facet, f.value, t.status, count(*)
      from added t, lateral (values
        ('workstream', t.workstream), ('day', t.job_date::text), ('editor', t.editor::text), ('first_qc', t.first_qc::text),
        ('second_qc', t.second_qc::text), ('customer2', t.customer2_id::text), ('cat2', t.service_cat2_id::text)) f (facet, value)
     where f.value is not null group by f.facet, f.value, t.status;
  elsif tg_op = 'DELETE' then
    insert into tally
    select 'task', f.facet, f.value, t.status, -count(*)
      from gone t, lateral (values
        ('workstream', t.workstream), ('day', t.job_date::text), ('editor', t.editor::text), ('first_qc', t.first_qc::text),
        ('second_qc', t.second_qc::text), ('customer2', t.customer2_id::text), ('cat2', t.service_cat2_id::text)) f (facet, value)
     where f.value is not null group by f.facet, f.value, t.status;
  else
    insert into tally
    select 'task', f.facet, f.value, t.status, sum(t.n)
      from (select 1 as n, a.* from added a union all select -1, g.* from gone g) t, lateral (values
        ('workstream', t.workstream), ('day', t.job_date::text), ('editor', t.editor::text), ('first_qc', t.first_qc::text),
        ('second_qc', t.second_qc::text), ('customer2', t.customer2_id::text), ('cat2', t.service_cat2_id::text)) f (facet, value)
     where f.value is not null group by f.facet, f.value, t.status having sum(t.n) <> 0;
  end if;
  return null;
end $$;
create trigger task_tally_insert after insert on task referencing new table as added for each statement execute function task_tally();
create trigger task_tally_delete after delete on task referencing old table as gone for each statement execute function task_tally();
create trigger task_tally_update after update on task referencing old table as gone new table as added for each statement execute function task_tally();

create function job_state_number(job_status text) returns smallint language sql immutable parallel safe
  return case job_status when 'TO_DO' then 1 when 'PENDING' then 2 else 3 end;

create function job_tally() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into tally
    select 'job', f.facet, f.value, job_state_number(j.job_status), count(*)
      from added j, lateral (values
        ('all', ''), ('day', j.job_date::text), ('customer2', j.customer2_id::text), ('priority', coalesce(j.job_priority, ''))) f (facet, value)
     group by f.facet, f.value, j.job_status;
  elsif tg_op = 'DELETE' then
    insert into tally
    select 'job', f.facet, f.value, job_state_number(j.job_status), -count(*)
      from gone j, lateral (values
        ('all', ''), ('day', j.job_date::text), ('customer2', j.customer2_id::text), ('priority', coalesce(j.job_priority, ''))) f (facet, value)
     group by f.facet, f.value, j.job_status;
  else
    insert into tally
    select 'job', f.facet, f.value, job_state_number(j.job_status), sum(j.n)
      from (select 1 as n, a.job_date, a.customer2_id, a.job_priority, a.job_status from added a
            union all select -1, g.job_date, g.customer2_id, g.job_priority, g.job_status from gone g) j, lateral (values
        ('all', ''), ('day', j.job_date::text), ('customer2', j.customer2_id::text), ('priority', coalesce(j.job_priority, ''))) f (facet, value)
     group by f.facet, f.value, j.job_status having sum(j.n) <> 0;
  end if;
  return null;
end $$;
create trigger job_tally_insert after insert on job referencing new table as added for each statement execute function job_tally();
create trigger job_tally_delete after delete on job referencing old table as gone for each statement execute function job_tally();
create trigger job_tally_update after update on job referencing old table as gone new table as added for each statement execute function job_tally();

-- Fold the ledger: many small rows become one. Readers see either all of it or none; one folder at a time.
create function tally_fold() returns int language plpgsql as $$
declare folded int;
begin
  if not pg_try_advisory_xact_lock(7001) then return 0; end if;
  with crowded as (
    select list, facet, value, status from tally group by 1, 2, 3, 4 having count(*) > 1
  ), gone as (
    delete from tally t using crowded c
     where t.list = c.list and t.facet = c.facet and t.value = c.value and t.status = c.status
    returning t.*
  ), back as (
    insert into tally select list, facet, value, status, sum(n) from gone group by 1, 2, 3, 4 having sum(n) <> 0
  )
  select count(*) into folded from gone;
  return folded;
end $$;
