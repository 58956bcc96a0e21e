-- How a request reached the bureau, if a member of staff recorded it (decision 175). Null: the customer wrote it in the portal.
alter table customer_request add column channel text check (channel in ('phone', 'zalo', 'email', 'other'));
