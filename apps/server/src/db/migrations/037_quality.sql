-- Quality (decision 131): what judged, finished or sent back the work, as one row a step of the history, and sums of those. All of it
-- is written by a fold in the background, which reads the history behind the moves; a move writes nothing of it.
create table quality_fact (
  -- No foreign key to the step, the task, nor what it is of: a fact outlives them until the fold has taken it out.
  history_id bigint primary key,
  task_id int not null,
  what text not null check (what in ('qc1', 'qc2', 'recheck', 'completed', 'rework')),
  at timestamptz not null,
  day date not null,
  workstream text not null check (workstream in ('OTS', 'PTE')),
  editor int,
  checker int,
  cat2 int not null,
  cus1 int not null,
  pieces int not null check (pieces >= 0),
  passed boolean,
  first boolean not null,
  opening boolean not null,
  faults text[] not null,
  excluded text[] not null,
  complaint boolean not null,
  constraint quality_fact_judged check ((passed is null) = (what in ('completed', 'rework')))
);
create index quality_fact_by_task on quality_fact (task_id);
create index quality_fact_by_day on quality_fact (day desc, history_id desc);
create index quality_fact_by_stream on quality_fact (workstream, day desc, history_id desc);
create index quality_fact_by_editor on quality_fact (editor, day desc, history_id desc) where editor is not null;
create index quality_fact_by_checker on quality_fact (checker, day desc, history_id desc) where checker is not null;
create index quality_fact_by_cat2 on quality_fact (cat2, day desc, history_id desc);
create index quality_fact_by_cus1 on quality_fact (cus1, day desc, history_id desc);
-- What is rare is found without reading what is not.
create index quality_fact_faulty on quality_fact (day desc, history_id desc) where faults <> '{}';
create index quality_fact_sent_back on quality_fact (day desc, history_id desc) where what = 'rework';

-- Sums of a day, a week (its Monday) or a month, for each workstream: of all, of what the facet names (a), or of two things at once (a and
-- b; of no days). 0 stands for nobody. Like the tally: the facet says what a and b are.
create table quality_sum (
  facet text not null check (facet in ('all', 'editor', 'cat2', 'cus1', 'checker', 'editor cat2', 'editor cus1', 'cat2 cus1')),
  span text not null check (span in ('day', 'week', 'month')),
  first date not null,
  workstream text not null,
  a int not null,
  b int not null,
  qc1_first int not null,
  qc1_passed int not null,
  qc2_first int not null,
  qc2_passed int not null,
  judged int not null,
  refused int not null,
  pieces int not null,
  faults int not null,
  completed int not null,
  reworked int not null,
  complained int not null,
  constraint quality_sum_pkey primary key (facet, span, first, workstream, a, b)
);
create index quality_sum_of on quality_sum (facet, span, a, first) where a <> 0;
create index quality_sum_with on quality_sum (facet, span, b, first) where b <> 0;
create table quality_fault_sum (
  facet text not null,
  span text not null,
  first date not null,
  workstream text not null,
  a int not null,
  b int not null,
  kind text not null,
  n int not null,
  constraint quality_fault_sum_pkey primary key (facet, span, first, workstream, a, b, kind)
);
create index quality_fault_sum_of on quality_fault_sum (facet, span, a, first) where a <> 0;
create index quality_fault_sum_with on quality_fault_sum (facet, span, b, first) where b <> 0;

-- How far the history is folded. Numbers of the history are given before the rows can be seen: `seen_to` was the last one when the
-- transactions before `seen_by` ran, and once those have ended nothing below it can come any more.
create table quality_fold (
  one boolean primary key default true check (one),
  folded_to bigint not null default 0,
  seen_to bigint not null default 0,
  seen_by bigint not null default 0,
  as_of timestamptz,
  -- Steps of months before were in files before they could be folded.
  known_since text check (known_since ~ '^20\d\d-(0[1-9]|1[0-2])$')
);
insert into quality_fold (known_since)
select to_char((max(month) || '-01')::date + interval '1 month', 'YYYY-MM') from steps_archive;

-- Tasks whose facts are to be made anew though no step was taken: another category or customer, a fault that counts no more, gone.
create table quality_stale (
  id bigint generated always as identity primary key,
  task_id int not null
);

-- Faults that do not count any more: of a step, these kinds, or all it named.
create table quality_excluded (
  history_id bigint primary key,
  task_id int not null constraint quality_excluded_task_fk references task on delete cascade,
  kinds text[]
);
create index quality_excluded_by_task on quality_excluded (task_id);

create function quality_stale() returns trigger language plpgsql as $$
begin
  insert into quality_stale (task_id) values (case when tg_op = 'DELETE' then old.task_id else new.task_id end);
  return null;
end $$;
create trigger task_quality_refiled after update of service_cat2_id, customer2_id, workstream on task
  for each row
  when ((old.service_cat2_id, old.customer2_id, old.workstream) <> (new.service_cat2_id, new.customer2_id, new.workstream))
  execute function quality_stale();
-- A task that nobody ever moved has no facts.
create trigger task_quality_deleted after delete on task
  for each row when (old.version > 1) execute function quality_stale();
create trigger quality_excluded_stale after insert or update or delete on quality_excluded
  for each row execute function quality_stale();
