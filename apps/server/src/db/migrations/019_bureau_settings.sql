-- The currency of prices is a lookup like the others, with a form and a history of its own (decision 079).
insert into metadata (data_type, key, value) select 'JOB_TASK', 'currency', to_jsonb(currency) from setting;
alter table setting drop column currency;
