-- A second factor at sign-in (decision 171): codes of an app, passkeys, and recovery codes.
create table user_factor (
  id int generated always as identity primary key,
  user_id int not null constraint user_factor_user_fk references user_account on delete cascade,
  kind text not null check (kind in ('totp', 'passkey')),
  name text not null check (length(name) between 1 and 100),
  -- The key of the app, encrypted with DARKROOM_KEY.
  secret bytea,
  -- The last period whose code was used: a code is used once.
  last_period bigint not null default 0,
  credential_id text,
  public_key bytea,
  sign_count bigint not null default 0,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- Null until the first code was entered. Such a factor is not asked for.
  confirmed_at timestamptz,
  constraint user_factor_parts check (case kind when 'totp' then secret is not null and credential_id is null
    else secret is null and credential_id is not null and public_key is not null end)
);
create index user_factor_by_user on user_factor (user_id);
create unique index user_factor_credential_key on user_factor (credential_id);

-- Codes for a person without their device. A used one is deleted.
create table recovery_code (
  user_id int not null constraint recovery_code_user_fk references user_account on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  primary key (user_id, code_hash)
);

-- Questions to passkeys that wait for their answer. The id is the question itself.
create table passkey_question (
  challenge text primary key check (length(challenge) between 20 and 200),
  -- Null for a sign-in without a password.
  user_id int constraint passkey_question_user_fk references user_account on delete cascade,
  expires_at timestamptz not null
);
create index passkey_question_by_user on passkey_question (user_id) where user_id is not null;

-- What a session still has to do: enter a factor, or set one up. Null: it can do everything.
alter table session add column pending text check (pending in ('verify', 'enrol'));
drop trigger access_epoch on session;
create constraint trigger access_epoch after delete or update of token_hash, user_id, expires_at, pending on session
  deferrable initially deferred for each row execute function raise_access_epoch();
