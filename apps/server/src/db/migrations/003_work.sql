-- Job → detail → task, its history, supporters (spec §3, §4; domain §2).
create table job (
  job_id int generated always as identity primary key,
  job_date date not null check (job_date between '2000-01-01' and '2100-12-31'),
  prod_id text not null constraint job_prod_id_key unique check (length(prod_id) between 1 and 100),
  job_name text not null check (length(job_name) between 1 and 100),
  job_link text check (length(job_link) <= 2000 and job_link ~* '^https?://'),
  -- The three-state display, derived from the tasks in the transaction that moves them (decision 004).
  job_status text not null default 'TO_DO' check (job_status in ('TO_DO', 'PENDING', 'COMPLETED')),
  customer2_id int not null constraint job_cus2_fk references cus2 on delete restrict,
  job_priority text check (job_priority in ('Urgent', 'Carefully')),
  job_notes text not null default '' check (length(job_notes) <= 2000),
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by int constraint job_created_by_fk references user_account on delete set null,
  search_text text not null generated always as (fold_text(prod_id || ' ' || job_name)) stored
);
-- One index per way the list is read: a filter, then the list's order.
create index job_by_date on job (job_date desc, job_id desc);
create index job_by_status on job (job_status, job_date desc, job_id desc);
create index job_by_customer on job (customer2_id, job_date desc, job_id desc);
create index job_by_priority on job (job_priority, job_date desc, job_id desc) where job_priority is not null;
create index job_by_name on job (job_name, job_id);
create index job_search on job using gin (search_text gin_trgm_ops);

-- The running number of each day's jobs.
create table job_day (job_date date primary key, last_number int not null default 0);

create table job_detail (
  job_detail_id int generated always as identity primary key,
  job_id int not null constraint job_detail_job_fk references job on delete cascade,
  sub_number int not null,
  sub_prod_id text not null,
  service_cat1_id int not null,
  service_cat2_id int not null,
  quantity int not null constraint job_detail_quantity_positive check (quantity >= 1),
  status smallint not null default 1 check (status between 1 and 14),
  note text not null default '' check (length(note) <= 2000),
  -- Copied from the customer's price when the detail is made: a later price change never rewrites history.
  unit_price numeric(14, 3) check (unit_price >= 0),
  wholesale_price numeric(14, 3) check (wholesale_price >= 0),
  estimate_minutes int check (estimate_minutes >= 0),
  version int not null default 1,
  created_at timestamptz not null default now(),
  constraint job_detail_number_key unique (job_id, sub_number),
  constraint job_detail_category_fk foreign key (service_cat2_id, service_cat1_id)
    references service_cat2 (id, cat1_id) on update cascade on delete restrict
);
create index job_detail_by_cat2 on job_detail (service_cat2_id, job_id);
create index job_detail_by_cat1 on job_detail (service_cat1_id, job_id);

create table task (
  task_id int generated always as identity primary key,
  job_detail_id int not null constraint task_detail_fk references job_detail on delete cascade,
  status smallint not null default 1 check (status between 1 and 14),
  x1 int not null default 0 check (x1 >= 0),
  x2 int not null default 0 check (x2 >= 0),
  x3 int not null default 0 check (x3 >= 0),
  editor int constraint task_editor_fk references user_account on delete restrict,
  first_qc int constraint task_first_qc_fk references user_account on delete restrict,
  second_qc int constraint task_second_qc_fk references user_account on delete restrict,
  qc_from smallint check (qc_from in (4, 6, 12)),
  fault_stage smallint check (fault_stage in (1, 2)),
  start_time timestamptz,
  end_time timestamptz,
  rework_quantity int check (rework_quantity >= 1),
  rework_notes text check (length(rework_notes) <= 2000),
  rework_qc_1 int constraint task_rework_qc_1_fk references user_account on delete restrict,
  rework_qc_2 int constraint task_rework_qc_2_fk references user_account on delete restrict,
  notes text not null default '' check (length(notes) <= 2000),
  version int not null default 1,
  -- When it entered its present status: the running time of the "Now" card, and how long it has waited.
  status_since timestamptz not null default now(),
  created_at timestamptz not null default now(),
  created_by int constraint task_created_by_fk references user_account on delete set null,
  -- Copied down from detail and job by the triggers below, so that a filter or an order needs one index and no join.
  job_id int not null,
  job_date date not null,
  job_priority text,
  customer2_id int not null,
  service_cat2_id int not null,
  workstream text not null check (workstream in ('OTS', 'PTE')),
  -- Nobody checks what they made, and nobody checks twice (four eyes).
  constraint task_four_eyes check (
    editor is distinct from first_qc or editor is null),
  constraint task_four_eyes_2 check (editor is distinct from second_qc or editor is null),
  constraint task_two_checkers check (first_qc is distinct from second_qc or first_qc is null),
  constraint task_recheck_eyes check (
    (rework_qc_1 is distinct from rework_qc_2 or rework_qc_1 is null)
    and (editor is distinct from rework_qc_1 or editor is null)
    and (editor is distinct from rework_qc_2 or editor is null))
);
create index task_by_detail on task (job_detail_id);
create index task_by_job on task (job_id);
create index task_by_date on task (job_date desc, task_id desc);
create index task_by_stream on task (workstream, status, job_date desc, task_id desc);
create index task_by_status on task (status, job_date desc, task_id desc);
create index task_by_editor on task (editor, status, job_date desc, task_id desc) where editor is not null;
create index task_by_first_qc on task (first_qc, status, job_date desc, task_id desc) where first_qc is not null;
create index task_by_second_qc on task (second_qc, status, job_date desc, task_id desc) where second_qc is not null;
create index task_by_rework_qc_1 on task (rework_qc_1) where rework_qc_1 is not null;
create index task_by_rework_qc_2 on task (rework_qc_2) where rework_qc_2 is not null;
create index task_by_customer on task (customer2_id, job_date desc, task_id desc);
create index task_by_cat2 on task (service_cat2_id, job_date desc, task_id desc);
-- The open floor alone: what pools, loads and "Now" read, small however old the bureau grows.
create index task_open on task (workstream, status, job_date, task_id) where status <> 9;

