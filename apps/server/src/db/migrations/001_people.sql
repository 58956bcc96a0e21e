-- Accounts, sessions, groups and permissions, members of staff, teams (spec §3, §6; domain §1, §6).
create extension if not exists pg_trgm;

-- Lower case without marks ("Ảnh cưới" → "anh cuoi"): what every text search compares.
create function fold_text(value text) returns text
  language sql immutable parallel safe strict
  return translate(regexp_replace(normalize(lower(value), NFD), '[\u0300-\u036f]', '', 'g'), 'đ', 'd');

create table permission (
  id int generated always as identity primary key,
  codename text not null constraint permission_codename_key unique
    constraint permission_codename_form check (codename ~ '^npn_[a-z0-9_]{1,60}$'),
  description text not null default '' check (length(description) <= 2000),
  built_in boolean not null default false
);

create table staff_group (
  id int generated always as identity primary key,
  group_name text not null check (length(group_name) between 1 and 100),
  version int not null default 1,
  created_at timestamptz not null default now()
);
create unique index staff_group_name_key on staff_group (lower(group_name));

create table group_permission (
  group_id int not null constraint group_permission_group_fk references staff_group on delete cascade,
  permission_id int not null constraint group_permission_permission_fk references permission on delete cascade,
  primary key (group_id, permission_id)
);
create index group_permission_by_permission on group_permission (permission_id);

create table user_account (
  id int generated always as identity primary key,
  username text not null check (length(username) between 1 and 100),
  full_name text not null check (length(full_name) between 1 and 100),
  account text not null check (account in ('staff', 'customer')),
  password_hash text,
  active boolean not null default true,
  is_superuser boolean not null default false,
  must_change_password boolean not null default false,
  -- A one-time password is good until then; null for a password of one's own.
  password_expires_at timestamptz,
  -- A break-glass recovery happened: told at the next sign-in.
  notice text check (notice in ('backdoor')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  constraint superuser_is_staff check (not is_superuser or account = 'staff'),
  unique (id, account)
);
create unique index user_account_username_key on user_account (lower(username));

create table session (
  id bigint generated always as identity primary key,
  token_hash bytea not null constraint session_token_key unique,
  user_id int not null constraint session_user_fk references user_account on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  address text,
  user_agent text
);
create index session_by_user on session (user_id);
create index session_by_expiry on session (expires_at);

create table staff (
  id int primary key constraint staff_user_fk references user_account on delete restrict,
  account text not null default 'staff' check (account = 'staff'),
  staff_id text not null check (length(staff_id) between 1 and 100),
  group_id int constraint staff_group_fk references staff_group on delete restrict,
  first_name text not null default '' check (length(first_name) <= 100),
  last_name text not null default '' check (length(last_name) <= 100),
  email text check (length(email) <= 100),
  phone_number text check (length(phone_number) <= 10),
  gender text check (gender in ('Male', 'Female')),
  birthday date,
  avatar bytea check (length(avatar) <= 1048576),
  avatar_type text check (avatar_type in ('image/png', 'image/jpeg', 'image/webp')),
  "position" text check (length("position") <= 100),
  department text check (length(department) <= 100),
  workplace text check (length(workplace) <= 100),
  working_status text not null default 'Working' check (length(working_status) <= 100),
  salary_1 numeric(14, 3) check (salary_1 >= 0),
  salary_2 numeric(14, 3) check (salary_2 >= 0),
  start_time date,
  end_time date,
  residence_id text check (length(residence_id) <= 100),
  residence_address text check (length(residence_address) <= 2000),
  residence_created_at date,
  residence_created_by text check (length(residence_created_by) <= 100),
  version int not null default 1,
  constraint staff_is_staff_fk foreign key (id, account) references user_account (id, account)
);
create unique index staff_staff_id_key on staff (lower(staff_id));
create index staff_by_group on staff (group_id);

create table team (
  id int generated always as identity primary key,
  team_name text not null check (length(team_name) between 1 and 100),
  leader_id int constraint team_leader_fk references staff on delete set null,
  version int not null default 1
);
create unique index team_name_key on team (lower(team_name));
create index team_by_leader on team (leader_id);

create table team_member (
  team_id int not null constraint team_member_team_fk references team on delete cascade,
  staff_id int not null constraint team_member_staff_fk references staff on delete cascade,
  primary key (team_id, staff_id)
);
create index team_member_by_staff on team_member (staff_id);
