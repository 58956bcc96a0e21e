-- Names stand in the order of a Vietnamese dictionary, numbers in them by their size, in every list, choice and file
-- (decision 080): the columns people sort by carry the collation, so that no query has to name it.
create collation vietnamese (provider = icu, locale = 'vi-u-kn');

-- What a search compares is computed from such columns: it is taken away and computed anew.
alter table job drop column search_text;
alter table cus0 drop column search_text;
alter table cus1 drop column search_text;
alter table cus2 drop column search_text;
alter table customer_request drop column search_text;

alter table job
  alter column prod_id type text collate vietnamese,
  alter column job_name type text collate vietnamese;
alter table cus0 alter column name type text collate vietnamese;
alter table cus1
  alter column name type text collate vietnamese,
  alter column company_name type text collate vietnamese,
  alter column country type text collate vietnamese,
  alter column payment_plan type text collate vietnamese,
  alter column pay_to type text collate vietnamese;
alter table cus2 alter column name type text collate vietnamese;
alter table customer_request alter column subject type text collate vietnamese;
alter table service_type alter column name type text collate vietnamese;
alter table service_cat1 alter column name type text collate vietnamese;
alter table service_cat2 alter column name type text collate vietnamese;
alter table user_account
  alter column username type text collate vietnamese,
  alter column full_name type text collate vietnamese;
alter table staff
  alter column staff_id type text collate vietnamese,
  alter column "position" type text collate vietnamese,
  alter column department type text collate vietnamese,
  alter column workplace type text collate vietnamese;
alter table staff_group alter column group_name type text collate vietnamese;
alter table team alter column team_name type text collate vietnamese;
alter table saved_view alter column name type text collate vietnamese;

alter table job add column search_text text not null
  generated always as (fold_text(prod_id || ' ' || job_name)) stored;
alter table cus0 add column search_text text not null generated always as (fold_text(name)) stored;
alter table cus1 add column search_text text not null generated always as
  (fold_text(name || E'\n' || coalesce(company_name, '') || E'\n' || coalesce(billing_email, ''))) stored;
alter table cus2 add column search_text text not null generated always as (fold_text(name)) stored;
alter table customer_request add column search_text text not null
  generated always as (fold_text(subject || ' ' || full_name || ' ' || job_name || ' ' || description)) stored;
create index job_search on job using gin (search_text gin_trgm_ops);
create index customer_request_search on customer_request using gin (search_text gin_trgm_ops);