create table task_supporter (
  task_id int not null constraint task_supporter_task_fk references task on delete cascade,
  user_id int not null constraint task_supporter_user_fk references user_account on delete restrict,
  note text not null default '' check (length(note) <= 2000),
  created_at timestamptz not null default now(),
  primary key (task_id, user_id)
);
create index task_supporter_user on task_supporter (user_id, task_id);

-- One row for every move (domain §2): event type or null, from, to, who, when, counts, note.
create table task_history (
  id bigint generated always as identity primary key,
  task_id int not null constraint task_history_task_fk references task on delete cascade,
  action text not null,
  event smallint check (event between 1 and 12),
  from_status smallint,
  to_status smallint not null,
  user_id int constraint task_history_user_fk references user_account on delete restrict,
  at timestamptz not null,
  x1 int not null,
  x2 int not null,
  x3 int not null,
  note text check (length(note) <= 2000),
  fault_kinds text[],
  editor int,
  first_qc int,
  second_qc int
);
create index task_history_by_task on task_history (task_id, id);
create index task_history_by_user on task_history (user_id, at);

create function task_copy_down() returns trigger language plpgsql as $$
begin
  select d.job_id, j.job_date, j.job_priority, j.customer2_id, d.service_cat2_id, t.workstream
    into new.job_id, new.job_date, new.job_priority, new.customer2_id, new.service_cat2_id, new.workstream
    from job_detail d
    join job j on j.job_id = d.job_id
    join service_cat1 c on c.id = d.service_cat1_id
    join service_type t on t.id = c.service_type_id
   where d.job_detail_id = new.job_detail_id;
  return new;
end $$;
create trigger task_copy_down before insert or update of job_detail_id on task
  for each row execute function task_copy_down();

create function job_copy_down() returns trigger language plpgsql as $$
begin
  update task set job_date = new.job_date, job_priority = new.job_priority, customer2_id = new.customer2_id
   where job_id = new.job_id;
  return null;
end $$;
create trigger job_copy_down after update of job_date, job_priority, customer2_id on job
  for each row
  when (old.job_date <> new.job_date or old.job_priority is distinct from new.job_priority or old.customer2_id <> new.customer2_id)
  execute function job_copy_down();

create function job_detail_copy_down() returns trigger language plpgsql as $$
begin
  update task set service_cat2_id = new.service_cat2_id,
         workstream = (select t.workstream from service_cat1 c join service_type t on t.id = c.service_type_id where c.id = new.service_cat1_id)
   where job_detail_id = new.job_detail_id;
  return null;
end $$;
create trigger job_detail_copy_down after update of service_cat1_id, service_cat2_id on job_detail
  for each row
  when (old.service_cat2_id <> new.service_cat2_id or old.service_cat1_id <> new.service_cat1_id)
  execute function job_detail_copy_down();
create index task_by_since on task (status_since desc, task_id desc);
