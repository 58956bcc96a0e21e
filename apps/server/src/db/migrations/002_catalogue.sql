-- Categories, the customer hierarchy, prices (spec §3; domain §3).
create table service_type (
  id int generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  workstream text not null check (workstream in ('OTS', 'PTE')),
  version int not null default 1
);
create unique index service_type_name_key on service_type (lower(name));

create table service_cat1 (
  id int generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  service_type_id int not null constraint service_cat1_type_fk references service_type on delete restrict,
  version int not null default 1
);
create unique index service_cat1_name_key on service_cat1 (lower(name));
create index service_cat1_by_type on service_cat1 (service_type_id);

create table service_cat2 (
  id int generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  cat1_id int not null constraint service_cat2_cat1_fk references service_cat1 on delete restrict,
  level smallint not null check (level between 1 and 9),
  enabled boolean not null default true,
  -- What a new customer's price starts from.
  estimate_minutes int not null default 0 check (estimate_minutes >= 0),
  version int not null default 1,
  unique (id, cat1_id)
);
create unique index service_cat2_name_key on service_cat2 (cat1_id, lower(name));

create table cus0 (
  id int generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  version int not null default 1
);
create unique index cus0_name_key on cus0 (lower(name));

create table cus1 (
  id int generated always as identity primary key,
  cus_id0 int not null constraint cus1_cus0_fk references cus0 on delete restrict,
  name text not null check (length(name) between 1 and 100),
  company_name text check (length(company_name) <= 100),
  street_name text check (length(street_name) <= 100),
  city text check (length(city) <= 100),
  state text check (length(state) <= 100),
  post_code text check (length(post_code) <= 10),
  country text check (length(country) <= 100),
  payment_plan text check (length(payment_plan) <= 100),
  join_date date,
  contract_status text not null default 'Unsigned' check (contract_status in ('Signed', 'Unsigned')),
  tier text not null default 'Bronze' check (tier in ('Bronze', 'Silver', 'Gold', 'Platinum')),
  billing_email text check (length(billing_email) <= 100),
  pay_to text check (length(pay_to) <= 100),
  version int not null default 1,
  unique (id, cus_id0)
);
create unique index cus1_name_key on cus1 (cus_id0, lower(name));

create table cus2 (
  id int generated always as identity primary key,
  cus_id1 int not null constraint cus2_cus1_fk references cus1 on delete restrict,
  name text not null check (length(name) between 1 and 100),
  version int not null default 1
);
create unique index cus2_name_key on cus2 (cus_id1, lower(name));

-- A portal login is bound to one cus1, or to a cus0 with all below it (domain §1).
create table customer_account (
  user_id int primary key,
  account text not null default 'customer' check (account = 'customer'),
  cus_id0 int constraint customer_account_cus0_fk references cus0 on delete restrict,
  cus_id1 int constraint customer_account_cus1_fk references cus1 on delete restrict,
  constraint customer_account_user_fk foreign key (user_id, account) references user_account (id, account) on delete cascade,
  constraint customer_account_one_binding check ((cus_id0 is null) <> (cus_id1 is null))
);
create unique index customer_account_cus0_key on customer_account (cus_id0);
create unique index customer_account_cus1_key on customer_account (cus_id1);

create table customer_price (
  id int generated always as identity primary key,
  cus_id1 int not null constraint customer_price_cus1_fk references cus1 on delete cascade,
  service_cat2_id int not null constraint customer_price_cat2_fk references service_cat2 on delete restrict,
  retail_price numeric(14, 3) not null check (retail_price >= 0),
  wholesale_price numeric(14, 3) not null check (wholesale_price >= 0),
  estimate_minutes int not null default 0 check (estimate_minutes >= 0),
  visible boolean not null default true,
  enabled boolean not null default true,
  version int not null default 1,
  constraint customer_price_key unique (cus_id1, service_cat2_id)
);
create index customer_price_cat2 on customer_price (service_cat2_id);
