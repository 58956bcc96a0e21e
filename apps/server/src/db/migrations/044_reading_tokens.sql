-- A token changes things only where it was given that (decision 138). Those there are keep what they may do; each new one is said of.
alter table api_token add column may_write boolean not null default true;
alter table api_token alter column may_write drop default;

drop trigger access_epoch on api_token;
create constraint trigger access_epoch after delete or update of token_hash, user_id, scope, may_write, expires_at on api_token
  deferrable initially deferred for each row execute function raise_access_epoch();
