-- Job details as a list of their own (spec §2, "Job → Detail"). What it is filtered and ordered by is copied down from the
-- job, as tasks have it (003): each way of reading is one index and no join. Totals come from the ledger (004).
alter table job_detail
  add column job_date date,
  add column customer2_id int,
  add column job_priority text,
  add column job_status text;
update job_detail d
   set job_date = j.job_date, customer2_id = j.customer2_id, job_priority = j.job_priority, job_status = j.job_status
  from job j where j.job_id = d.job_id;
alter table job_detail
  alter column job_date set not null,
  alter column customer2_id set not null,
  alter column job_status set not null;

create function detail_copy_down() returns trigger language plpgsql as $$
begin
  select j.job_date, j.customer2_id, j.job_priority, j.job_status
    into new.job_date, new.customer2_id, new.job_priority, new.job_status
    from job j where j.job_id = new.job_id;
  return new;
end $$;
create trigger detail_copy_down before insert on job_detail for each row execute function detail_copy_down();

create or replace function job_copy_down() returns trigger language plpgsql as $$
begin
  update job_detail set job_date = new.job_date, job_priority = new.job_priority, customer2_id = new.customer2_id
   where job_id = new.job_id;
  update task set job_date = new.job_date, job_priority = new.job_priority, customer2_id = new.customer2_id
   where job_id = new.job_id;
  return null;
end $$;

create function job_status_copy_down() returns trigger language plpgsql as $$
begin
  update job_detail set job_status = new.job_status where job_id = new.job_id;
  return null;
end $$;
create trigger job_status_copy_down after update of job_status on job
  for each row when (old.job_status <> new.job_status) execute function job_status_copy_down();

create index detail_by_date on job_detail (job_date desc, job_id desc, sub_number);
create index detail_by_status on job_detail (status, job_date desc, job_id desc, sub_number);
create index detail_by_customer on job_detail (customer2_id, job_date desc, job_id desc, sub_number);
create index detail_by_cat2 on job_detail (service_cat2_id, job_date desc, job_id desc, sub_number);
create index detail_by_priority on job_detail (job_priority, job_date desc, job_id desc, sub_number) where job_priority is not null;
create index detail_by_job_status on job_detail (job_status, job_date desc, job_id desc, sub_number);
create index detail_by_number on job_detail (sub_prod_id, job_detail_id);

create function detail_tally() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into tally
    select 'detail', f.facet, f.value, d.status, count(*)
      from added d, lateral (values
        ('all', ''), ('day', d.job_date::text), ('customer2', d.customer2_id::text), ('cat2', d.service_cat2_id::text),
        ('priority', coalesce(d.job_priority, '')), ('job_status', d.job_status)) f (facet, value)
     group by f.facet, f.value, d.status;
  elsif tg_op = 'DELETE' then
    insert into tally
    select 'detail', f.facet, f.value, d.status, -count(*)
      from gone d, lateral (values
        ('all', ''), ('day', d.job_date::text), ('customer2', d.customer2_id::text), ('cat2', d.service_cat2_id::text),
        ('priority', coalesce(d.job_priority, '')), ('job_status', d.job_status)) f (facet, value)
     group by f.facet, f.value, d.status;
  else
    insert into tally
    select 'detail', f.facet, f.value, d.status, sum(d.n)
      from (select 1 as n, a.job_date, a.customer2_id, a.service_cat2_id, a.job_priority, a.job_status, a.status from added a
            union all
            select -1, g.job_date, g.customer2_id, g.service_cat2_id, g.job_priority, g.job_status, g.status from gone g) d,
        lateral (values
        ('all', ''), ('day', d.job_date::text), ('customer2', d.customer2_id::text), ('cat2', d.service_cat2_id::text),
        ('priority', coalesce(d.job_priority, '')), ('job_status', d.job_status)) f (facet, value)
     group by f.facet, f.value, d.status having sum(d.n) <> 0;
  end if;
  return null;
end $$;
insert into tally
select 'detail', f.facet, f.value, d.status, count(*)
  from job_detail d, lateral (values
    ('all', ''), ('day', d.job_date::text), ('customer2', d.customer2_id::text), ('cat2', d.service_cat2_id::text),
    ('priority', coalesce(d.job_priority, '')), ('job_status', d.job_status)) f (facet, value)
 group by f.facet, f.value, d.status;
create trigger detail_tally_insert after insert on job_detail referencing new table as added for each statement execute function detail_tally();
create trigger detail_tally_delete after delete on job_detail referencing old table as gone for each statement execute function detail_tally();
create trigger detail_tally_update after update on job_detail referencing old table as gone new table as added for each statement execute function detail_tally();
