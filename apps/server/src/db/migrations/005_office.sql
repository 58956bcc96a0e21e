-- Customer requests and allowances (spec §3, §9; domain §3, §4).
create table customer_request (
  id int generated always as identity primary key,
  cus_id1 int not null constraint customer_request_cus1_fk references cus1 on delete restrict,
  created_by int constraint customer_request_user_fk references user_account on delete set null,
  type text not null check (type in ('ADDITIONAL_REQUESTS', 'MODIFICATION_REQUESTS', 'CHANGE_REQUESTS', 'FAULTS', 'QUOTES')),
  board text not null check (board in ('ADMIN_BOARD', 'CS_BOARD')),
  status text not null default 'NEED_REVIEW' check (status in ('NEED_REVIEW', 'TODO', 'PROCESSING', 'DONE')),
  subject text not null check (length(subject) between 1 and 100),
  full_name text not null check (length(full_name) between 1 and 100),
  job_name text not null default '' check (length(job_name) <= 100),
  job_id int constraint customer_request_job_fk references job on delete set null,
  service_type_id int constraint customer_request_service_type_fk references service_type on delete restrict,
  shared_link text check (length(shared_link) <= 2000 and shared_link ~* '^https?://'),
  image_link text check (length(image_link) <= 2000 and image_link ~* '^https?://'),
  description text not null default '' check (length(description) <= 2000),
  reply text check (length(reply) <= 2000),
  version int not null default 1,
  created_at timestamptz not null default now()
);
create index customer_request_by_board on customer_request (board, status, id desc);
create index customer_request_by_customer on customer_request (cus_id1, id desc);
create index customer_request_by_job on customer_request (job_id) where job_id is not null;

create table daily_allowance (
  staff_id int not null constraint daily_allowance_staff_fk references staff on delete restrict,
  date date not null,
  parking_fee text check (parking_fee in ('A', 'B', 'C', 'AB', 'BC', 'ABC')),
  meal_fee smallint check (meal_fee between 1 and 3),
  online_fee smallint not null default 0 check (online_fee in (0, 1)),
  version int not null default 1,
  constraint daily_allowance_key primary key (staff_id, date)
);
create index daily_allowance_by_date on daily_allowance (date);

create table monthly_allowance (
  staff_id int not null constraint monthly_allowance_staff_fk references staff on delete restrict,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  parking numeric(14, 3) not null default 0 check (parking >= 0),
  version int not null default 1,
  constraint monthly_allowance_key primary key (staff_id, month)
);

-- The values a closed month was computed with.
create table allowance_month (
  month text primary key check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  rates jsonb not null,
  closed_at timestamptz not null
);
