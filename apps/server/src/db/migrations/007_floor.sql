-- Rework as a list of its own, saved views, what each person prefers (spec §2 /job/redo-tasks).
alter table task add column rework_at timestamptz;
alter table task add column rework_by int constraint task_rework_by_fk references user_account on delete set null;
update task set rework_at = status_since where status in (13, 14) or rework_quantity is not null;
create index task_by_rework on task (rework_at desc, task_id desc) where rework_at is not null;

-- Where an undo returns to: the task as it was before the move.
alter table task_history add column before jsonb;

create table saved_view (
  id int generated always as identity primary key,
  owner_id int not null constraint saved_view_owner_fk references user_account on delete cascade,
  -- Shared with a team of the owner's; null: private.
  team_id int constraint saved_view_team_fk references team on delete cascade,
  screen text not null check (screen in ('job', 'task', 'redo')),
  name text not null check (length(name) between 1 and 100),
  -- The screen's URL search: filter, sort, columns.
  search jsonb not null,
  version int not null default 1
);
create unique index saved_view_name_key on saved_view (owner_id, screen, lower(name));
create index saved_view_by_team on saved_view (team_id) where team_id is not null;

create table user_preference (
  user_id int not null constraint user_preference_user_fk references user_account on delete cascade,
  key text not null check (key ~ '^[a-z][a-z0-9_.]{0,59}$'),
  value jsonb not null,
  primary key (user_id, key)
);
