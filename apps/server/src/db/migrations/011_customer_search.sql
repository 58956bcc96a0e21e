-- Customers are searched by their names, company and e-mail, and stand in the order of their names without marks (spec §2,
-- /customer/details). The name comes first and a line break after it sorts before every letter: the order is the names' own.
alter table cus0 add column search_text text not null generated always as (fold_text(name)) stored;
alter table cus1 add column search_text text not null generated always as
  (fold_text(name || E'\n' || coalesce(company_name, '') || E'\n' || coalesce(billing_email, ''))) stored;
alter table cus2 add column search_text text not null generated always as (fold_text(name)) stored;
