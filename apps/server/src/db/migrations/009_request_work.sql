-- Requests on their boards: since when they stand where they stand, who reviewed them, who works on them (domain §3).
alter table customer_request
  add column status_since timestamptz,
  add column moved_by int constraint customer_request_moved_by_fk references user_account on delete set null,
  add column processing_by int constraint customer_request_processing_by_fk references user_account on delete set null,
  add column reviewed_by int constraint customer_request_reviewed_by_fk references user_account on delete set null,
  add column reviewed_at timestamptz,
  add column search_text text not null generated always as
    (fold_text(subject || ' ' || full_name || ' ' || job_name || ' ' || description)) stored;
update customer_request set status_since = created_at;
alter table customer_request
  alter column status_since set default now(),
  alter column status_since set not null;
create index customer_request_by_status on customer_request (board, status, status_since, id);
create index customer_request_by_age on customer_request (created_at desc, id desc);
create index customer_request_search on customer_request using gin (search_text gin_trgm_ops);

-- Which screens have saved views is the contract's to say.
alter table saved_view drop constraint saved_view_screen_check;
alter table saved_view add constraint saved_view_screen_check check (screen ~ '^[a-z][a-z0-9_-]{0,39}$');
