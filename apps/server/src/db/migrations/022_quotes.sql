-- Quotes to customers' requests (decision 105). What was sent is never rewritten: a new offer is a new quote. That a quote has
-- expired is told from its last day and the clock, and stands nowhere.
create table quote (
  id int generated always as identity primary key,
  request_id int not null constraint quote_request_fk references customer_request on delete cascade,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'SENT', 'ACCEPTED', 'DECLINED', 'WITHDRAWN')),
  -- Whose job it will be; the customer may say it when they accept.
  customer2_id int constraint quote_cus2_fk references cus2 on delete set null,
  valid_until date not null check (valid_until between '2000-01-01' and '2100-12-31'),
  note text not null default '' check (length(note) <= 2000),
  -- Whoever sent it was asked about prices the guard warns of, and meant them.
  below boolean not null default false,
  sent_by int constraint quote_sent_by_fk references user_account on delete set null,
  sent_at timestamptz,
  -- Who accepted, declined or withdrew it, when, and why.
  decided_by int constraint quote_decided_by_fk references user_account on delete set null,
  decided_at timestamptz,
  reason text check (length(reason) <= 2000),
  job_id int constraint quote_job_fk references job on delete set null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by int constraint quote_created_by_fk references user_account on delete set null,
  constraint quote_sent check ((sent_at is null) = (status = 'DRAFT') or status = 'WITHDRAWN'),
  constraint quote_decided check ((decided_at is null) = (status in ('DRAFT', 'SENT')))
);
create index quote_by_request on quote (request_id, id desc);
create unique index quote_one_draft on quote (request_id) where status = 'DRAFT';
create unique index quote_by_job on quote (job_id) where job_id is not null;
create index quote_by_customer2 on quote (customer2_id) where customer2_id is not null;

create table quote_line (
  quote_id int not null constraint quote_line_quote_fk references quote on delete cascade,
  place int not null,
  service_cat2_id int not null constraint quote_line_cat2_fk references service_cat2 on delete restrict,
  quantity int not null check (quantity >= 1),
  unit_price numeric(14, 3) not null check (unit_price >= 0),
  -- The customer's price when the quote was last saved or sent: what the guard held it against.
  list_price numeric(14, 3) check (list_price >= 0),
  estimate_minutes int check (estimate_minutes >= 0),
  note text not null default '' check (length(note) <= 2000),
  primary key (quote_id, place)
);
create index quote_line_by_cat2 on quote_line (service_cat2_id);

-- A price that was agreed on: another customer's list does not replace it.
alter table job_detail add column quoted boolean not null default false;

alter table notice drop constraint notice_event_check;
alter table notice add constraint notice_event_check check (event in ('fault', 'recheck_fault', 'rework', 'assigned', 'task_note',
  'request_on_board', 'request_linked', 'request_moved', 'quote_declined', 'request_redone'));

-- What the price guard goes by. Nothing is known of costs until somebody says what a minute costs.
insert into metadata (data_type, key, value) values ('JOB_TASK', 'quote_guard', '{"below_percent": 10, "cost_per_minute": 0}')
on conflict do nothing;
