-- Some of what passed QC 2 is checked again, blind (decision 134). A row is a copy to be looked at: the task goes on without it.
create table blind_check (
  id int generated always as identity primary key,
  task_id int not null constraint blind_check_task_fk references task on delete cascade,
  -- The step that passed QC 2; it may be archived, so it is no reference.
  pass_id bigint not null constraint blind_check_pass_key unique,
  workstream text not null check (workstream in ('OTS', 'PTE')),
  chosen_at timestamptz not null,
  expires_at timestamptz not null,
  -- Who passed it at QC 1 and at QC 2, and all who had any part in it.
  qc_1 int constraint blind_check_qc_1_fk references user_account on delete restrict,
  qc_2 int constraint blind_check_qc_2_fk references user_account on delete restrict,
  barred int[] not null,
  -- The copy: what was counted when it passed, and its notes as the first check found them.
  x1 int not null,
  x2 int not null,
  x3 int not null,
  notes text not null default '' check (length(notes) <= 2000),
  held_by int constraint blind_check_held_by_fk references user_account on delete set null,
  held_at timestamptz,
  checked_by int constraint blind_check_checked_by_fk references user_account on delete restrict,
  checked_at timestamptz,
  passed boolean,
  fault_kinds text[] not null default '{}',
  note text not null default '' check (length(note) <= 2000),
  constraint blind_check_verdict check ((checked_at is null) = (checked_by is null) and (checked_at is null) = (passed is null)),
  constraint blind_check_fault check (passed is distinct from false or (fault_kinds <> '{}' and note <> '')),
  constraint blind_check_four_eyes check (checked_by is null or checked_by <> all (barred))
);
create index blind_check_by_task on blind_check (task_id);
create index blind_check_waiting on blind_check (workstream, chosen_at, id) where checked_at is null;
create index blind_check_held on blind_check (held_by) where held_by is not null and checked_at is null;
create index blind_check_done on blind_check (workstream, checked_at desc, id desc) where checked_at is not null;
create index blind_check_of_qc_1 on blind_check (qc_1, checked_at desc) where checked_at is not null;
create index blind_check_of_qc_2 on blind_check (qc_2, checked_at desc) where checked_at is not null;
create index blind_check_by_checker on blind_check (checked_by, checked_at desc) where checked_at is not null;

-- Up to which step of the history has been chosen from. What passed before there were blind checks is left alone.
create table blind_choice (
  one boolean primary key default true check (one),
  chosen_to bigint not null
);
insert into blind_choice (chosen_to) select coalesce(max(id), 0) from task_history;

insert into metadata (data_type, key, value) values ('JOB_TASK', 'calibration', '{"share": 2}')
on conflict (data_type, key) do nothing;
