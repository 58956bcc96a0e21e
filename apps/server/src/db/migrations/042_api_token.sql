-- Tokens by which a person's own programs call in their name (decision 138). Only the hash is kept.
create table api_token (
  id bigint generated always as identity primary key,
  user_id int not null constraint api_token_user_fk references user_account on delete cascade,
  name text not null check (length(name) between 1 and 100),
  token_hash bytea not null constraint api_token_hash_key unique,
  -- Its last letters, by which a person knows which one it is.
  hint text not null check (length(hint) = 4),
  scope text[] not null check (cardinality(scope) > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_address text,
  constraint api_token_ends check (expires_at > created_at and expires_at <= created_at + interval '366 days')
);
create unique index api_token_name_key on api_token (user_id, lower(name));
create index api_token_by_expiry on api_token (expires_at);

create constraint trigger access_epoch after delete or update of token_hash, user_id, scope, expires_at on api_token
  deferrable initially deferred for each row execute function raise_access_epoch();

-- The token a change came through.
alter table audit add column through text check (length(through) between 1 and 100);
