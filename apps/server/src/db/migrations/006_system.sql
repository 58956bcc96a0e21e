-- Locks, settings, metadata, audit, idempotency, limits (domain §5, §8; quality 22, 26, 28).
create table system_lock (
  id int generated always as identity primary key,
  screen_name text not null check (screen_name in ('job', 'task', 'redo', 'category', 'customer', 'price', 'request', 'staff', 'team', 'allowance')),
  month text check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  locked boolean not null,
  reason text not null default '' check (length(reason) <= 2000),
  changed_by int constraint system_lock_user_fk references user_account on delete set null,
  changed_at timestamptz not null,
  version int not null default 1
);
create unique index system_lock_key on system_lock (screen_name, coalesce(month, ''));

-- One row: settings of the whole bureau.
create table setting (
  id boolean primary key default true check (id),
  x1 boolean not null default true,
  x2 boolean not null default false,
  x3 boolean not null default false,
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  version int not null default 1
);
insert into setting default values;

create table metadata (
  id int generated always as identity primary key,
  data_type text not null check (data_type in ('ALLOWANCE', 'JOB_TASK', 'INFO_HUB')),
  key text not null check (length(key) between 1 and 100),
  value jsonb not null,
  version int not null default 1,
  constraint metadata_key unique (data_type, key)
);

-- Append-only: one row for every change, sign-in and refusal.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id int,
  subject_id int,
  action text not null,
  entity text,
  entity_id text,
  before jsonb,
  after jsonb,
  note text,
  request_id text,
  address text
);
create index audit_by_entity on audit (entity, entity_id, id desc);
create index audit_by_actor on audit (actor_id, id desc);
create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit is append-only';
end $$;
create trigger audit_append_only before update or delete on audit
  for each row execute function audit_is_append_only();

create table idempotency (
  actor_id int not null,
  path text not null,
  key text not null check (length(key) between 1 and 100),
  request_hash text not null,
  status smallint,
  answer text,
  created_at timestamptz not null,
  primary key (actor_id, path, key)
);
create index idempotency_age on idempotency (created_at);

-- Fixed windows, shared by every server process. Losing them in a crash only forgives.
create unlogged table rate_limit (
  bucket text not null,
  window_start timestamptz not null,
  hits int not null,
  primary key (bucket, window_start)
);
create index rate_limit_age on rate_limit (window_start);
