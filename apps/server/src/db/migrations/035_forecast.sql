-- When open jobs are likely to be done (decision 126), and how promises turned out (decision 127). All of it is written by one process
-- at a time, beside the work; a move of a task writes none of it but, when its job is completed or open again, one row of settled_job.

-- How many working minutes like work took from entering a status until it was Completed, in classes (domain/forecast/histogram).
create table forecast_like (
  service_cat2_id int not null constraint forecast_like_category_fk references service_cat2 on delete cascade,
  size text not null check (size in ('few', 'some', 'many', 'most')),
  status smallint not null check (status between 1 and 14),
  counts real[] not null check (cardinality(counts) = 61),
  primary key (service_cat2_id, size, status)
);

-- What forecasts have learnt from how they turned out, and what queues usually are: one row.
create table forecast_tuning (
  one boolean primary key default true check (one),
  tuning jsonb,
  usual jsonb not null default '{}',
  looked_at timestamptz
);
insert into forecast_tuning default values;

-- The forecast of each open job.
create table job_forecast (
  job_id int primary key constraint job_forecast_job_fk references job on delete cascade,
  made_at timestamptz not null,
  p50 timestamptz not null,
  p80 timestamptz not null check (p80 >= p50),
  -- p80 after what was promised, when it was made; whether it is late by now is for who asks.
  at_risk boolean not null,
  basis jsonb not null
);
create index job_forecast_at_risk on job_forecast (job_id) where at_risk;

-- Every forecast that said something new, and how it turned out.
create table forecast_log (
  id bigint generated always as identity primary key,
  job_id int not null constraint forecast_log_job_fk references job on delete cascade,
  made_at timestamptz not null,
  p50 timestamptz not null,
  p80 timestamptz not null,
  at_risk boolean not null,
  -- The first of its job.
  first boolean not null,
  service_cat2_id int not null constraint forecast_log_category_fk references service_cat2 on delete cascade,
  basis jsonb not null,
  within real[] not null,
  pressure real not null,
  base_minutes real not null,
  completed_at timestamptz,
  off_minutes int,
  constraint forecast_log_judged check ((completed_at is null) = (off_minutes is null))
);
create index forecast_log_of_job on forecast_log (job_id, id);
create index forecast_log_by_age on forecast_log (made_at);

-- How good forecasts were, by the month their jobs were done and the category they hung on: kept when the log is thrown away.
create table forecast_score (
  month date not null check (month = date_trunc('month', month)),
  service_cat2_id int not null constraint forecast_score_category_fk references service_cat2 on delete cascade,
  judged int not null,
  inside_p50 int not null,
  inside_p80 int not null,
  off_minutes bigint not null,
  first_judged int not null,
  first_inside_p80 int not null,
  primary key (month, service_cat2_id)
);

-- Jobs that were completed, opened again, or changed after: what the report says of them is written anew. Rows are only added and taken
-- away, so that nobody waits for anybody.
create table settled_job (
  id bigint generated always as identity primary key,
  job_id int not null
);

create function note_settled_job() returns trigger language plpgsql as $$
begin
  insert into settled_job (job_id) values (new.job_id);
  return null;
end $$;
create trigger note_settled_job after update of completed_at, due_at, customer2_id on job
  for each row
  when (old.completed_at is distinct from new.completed_at
     or (new.completed_at is not null and (old.due_at is distinct from new.due_at or old.customer2_id <> new.customer2_id)))
  execute function note_settled_job();

-- How each completed job's promise turned out.
create table job_promise (
  job_id int primary key constraint job_promise_job_fk references job on delete cascade,
  -- Of its completion, in Bangkok.
  month date not null check (month = date_trunc('month', month)),
  completed_at timestamptz not null,
  cus_id1 int not null constraint job_promise_customer_fk references cus1 on delete cascade,
  categories int[] not null,
  -- Opened again since (rework): it counts once it is completed again.
  reopened boolean not null default false,
  -- Null: nothing was promised for it.
  kept boolean,
  kept_first boolean,
  changed boolean,
  late_minutes int not null default 0 check (late_minutes >= 0 and (kept is null or (late_minutes = 0) = kept)),
  -- What the task that was completed last waited for longest; null where that is not known or the promise was kept.
  reason text check (reason in ('editor_pool', 'editor', 'editing', 'qc_pool', 'checking', 'faults', 'leader', 'rework')),
  -- Working minutes that task spent in each status, 1 to 14.
  minutes int[] not null check (cardinality(minutes) = 14)
);
create index job_promise_by_month on job_promise (month, job_id);
create index job_promise_worst on job_promise (month, late_minutes desc, job_id) where not kept and not reopened;

-- The same added up: facet 'whole' (value 0), 'customer' (customer 1), 'category' (category 2; a job counts in each it has).
create table promise_month (
  month date not null,
  facet text not null check (facet in ('whole', 'customer', 'category')),
  value int not null,
  completed int not null,
  kept int not null,
  kept_first int not null,
  changed int not null,
  late_minutes bigint not null,
  -- Late ones by reason, in the order of the reasons.
  reasons int[] not null,
  -- Working minutes of the late ones in each status.
  minutes bigint[] not null,
  primary key (facet, month, value)
);
