-- The customer's portal (domain §3, §4b; decisions 102 and 103): the thread of a request and who has read how far, the details it
-- is about, and who of the bureau looks at the portal as which customer.
create table request_message (
  id int generated always as identity primary key,
  request_id int not null constraint request_message_request_fk references customer_request on delete cascade,
  -- The side that wrote it: a customer is never told which person of the bureau.
  side text not null check (side in ('customer', 'bureau')),
  author_id int constraint request_message_author_fk references user_account on delete set null,
  text text not null check (length(text) between 1 and 2000),
  at timestamptz not null
);
create index request_message_by_request on request_message (request_id, id);
create index request_message_by_author on request_message (author_id) where author_id is not null;

-- The reply of a review is the first message of the bureau.
insert into request_message (request_id, side, author_id, text, at)
select id, 'bureau', reviewed_by, reply, coalesce(reviewed_at, status_since) from customer_request where reply <> '' order by id;

-- Which of a job's details a request is about; named as they were called, so that it can be read when they are gone.
create table request_detail (
  request_id int not null constraint request_detail_request_fk references customer_request on delete cascade,
  sub_prod_id text not null check (length(sub_prod_id) between 1 and 200),
  job_detail_id int constraint request_detail_detail_fk references job_detail on delete set null,
  primary key (request_id, sub_prod_id)
);
create index request_detail_by_detail on request_detail (job_detail_id) where job_detail_id is not null;

-- How many messages of the other side each side has not read, kept by the write that adds or reads one.
alter table customer_request
  add column customer_unread int not null default 0 check (customer_unread >= 0),
  add column bureau_unread int not null default 0 check (bureau_unread >= 0),
  add column last_message_at timestamptz;
update customer_request r set last_message_at = m.at from request_message m where m.request_id = r.id;
create index customer_request_unread on customer_request (board, id) where bureau_unread > 0;
create index customer_request_open on customer_request (cus_id1) where status <> 'DONE';

-- An opening of the portal by staff, to read it as a customer: good for the session that made it.
create table portal_view (
  id uuid primary key,
  session_id bigint not null constraint portal_view_session_fk references session on delete cascade,
  user_id int not null constraint portal_view_user_fk references user_account on delete cascade,
  opened_at timestamptz not null
);
create index portal_view_by_session on portal_view (session_id);
create index portal_view_by_user on portal_view (user_id);

-- Which categories a customer has ordered, without reading all they ordered.
create index detail_of_customer on job_detail (customer2_id, service_cat2_id);
