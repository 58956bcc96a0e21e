-- When a job is promised for (decisions 123, 124): what was promised now and first, and when it was done. Null: nothing was promised.
alter table job
  add column due_at timestamptz,
  -- What was promised first stays: promising otherwise never hides a promise that was not kept.
  add column first_due_at timestamptz,
  -- When its last task was completed; null while it is open.
  add column completed_at timestamptz;

update job j
   set completed_at = coalesce((select coalesce(max(t.end_time), max(t.status_since)) from task t where t.job_id = j.job_id), j.created_at)
 where job_status = 'COMPLETED';

alter table job
  add constraint job_first_promise check ((due_at is null) = (first_due_at is null)),
  add constraint job_completed_when check ((job_status = 'COMPLETED') = (completed_at is not null));

-- Copied down like the priority, so that lists of details and tasks are filtered and ordered by it with one index and no join.
alter table job_detail add column due_at timestamptz;
alter table task add column due_at timestamptz;

create or replace function task_copy_down() returns trigger language plpgsql as $$
begin
  select d.job_id, j.job_date, j.job_priority, j.due_at, j.customer2_id, d.service_cat2_id, t.workstream
    into new.job_id, new.job_date, new.job_priority, new.due_at, new.customer2_id, new.service_cat2_id, new.workstream
    from job_detail d
    join job j on j.job_id = d.job_id
    join service_cat1 c on c.id = d.service_cat1_id
    join service_type t on t.id = c.service_type_id
   where d.job_detail_id = new.job_detail_id;
  return new;
end $$;

create or replace function detail_copy_down() returns trigger language plpgsql as $$
begin
  select j.job_date, j.customer2_id, j.job_priority, j.due_at, j.job_status
    into new.job_date, new.customer2_id, new.job_priority, new.due_at, new.job_status
    from job j where j.job_id = new.job_id;
  return new;
end $$;

create or replace function job_copy_down() returns trigger language plpgsql as $$
begin
  update job_detail
     set job_date = new.job_date, job_priority = new.job_priority, due_at = new.due_at, customer2_id = new.customer2_id
   where job_id = new.job_id;
  update task set job_date = new.job_date, job_priority = new.job_priority, due_at = new.due_at, customer2_id = new.customer2_id
   where job_id = new.job_id;
  return null;
end $$;
drop trigger job_copy_down on job;
create trigger job_copy_down after update of job_date, job_priority, due_at, customer2_id on job
  for each row
  when (old.job_date <> new.job_date or old.job_priority is distinct from new.job_priority
     or old.due_at is distinct from new.due_at or old.customer2_id <> new.customer2_id)
  execute function job_copy_down();

-- What is late and what is due today, among what is open.
create index job_due_open on job (due_at, job_id) where job_status <> 'COMPLETED';
create index detail_due_open on job_detail (due_at, job_id, sub_number) where status <> 9;
create index task_due_open on task (due_at, task_id) where status <> 9;
-- The lists in the order of their promises: what is open first.
create index job_by_due on job ((job_status = 'COMPLETED'), due_at, job_id);
create index detail_by_due on job_detail ((status = 9), due_at, job_id, sub_number);
create index task_by_due on task ((status = 9), due_at, task_id);
-- What blocks first (018): what is urgent, then what was promised for sooner, then the oldest day; of what is completed, the newest.
drop index task_blocking;
create index task_blocking on task (
  (status = 9),
  (status = 9 or job_priority is distinct from 'Urgent'),
  (case when status <> 9 then due_at end),
  (case when status = 9 then date '2000-01-01' - job_date else job_date - date '2000-01-01' end),
  task_id
);
