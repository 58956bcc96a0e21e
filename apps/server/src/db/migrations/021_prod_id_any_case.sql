-- Production IDs that differ only by case are read as one: there are no new ones, as of every other name that has to be unique.
-- Jobs that have such numbers already keep them; of each such number the oldest job stands for all of them.
alter table job add column prod_id_twin boolean not null default false;
update job j set prod_id_twin = true
 where exists (select 1 from job older where lower(older.prod_id) = lower(j.prod_id) and older.job_id < j.job_id);
create unique index job_prod_id_any_case on job (lower(prod_id)) where not prod_id_twin;
