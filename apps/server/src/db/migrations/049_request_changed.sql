-- When a request last changed for its customer: it was made, moved, written about, or a quote for it was sent or decided. Their list
-- is in this order and shows this time (decision 102), so it is a column, read off an index from its beginning.
alter table customer_request add column quote_at timestamptz;
update customer_request r set quote_at = q.at
  from (select request_id, max(greatest(sent_at, decided_at)) as at from quote where sent_at is not null group by request_id) q
 where q.request_id = r.id;
alter table customer_request
  add column changed_at timestamptz not null generated always as (greatest(created_at, status_since, last_message_at, quote_at)) stored;
create index customer_request_by_change on customer_request (cus_id1, changed_at desc, id desc);
drop index customer_request_by_customer;

-- A draft that is made or withdrawn is nothing its customer knows of. Whoever changes a quote holds its request already.
create function request_of_quote() returns trigger language plpgsql as $$
begin
  update customer_request set quote_at = greatest(new.sent_at, new.decided_at) where id = new.request_id;
  return null;
end $$;
create trigger request_of_quote after insert or update of sent_at, decided_at on quote for each row
  when (new.sent_at is not null) execute function request_of_quote();
