-- Entries get ids of their own, as the wire names them; a month has a state, and what it was closed with is kept for ever (domain §4).
alter table daily_allowance
  add column id int generated always as identity,
  add constraint daily_allowance_id_key unique (id);
alter table monthly_allowance
  add column id int generated always as identity,
  add constraint monthly_allowance_id_key unique (id);
create index monthly_allowance_by_month on monthly_allowance (month);

-- No month was ever closed: there was no way to.
drop table allowance_month;
create table allowance_month (
  month text primary key check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  state text not null default 'OPEN' check (state in ('OPEN', 'PREPARED', 'CLOSED')),
  prepared_by int constraint allowance_month_prepared_by_fk references user_account on delete restrict,
  prepared_at timestamptz,
  version int not null default 1,
  check ((state = 'PREPARED') <= (prepared_by is not null and prepared_at is not null))
);

-- Each time a month was closed: the last one that was not reopened is what the month is.
create table allowance_closing (
  id int generated always as identity primary key,
  month text not null constraint allowance_closing_month_fk references allowance_month on delete restrict,
  prepared_by int constraint allowance_closing_prepared_by_fk references user_account on delete restrict,
  prepared_at timestamptz,
  closed_by int not null constraint allowance_closing_closed_by_fk references user_account on delete restrict,
  closed_at timestamptz not null,
  reason text not null default '' check (length(reason) <= 2000),
  -- The values of the lookups, the version of the formulas and the holidays it was computed with.
  lookups jsonb not null,
  formulas int not null,
  holidays jsonb not null,
  reopened_by int constraint allowance_closing_reopened_by_fk references user_account on delete restrict,
  reopened_at timestamptz,
  reopen_reason text check (length(reopen_reason) <= 2000),
  check ((reopened_at is null) = (reopened_by is null))
);
-- A month is closed once at a time.
create unique index allowance_closing_standing on allowance_closing (month) where reopened_at is null;
create index allowance_closing_by_month on allowance_closing (month, id);

create table allowance_closed_person (
  closing_id int not null constraint allowance_closed_person_closing_fk references allowance_closing on delete cascade,
  staff_id int not null constraint allowance_closed_person_staff_fk references staff on delete restrict,
  full_name text not null,
  -- The whole row as it was answered: entries, parking, figures.
  record jsonb not null,
  total_allowance numeric(20, 3) not null,
  constraint allowance_closed_person_key primary key (closing_id, staff_id)
);
create index allowance_closed_person_by_staff on allowance_closed_person (staff_id, closing_id);

-- What somebody looked at before closing and let stand, with a word.
create table allowance_accepted (
  id int generated always as identity primary key,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  staff_id int not null constraint allowance_accepted_staff_fk references staff on delete restrict,
  kind text not null check (length(kind) between 1 and 40),
  day date,
  note text not null check (length(note) between 1 and 2000),
  accepted_by int not null constraint allowance_accepted_by_fk references user_account on delete restrict,
  accepted_at timestamptz not null
);
create unique index allowance_accepted_key on allowance_accepted (month, staff_id, kind, coalesce(day, '0001-01-01'));
