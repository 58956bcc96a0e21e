-- How often anything changed that decides what a session may do. Read with one row, it tells every process whether what it knows of
-- sessions still holds; raised in the change's own transaction, so nobody reads the one without the other.
create table access_epoch (
  only_row boolean primary key default true check (only_row),
  n bigint not null,
  raised_in bigint
);
insert into access_epoch (n) values (1);

create function raise_access_epoch() returns trigger language plpgsql as $$
begin
  update access_epoch set n = n + 1, raised_in = txid_current() where raised_in is distinct from txid_current();
  return null;
end $$;

-- At the end of the transaction: until then nobody waits for this row, and nothing else is waited for once it is held.
create constraint trigger access_epoch after delete or update of token_hash, user_id, expires_at on session
  deferrable initially deferred for each row execute function raise_access_epoch();
create constraint trigger access_epoch after update of username, full_name, account, active, is_superuser, must_change_password on user_account
  deferrable initially deferred for each row execute function raise_access_epoch();
create constraint trigger access_epoch after update of group_id on staff
  deferrable initially deferred for each row execute function raise_access_epoch();
create constraint trigger access_epoch after insert or update or delete on group_permission
  deferrable initially deferred for each row execute function raise_access_epoch();
create constraint trigger access_epoch after update of codename on permission
  deferrable initially deferred for each row execute function raise_access_epoch();
create constraint trigger access_epoch after insert or update or delete on customer_account
  deferrable initially deferred for each row execute function raise_access_epoch();
create constraint trigger access_epoch after insert or update or delete on system_lock
  deferrable initially deferred for each row execute function raise_access_epoch();
