-- The floor (decision 128). What happened each day is kept by quarters of an hour, so that today is compared with the usual day at the price
-- of a few rows; what has happened since the last kept quarter is read off the indexes below.
create table floor_slot (
  day date not null,
  slot smallint not null check (slot between 0 and 95),
  -- Of one workstream, or of both together: a job may have tasks of both.
  scope text not null check (scope in ('OTS', 'PTE', 'BOTH')),
  came_in int not null check (came_in >= 0),
  done int not null,
  faults int not null,
  due int not null check (due >= 0),
  kept int not null check (kept between 0 and due),
  primary key (day, scope, slot)
);
-- One row: up to when quarters are kept.
create table floor_kept (
  only_row boolean primary key default true check (only_row),
  until timestamptz
);
insert into floor_kept default values;

create index job_by_created on job (created_at);
-- Moves that the day's figures count. Every other move pays nothing for it.
create index task_history_counted on task_history (at)
  where to_status in (9, 10, 11, 13) or (action = 'undo' and from_status in (9, 10, 11, 13));

-- Links that open the floor on a wall, and nothing else (decision 129). Only the token's hash is kept.
create table wall_link (
  id int generated always as identity primary key,
  token_hash bytea not null constraint wall_link_token_key unique,
  name text not null check (length(name) between 1 and 100),
  workstream text check (workstream in ('OTS', 'PTE')),
  names boolean not null,
  made_at timestamptz not null,
  made_by int constraint wall_link_made_by_fk references user_account on delete set null,
  ends_at timestamptz,
  last_used_at timestamptz,
  address text,
  user_agent text
);
-- What is withdrawn is believed by no process any more (decision 118).
create constraint trigger access_epoch after delete or update of token_hash, workstream, names, ends_at on wall_link
  deferrable initially deferred for each row execute function raise_access_epoch();

-- Briefs that were kept: the ids each part held, for the next one to tell what changed (decision 130).
create table floor_brief (
  id int generated always as identity primary key,
  scope text not null check (scope in ('OTS', 'PTE', 'BOTH')),
  at timestamptz not null,
  made_by int constraint floor_brief_made_by_fk references user_account on delete set null,
  parts jsonb not null
);
create index floor_brief_by_scope on floor_brief (scope, at desc, id desc);
